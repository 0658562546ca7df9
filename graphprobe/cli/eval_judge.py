"""``graphprobe eval judge``: verdicts on the responses of a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from graphprobe.cli.common import (
    BarProgress,
    json_option,
    judge_named,
    override,
    print_json,
    print_table,
    settings_options,
)
from graphprobe.cli.eval_failures import show_failures
from graphprobe.cli.eval_graph import write_if_named
from graphprobe.cli.mine import print_estimates, show_spendings
from graphprobe.config import LlmSettings, Settings
from graphprobe.errors import ConfigError

if TYPE_CHECKING:
    from graphprobe.evaluation.judge import Judge
    from graphprobe.evaluation.judging import JudgeReport
    from graphprobe.evaluation.runs import RunFolder
    from graphprobe.llm import Spending


judge_option = click.option(
    "--judge",
    "judge_name",
    metavar="offline|NAME",
    default="offline",
    show_default=True,
    callback=judge_named,
    help="Rules, or a model.",
)
"""``--judge``: who judges, as ``judge_name``."""


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(exists=True, path_type=Path))
@judge_option
@click.option("--base-url", metavar="URL", help="The model's endpoint (key: OPENAI_API_KEY).")
@click.option("--concurrency", type=click.IntRange(1, 1000), metavar="N", help="Most calls at once.")
@click.option("--budget", type=click.FloatRange(min=0), metavar="DOLLARS", help="Stop before more is spent.")
@click.option("--allow-self-judge", is_flag=True, help="Let a model judge its own answers.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Judge at most N responses now.")
@click.option("--dry-run", is_flag=True, help="Count what the model would be asked, and end.")
@click.option("--again", is_flag=True, help="Judge everything once more; earlier verdicts stay in the log.")
@click.option(
    "--benchmark",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What a response file answers.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The run folder that is made of it. [default: the file's name without its ending]",
)
@settings_options
@json_option
def judge(
    run: Path,
    judge_name: str,
    base_url: str | None,
    concurrency: int | None,
    budget: float | None,
    allow_self_judge: bool,
    limit: int | None,
    dry_run: bool,
    again: bool,
    benchmark: Path | None,
    out: Path | None,
    settings: Settings,
    as_json: bool,
) -> int:
    """Judge the answers of RUN; the command repeated continues.

    The judge sees question, gold answers and answer. It says which gold answers are covered and what
    contradicts them; the label follows from that. What it says is kept in RUN/judgments/JUDGE.jsonl, each
    judge in a file of its own. RUN may be a response file of the public ElephantBench code: --benchmark
    says what it answers, and --out where its run folder is made. With --graph the verdicts are written to the
    graph too.

    \b
    graphprobe eval judge runs/m --judge offline
    graphprobe eval judge runs/m --judge M --base-url U
    graphprobe eval judge responses.jsonl --benchmark elephantbench.jsonl --out runs/m --judge offline
    """
    from graphprobe.evaluation.foreign import targets
    from graphprobe.evaluation.judging import check_judge, judge_run

    settings = override(settings, "llm", base_url=base_url, concurrency=concurrency, budget=budget)
    folder = _folder(run, benchmark, out)
    if not allow_self_judge:
        check_judge(judge_name, targets(folder))
    if dry_run:
        _dry_run(folder, judge_name, settings.llm, again, limit, as_json)
        return 0
    with open_judge(judge_name, settings.llm) as chosen:
        report = judge_run(folder, chosen, again=again, limit=limit, progress=BarProgress())
    write_if_named(folder, settings, report.judge)
    _show(folder, report, chosen.spendings(), as_json)
    return 1 if report.unscored or report.left else 0


@contextmanager
def open_judge(name: str, settings: LlmSettings, *, alternatives: bool = False) -> Iterator[Judge]:
    """The judge of a name, ready to judge; ``alternatives`` as in ``OfflineJudge``.

    Temperature is 0 unless the settings say otherwise, as in the public code; an endpoint that doesn't let
    it be set is asked without.

    Raises:
        ConfigError: a model can't be asked.
    """
    from graphprobe.evaluation.judge import OFFLINE, ModelJudge, OfflineJudge
    from graphprobe.llm import Llm

    if name == OFFLINE:
        yield OfflineJudge(alternatives=alternatives)
        return
    with Llm(_at_temperature_0(settings)) as llm:
        llm.probe(name)
        yield ModelJudge(llm, name)


def _at_temperature_0(settings: LlmSettings) -> LlmSettings:
    return settings.model_copy(update={"parameters": {"temperature": 0, **settings.parameters}})


def _dry_run(
    folder: RunFolder, name: str, settings: LlmSettings, again: bool, limit: int | None, as_json: bool
) -> None:
    """Prints what judging would take; nothing is sent, and no judgment is written.

    Raises:
        ConfigError: rules judge, for which there is nothing to count.
    """
    from graphprobe.evaluation.judge import OFFLINE, ModelJudge
    from graphprobe.evaluation.judging import judge_run
    from graphprobe.llm import DryLlm

    if name == OFFLINE:
        raise ConfigError("rules cost nothing", where="--dry-run", remedy="Name a model with --judge.")
    llm = DryLlm(_at_temperature_0(settings))
    with llm:
        judge_run(folder, ModelJudge(llm, name), again=again, limit=limit)
        print_estimates(llm.estimates(), as_json)


def _folder(run: Path, benchmark: Path | None, out: Path | None) -> RunFolder:
    """The run folder that a command names, made of a response file where it names one."""
    from graphprobe.evaluation.benchmark import read_benchmark
    from graphprobe.evaluation.foreign import take_in
    from graphprobe.evaluation.runs import open_run

    if run.is_dir():
        if benchmark or out:
            raise ConfigError(
                "a run has its benchmark and its folder",
                where=str(run),
                remedy="Leave out --benchmark and --out.",
            )
        return open_run(run)
    if benchmark is None:
        raise ConfigError(
            "a response file says nothing of its benchmark", where=str(run), remedy="Pass --benchmark FILE."
        )
    return take_in(run, read_benchmark(benchmark), out or run.with_suffix(""))


def _show(folder: RunFolder, report: JudgeReport, spendings: list[Spending], as_json: bool) -> None:
    from graphprobe.evaluation.outcomes import outcomes_of_run

    found = outcomes_of_run(folder, report.judge)
    responses, judgments = found.statuses()
    if as_json:
        print_json(
            {
                "judge": report.judge,
                "round": report.round,
                "judged": report.judged,
                "left": report.left,
                "responses": responses,
                "judgments": judgments,
                "outcomes": found.outcomes(),
                "spendings": [one.to_json() for one in spendings],
            }
        )
        return
    print_table(["", "responses"], [*found.outcomes().items()])
    show_spendings(spendings)
    click.echo()
    click.echo(f"Responses: {words(responses)}. Judgments by {report.judge}: {words(judgments)}.")
    if report.unscored or report.left:
        show_failures(
            folder.judgments(report.judge), folder.settings.samples, folder.judgment_file(report.judge)
        )
        click.echo("The same command judges what has no verdict again.")
    click.echo(f"Next: graphprobe eval score {folder.path}")


def words(counts: dict[str, int]) -> str:
    """Counts in words: ``1,090 ok, 4 refused``."""
    return ", ".join(f"{count:,} {name}" for name, count in counts.items()) or "none"
