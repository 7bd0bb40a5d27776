"""Keeps the result of each task: OUT/results/LIBRARY/VERSION-DIGEST.json, with its lock and report.json beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from packaging.version import Version

from conformance.base.files import read_file
from conformance.field.rows import JUDGED, SurveyRow, Task, from_json, to_json
from conformance.field.survey.judging import SurveyJudgement
from conformance.results.write import write_file

FOLDER = "results"
_DIGITS = 16  # of the digest in a file's name
_UNSAFE = re.compile(r"[^\w.+-]")


class Store(NamedTuple):
    """The results in a folder. Only the process that the user started writes them."""

    folder: str

    def row_of(self, task: Task) -> SurveyRow | None:
        """Return the result of a task; None where there is none, or one that cannot be read."""
        return self._read(self._path(task, "json"))

    def keep(self, judgement: SurveyJudgement) -> None:
        """Write a result. The row is the last file, so that what was interrupted is judged again. Raises UsageError."""
        task = judgement.row.task
        if judgement.lock:
            write_file(self._path(task, "lock"), judgement.lock)
        if judgement.report:
            write_file(self.report_of(task), judgement.report)
        write_file(self._path(task, "json"), to_json(judgement.row))

    def report_of(self, task: Task) -> str:
        """Return the path of a task's report.json, which is there if it was judged."""
        return self._path(task, "report.json")

    def rows(self, tasks: Iterable[Task]) -> list[SurveyRow]:
        """Return the results of those tasks that have one, in their order."""
        return [row for row in map(self.row_of, tasks) if row is not None]

    def newest(self, library: str) -> list[SurveyRow]:
        """Return the results of a library that was judged, in the order of `kept`."""
        return [row for row in self.kept(library) if row.status == JUDGED]

    def kept(self, library: str) -> list[SurveyRow]:
        """Return the results of a library, the newest version first, of one version the last result first."""
        folder = os.path.join(self.folder, FOLDER, library)
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        paths = [
            os.path.join(folder, name) for name in names if name.endswith(".json") and not name.endswith(".report.json")
        ]
        paths.sort(key=os.path.getmtime, reverse=True)
        rows = [row for row in map(self._read, paths) if row is not None]
        return sorted(rows, key=lambda row: Version(row.task.version), reverse=True)

    def _path(self, task: Task, kind: str) -> str:
        name = f"{_UNSAFE.sub('_', task.version)}-{task.digest[:_DIGITS]}.{kind}"
        return os.path.join(self.folder, FOLDER, task.library, name)

    @staticmethod
    def _read(path: str) -> SurveyRow | None:
        if not os.path.isfile(path):
            return None
        try:
            return from_json(read_file(path, path, "Delete it."))
        except ValueError:  # of an earlier suite, or damaged: it is judged again
            return None
