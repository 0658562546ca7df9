"""Settings: file < environment < flags, and clear words for what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphprobe.config import GraphSettings, load_settings
from graphprobe.errors import ConfigError


@pytest.fixture(autouse=True)
def _no_settings_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for name in list(os.environ):
        if name.startswith("GRAPHPROBE_"):
            monkeypatch.delenv(name)


def settings_file(folder: Path, text: str) -> Path:
    path = folder / "settings.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_default_graph_is_embedded_in_the_working_folder() -> None:
    assert load_settings().graph.embedded_folder == Path(".graphprobe")


def test_a_flag_beats_the_environment_and_the_environment_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = settings_file(tmp_path, "graph: {uri: 'bolt://file:1', user: file, database: file}")
    monkeypatch.setenv("GRAPHPROBE_GRAPH_URI", "bolt://environment:2")
    monkeypatch.setenv("GRAPHPROBE_GRAPH__USER", "environment")
    graph = load_settings(path, {"graph": {"uri": "bolt://flag:3", "user": None}}).graph
    assert (graph.uri, graph.user, graph.database) == ("bolt://flag:3", "environment", "file")


def test_the_password_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHPROBE_GRAPH_PASSWORD", "secret-word")
    settings = load_settings()
    assert settings.graph.password is not None
    assert settings.graph.password.get_secret_value() == "secret-word"
    assert "secret-word" not in repr(settings)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("graf: {uri: x}", "graf"),
        ("graph: {adress: x}", "graph.adress"),
        ("parsing: {processes: -1}", "parsing.processes"),
        ("parsing: {processes: many}", "parsing.processes"),
        ("[1, 2]", "names and values"),
        ("graph: {uri: [", "not valid YAML"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError) as error:
        load_settings(settings_file(tmp_path, text))
    assert said in error.value.line()
    assert "\n" not in error.value.line()


def test_a_missing_settings_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such settings file"):
        load_settings(tmp_path / "nowhere.yaml")


@pytest.mark.parametrize(
    ("uri", "folder"),
    [
        ("embedded:", Path(".graphprobe")),
        ("embedded:some/where", Path("some/where")),
        ("bolt://host:7687", None),
    ],
)
def test_an_address_is_a_folder_or_a_server(uri: str, folder: Path | None) -> None:
    assert GraphSettings(uri=uri).embedded_folder == folder


def test_a_setting_that_is_given_as_it_is_changes_no_fingerprint() -> None:
    """A default of another type than its field would look like another setting once it is checked."""
    settings = load_settings()
    for name, section in settings:
        assert repr(type(section)(**section.model_dump())) == repr(section), name
