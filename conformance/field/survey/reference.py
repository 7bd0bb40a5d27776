"""The reference converters as a row of the board: everything arrives, so that 100 % is possible."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from tempfile import TemporaryDirectory

from conformance import __version__
from conformance.field.board.entry import REFERENCE
from conformance.field.rows import NOT_JUDGED, SurveyRow, Task
from conformance.field.survey import programs
from conformance.field.survey.judging import JUDGING, SEED, SurveyJudgement, row_of_report
from conformance.field.survey.store import Store
from conformance.field.survey.tasks import suite_digest
from conformance.results.read import read_report
from conformance.rules.contracts import load_specifications


def reference_row(store: Store) -> SurveyRow:
    """Return the row of the reference, judged now or kept from before by this suite. Raises Stopped, UsageError."""
    task = Task(
        library=REFERENCE,
        version=__version__,
        released=None,
        packages=(),
        before=None,
        max_examples=0,
        digest=suite_digest(),
    )
    kept = store.row_of(task)
    if kept is not None:
        return kept
    judgement = _judged(task)
    store.keep(judgement)
    return judgement.row


def _judged(task: Task) -> SurveyJudgement:
    row = SurveyRow(
        task=task, suite=__version__, specs_digest=load_specifications().digest, status=NOT_JUDGED, language="python"
    )
    with TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "conformance", "certify", REFERENCE, "--report-dir", folder, "--quiet"]
        words += ["--seed", str(SEED), "--max-examples", str(task.max_examples)]
        done = programs.run(words, limit=JUDGING)
        path = os.path.join(folder, "report.json")
        if not os.path.isfile(path):
            return SurveyJudgement(replace(row, reason=programs.last_words(done)))
        with open(path, encoding="utf-8") as file:
            return SurveyJudgement(row_of_report(read_report(path), row), report=file.read())
