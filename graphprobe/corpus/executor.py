"""The tasks of a corpus pipeline on this machine."""

from __future__ import annotations

import multiprocessing
from copy import copy, deepcopy

from datatrove.executor import LocalPipelineExecutor

from graphprobe.processes import watch_parent

_NOBODY = 1  # datatrove lets the worker of number 0 alone write its log to the terminal as well


class TaskExecutor(LocalPipelineExecutor):  # type: ignore[misc]
    """Datatrove's local executor without its manager process.

    That one only numbers the workers for their logs. It's a fork of this process with its threads and open
    files, and when this one is killed it goes on for ever. Workers here end with the process that began them.
    """

    def run(self) -> None:
        """Runs all tasks: one after the other in this process, or in as many processes as there are workers.

        Raises:
            Exception: whatever ended a task.
        """
        if self.workers == 1:
            for rank in range(self.tasks):
                self._run_task(rank)
            return
        context = multiprocessing.get_context(self.start_method)
        with context.Pool(self.workers, initializer=watch_parent) as pool:
            for _ in pool.imap_unordered(self._run_task, range(self.tasks)):
                pass

    def _run_task(self, rank: int) -> None:
        task = copy(self)
        task.pipeline = deepcopy(self.pipeline)  # what one task leaves in its steps is nothing to the next
        task._run_for_rank(rank, _NOBODY)
