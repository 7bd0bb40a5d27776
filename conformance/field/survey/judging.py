"""Judges one library at one version: makes its environment, runs the suite, and has each defect shown by a script."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from packaging.specifiers import SpecifierSet

from conformance import __version__
from conformance.base.values import ABSENT
from conformance.field.rows import (
    JUDGED,
    NOT_INSTALLED,
    NOT_JUDGED,
    NOT_STARTED,
    FoundDefect,
    FoundFact,
    SetResult,
    SurveyRow,
    Task,
    keys_of,
)
from conformance.field.survey import programs
from conformance.field.survey.catalogue import Library, libraries_named, reason_for
from conformance.field.survey.environments import environment_of, lock_of
from conformance.field.survey.model import Environment, Lock
from conformance.field.survey.publishing import publishing
from conformance.field.survey.storage import default_folder
from conformance.field.survey.tasks import check_same_suite
from conformance.results.defects import Report, ReportedDefect, defects_of
from conformance.results.evidence_text import expected_of, shown_beside
from conformance.results.read import read_report
from conformance.results.requirement_sets import without_of
from conformance.results.text import one_line
from conformance.rules.contracts import load_specifications
from conformance.running.engine.result import NOT_RUN, PASS
from conformance.running.project.find import VARIABLE

SEED = 1  # every library is asked the same
JUDGING = 1800.0  # seconds that a run may take
STARTING = "120"  # seconds until a program answers: some libraries take long to import
ENVIRONMENT = "ENVIRONMENT"  # in place of the folder of one
UNFIT = "its operation hardly ever gives a result: the adapter may not fit this version"
USAGE = 2  # what the suite ends with where the subject cannot be reached


class SurveyJudgement(NamedTuple):
    """The result of a task: the row, what was installed, and report.json, which are empty where there is none."""

    row: SurveyRow
    lock: str = ""
    report: str = ""


def prepare(task: Task, environments: str | None) -> Lock | SurveyJudgement:
    """Return what is installed to judge a task; its result where nothing can be judged. Parameters as of `judge`.

    The lock is made where the survey was started, so that all machines install the same. Raises Stopped.
    """
    (library,) = libraries_named([task.library])
    row = _unjudged(task)
    if task.version not in SpecifierSet(library.versions):
        return SurveyJudgement(
            replace(row, status=NOT_STARTED, reason=f"its adapter is for the versions {library.versions}")
        )
    try:
        return lock_of(library, task, environments or default_folder())
    except programs.ProgramFailed as error:
        return SurveyJudgement(replace(row, reason=str(error)))


def judge(task: Task, lock: Lock, environments: str | None, suite: str) -> SurveyJudgement:
    """Judge a library at a version.

    environments: the folder that keeps them; None for the default one of this machine. suite: its digest.

    Whatever is wrong with the library is in the row. Raises Stopped where the survey was, and UsageError where this
    machine has another suite, or cannot install what is locked.
    """
    check_same_suite(suite)
    (library,) = libraries_named([task.library])
    row, started = _unjudged(task), time.monotonic()
    try:
        environment = environment_of(lock, environments or default_folder())
    except programs.ProgramFailed as error:
        return SurveyJudgement(replace(row, reason=str(error), seconds={"environment": _since(started)}))
    installed = time.monotonic()
    row = replace(row, note=lock.note, installed=environment.installed, language=library.language)
    with TemporaryDirectory() as folder:
        row, report = _judged_row(row, library, environment, folder)
    seconds = {"environment": round(installed - started, 1), "run": _since(installed)}
    return SurveyJudgement(replace(row, seconds=seconds), environment.lock, report)


def _unjudged(task: Task) -> SurveyRow:
    return SurveyRow(task=task, suite=__version__, specs_digest=load_specifications().digest, status=NOT_INSTALLED)


def certify_words(library: Library, environment: Environment, folder: str) -> list[str]:
    """Return the command that certifies a library in its environment. folder: for the reports."""
    words = [sys.executable, "-m", "conformance", "certify", library.name, "--start-timeout", STARTING]
    words += ["--report-dir", folder, "--seed", str(SEED), "--quiet"]
    return [*words, *(["--python", environment.interpreter] if environment.interpreter else [])]


def run_in(environment: Environment, words: list[str]) -> programs.Done:
    """Run a command of the suite where a library is installed. Raises Failed."""
    # Compiled files that Python may not write are compiled again at each start.
    # No project's settings hold for it, wherever the environment lies.
    env = {"PYTHONDONTWRITEBYTECODE": "", VARIABLE: ""}
    if environment.path is not None:
        env["PATH"] = environment.path + os.pathsep + os.environ.get("PATH", "")
    return programs.run(words, folder=environment.folder, env=env, limit=JUDGING)


def reason_of(done: programs.Done, library: Library) -> str:
    """Return why a run of the suite has no report. Where the catalogue lies on this machine is left out of it."""
    words = programs.last_words(done, 4 * programs.SHOWN).removeprefix("conformance: ")
    return one_line(words.replace(os.path.dirname(library.program) + os.sep, ""), programs.SHOWN)


def _judged_row(row: SurveyRow, library: Library, environment: Environment, folder: str) -> tuple[SurveyRow, str]:
    words = [*certify_words(library, environment, folder), "--max-examples", str(row.task.max_examples)]
    try:
        done = run_in(environment, words)
    except programs.ProgramFailed as error:
        return replace(row, status=NOT_JUDGED, reason=str(error)), ""
    path = os.path.join(folder, "report.json")
    if not os.path.isfile(path):
        status = NOT_STARTED if done.status == USAGE else NOT_JUDGED
        return replace(row, status=status, reason=reason_of(done, library)), ""
    report = read_report(path)
    defects = tuple(_defects(report, library, environment))
    with open(path, encoding="utf-8") as file:
        return replace(row_of_report(report, row), defects=defects), file.read()


def row_of_report(report: Report, row: SurveyRow) -> SurveyRow:
    """Return a row with what a report says of it."""
    rules: dict[str, dict[str, str]] = {}
    for rule in report["rules"]:
        rules.setdefault(rule["operation"], {})[rule["id"]] = rule["verdict"]
    return replace(
        row,
        status=JUDGED,
        reason=None if report["run"]["complete"] else "the run is incomplete: not every input was judged",
        day=report["run"]["started"][:10],
        subject=report["subject"]["version"],
        without=without_of(report),
        sets={requirement_set["name"]: _set_of(requirement_set) for requirement_set in report["sets"]},
        rules=rules,
    )


def _set_of(entry: Mapping[str, Any]) -> SetResult:
    failed = tuple((failure["operation"], failure["rule"]) for failure in entry["failed"])
    return SetResult(verdict=entry["verdict"], rules=entry["rules"], failed=failed)


def _defects(report: Report, library: Library, environment: Environment) -> Iterator[FoundDefect]:
    unfit, found = without_results(report), defects_of(report)
    keys = keys_of((*defect.shown, defect.evidence["at"]) for defect in found)
    with publishing(library, environment) as publish:
        for key, defect in zip(keys, found, strict=True):
            found_defect = _found_defect(key, defect, library)
            done = (
                replace(found_defect, unpublished=UNFIT)
                if found_defect.operation in unfit
                else publish(found_defect, defect)
            )
            yield without_folder(done, environment.folder)


def without_folder(found: FoundDefect, folder: str) -> FoundDefect:
    """Return a defect without where its environment lies, which errors of libraries may name."""

    def plain(text: str | None) -> str | None:
        return text if text is None else text.replace(folder, ENVIRONMENT)

    shown = replace(found, message=found.message.replace(folder, ENVIRONMENT), actual=plain(found.actual))
    facts = tuple(fact._replace(message=fact.message.replace(folder, ENVIRONMENT)) for fact in found.facts)
    return replace(
        shown, facts=facts, expected=plain(found.expected), script=plain(found.script), output=plain(found.output)
    )


def without_results(report: Report) -> set[str]:
    """Return the operations that hardly ever gave a result, so that more rules were not run than hold.

    That is how an adapter looks that does not fit a version, and no library's users would put up with it.
    """
    verdicts = Counter((rule["operation"], rule["verdict"]) for rule in report["rules"])
    return {operation for operation, _verdict in verdicts if verdicts[operation, NOT_RUN] > verdicts[operation, PASS]}


def _found_defect(key: str, defect: ReportedDefect, library: Library) -> FoundDefect:
    evidence, (operation, rule) = defect.evidence, defect.shown
    expected = expected_of(evidence)
    actual = ABSENT if evidence["error"] is not None else evidence["actual"]
    at = evidence["at"]
    return FoundDefect(
        id=defect.id,
        key=key,
        message=defect.message,
        sets=defect.sets,
        operation=operation,
        rule=rule,
        rules=tuple((*key, inputs) for key, inputs in defect.rules),
        facts=tuple(FoundFact(*fact.rule, fact.inputs, fact.message) for fact in defect.further_facts),
        at=at,
        input=json.dumps(evidence["input"], ensure_ascii=False),
        expected=None if expected is ABSENT else shown_beside(expected, actual, at=at),
        actual=shown_beside(actual, expected, at=at)
        if evidence["error"] is None
        else str(evidence["error"]["message"]),
        language=library.language,
        design=next(
            filter(None, (reason_for(library, *headline.rule, headline.message) for headline in defect.every_headline)),
            None,
        ),
    )


def _since(started: float) -> float:
    return round(time.monotonic() - started, 1)
