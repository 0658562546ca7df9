"""The offline judge: from a question, its gold answers and a response to a verdict, without a model.

Everything in this package is pure and total: whatever the texts, it answers, and equal texts get equal
verdicts.
"""

from graphprobe.evaluation.offline.judge import Verdict, is_correct, judge_offline

__all__ = ["Verdict", "is_correct", "judge_offline"]
