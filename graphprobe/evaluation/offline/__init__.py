"""The offline judge: from a question, its gold answers and a response to a verdict, without a model.

It reads a question (``questions``), gold answers (``golds``) and a response (``replies``) into words that
compare by keys (``words``), tells what a response denies or only reports (``stances``), finds where it gives
a gold answer (``matching``: ``by_value``, ``by_words``, ``by_name``) and what it claims instead (``rivals``),
and makes these into a verdict (``judge``). All of it is pure and total: whatever the texts, it answers, and
equal texts get equal verdicts.
"""

from graphprobe.evaluation.offline.judge import Verdict, is_correct, judge_offline, judge_open

__all__ = ["Verdict", "is_correct", "judge_offline", "judge_open"]
