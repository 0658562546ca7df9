"""The benchmark beside this file, as a task of Inspect.

inspect eval inspect_task.py --model openai/MODEL -M responses_api=false
"""

from __future__ import annotations

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import TaskState, generate

from graphprobe.evaluation.records import Item
from graphprobe.tasks.scoring import chat, read_items, score

ITEMS = Path(__file__).with_name("items.jsonl")


@task
def closed_book() -> Task:
    """Closed-book questions with several verified answers."""
    samples = [sample(item) for item in read_items(ITEMS)]
    return Task(dataset=MemoryDataset(samples, name="closed_book"), solver=generate(), scorer=recall())


def sample(item: Item) -> Sample:
    """An item as Inspect has it."""
    system, user = (message["content"] for message in chat(item.question))
    messages: list[ChatMessage] = [ChatMessageSystem(content=system), ChatMessageUser(content=user)]
    return Sample(input=messages, target=list(item.gold_answers), id=item.id, metadata={"group": item.group})


@scorer(metrics={name: [mean()] for name in ("complete", "partial", "failed", "unscored")})
def recall() -> Scorer:
    """How much of the gold answers is recalled."""
    items = {item.id: item for item in read_items(ITEMS)}

    async def judge(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        finish = {"max_tokens": "length"}.get(state.output.stop_reason, "stop")
        found = score(items[str(state.sample_id)], state.output.completion, finish)
        return Score(value=found.rates(), answer=found.answer, explanation=found.rationale)

    return judge
