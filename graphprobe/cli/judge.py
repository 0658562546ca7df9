"""``graphprobe judge``: how far a judge can be believed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import (
    BarProgress,
    json_option,
    override,
    print_json,
    print_table,
    refuse_overwrite,
    seed_option,
    settings_options,
    write_jsonl,
)
from graphprobe.cli.eval_judge import judge_option, open_judge
from graphprobe.cli.inputs import keep_inputs
from graphprobe.config import Settings

if TYPE_CHECKING:
    from graphprobe.analysis.agreement import Agreement, Verdicts
    from graphprobe.analysis.statistics import Estimate
    from graphprobe.evaluation.graded import GradedFile
    from graphprobe.evaluation.judge import Judge

PROBLEMS_SHOWN = 20


@click.group()
def judge() -> None:
    """Measure judges against people.

    \b
    graphprobe judge agreement graded.jsonl --judge offline
    """


@judge.command("agreement")
@click.argument("graded", metavar="GRADED.jsonl", type=click.Path(dir_okay=False, path_type=Path))
@judge_option
@click.option("--base-url", metavar="URL", help="The model's endpoint (key: OPENAI_API_KEY).")
@click.option("--budget", type=click.FloatRange(min=0), metavar="DOLLARS", help="Stop before more is spent.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="JUDGED.jsonl",
    help="Write the verdicts.",
)
@click.option("--force", is_flag=True, help="Write over an existing file.")
@seed_option
@settings_options
@json_option
def agreement_command(
    graded: Path,
    judge_name: str,
    base_url: str | None,
    budget: float | None,
    out: Path | None,
    force: bool,
    seed: int,
    settings: Settings,
    as_json: bool,
) -> int:
    """Compare a judge's verdicts with people's, and correct its rate by theirs.

    A row has id, question, gold_answers, response, and what people say: human_correct (true, false; any
    gold answer will do) or human_outcome (complete, partial, failed; all are wanted). Several people's
    verdicts are a list in annotators, or columns human_1, human_2 ... Rows that nobody graded enter the
    corrected rate. JUDGED.jsonl gets {id, correct} or {id, outcome}, null where there is no verdict.

    \b
    graphprobe judge agreement graded.jsonl --judge offline --out judged.jsonl
    graphprobe judge agreement graded.jsonl --judge M --base-url U
    """
    from graphprobe.analysis.agreement import agreement, to_json
    from graphprobe.errors import DataError
    from graphprobe.evaluation.graded import CORRECT, GradedFile

    if out:
        keep_inputs(out, [graded])
        refuse_overwrite(out, force)
    settings = override(settings, "llm", base_url=base_url, budget=budget)
    file = GradedFile(graded)
    unusable = [problem.line() for problem in file.problems]
    if not file.count:
        _tell(unusable)
        raise DataError("no row can be used", where=str(graded))
    verdicts: list[Verdicts] = []
    with open_judge(judge_name, settings.llm, alternatives=file.scale == CORRECT) as chosen:
        rows = _judged(file, chosen, verdicts)
        if out:
            write_jsonl(out, rows)
        else:
            deque(rows, maxlen=0)
    found = agreement(verdicts, file.scale, seed=seed)
    if as_json:
        print_json({"judge": judge_name, **to_json(found), "unusable": unusable})
    else:
        _show(judge_name, found)
    _tell(unusable)
    return 1 if unusable or found.unscored else 0


def _tell(unusable: Sequence[str]) -> None:
    """Rows that can't be used, on standard error."""
    for line in unusable[:PROBLEMS_SHOWN]:
        click.echo(f"! {line}", err=True)
    if len(unusable) > PROBLEMS_SHOWN:
        click.echo(f"! and {len(unusable) - PROBLEMS_SHOWN:,} more rows that can't be used", err=True)


def _judged(file: GradedFile, judge: Judge, verdicts: list[Verdicts]) -> Iterator[dict[str, Any]]:
    """The rows of JUDGED.jsonl; what was said of each is added to ``verdicts``."""
    from graphprobe.analysis.agreement import Verdicts
    from graphprobe.evaluation.graded import CORRECT, judge_graded

    progress = BarProgress()
    progress.start("judge", "answers", file.count)
    for judged in judge_graded(file, judge, file.scale):
        row, judgment = judged.row, judged.judgment
        verdicts.append(Verdicts(row.question, judged.verdict, row.human, row.annotators))
        progress.advance(1)
        verdict = (
            {"correct": judged.verdict and judged.verdict == CORRECT[0]}
            if file.scale == CORRECT
            else {"outcome": judged.verdict}
        )
        yield {
            "id": row.id,
            **verdict,
            "status": judgment.status.value,
            "rationale": judgment.rationale,
            "note": judgment.note,
        }
    progress.end()


def _show(name: str, found: Agreement) -> None:
    click.echo(f"{name} and people on {found.n:,} answers to {found.questions:,} questions\n")
    best = found.scale[0]
    figures: list[tuple[str, Estimate | None]] = [
        ("exact agreement", found.exact),
        ("Cohen's kappa", found.kappa),
        (f"{best} by people", found.human_rate),
        (f"{best} by {name}", found.judge_rate),
        ("Krippendorff's alpha of the people", found.alpha),
        (f"the same with {name} as one more", found.alpha_with_judge),
        (f"{best}, corrected, of {found.n + found.ungraded:,}", found.corrected),
    ]
    print_table(
        ("", "value", "95 % interval"),
        [(label, *_cells(estimate)) for label, estimate in figures if estimate is not None],
    )
    click.echo()
    print_table(
        ("people", *(f"{name}: {verdict}" for verdict in found.scale)),
        [(verdict, *counts) for verdict, counts in zip(found.scale, found.confusion, strict=True)],
    )
    if found.corrected:
        click.echo(
            f"\nCorrected: {found.ungraded:,} answers have the judge's verdict alone; the rate of all is "
            f"corrected by the {found.n:,} that people graded, which must be a random sample of them "
            "(prediction-powered inference)."
        )
    if found.unscored:
        click.echo(f"\n{found.unscored:,} answers are unscored: the judge's verdict couldn't be had or read.")


def _cells(estimate: Estimate) -> tuple[str, str]:
    if estimate.value is None:
        return "undefined", ""
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.3f}", ""
    return f"{estimate.value:.3f}", f"{estimate.low:.3f} to {estimate.high:.3f}"
