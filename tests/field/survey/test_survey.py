"""The loop of a survey: what has a result is left alone, and each result is kept when it comes."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future
from dataclasses import replace

import pytest

from conformance.base.errors import UsageError
from conformance.field.rows import NOT_INSTALLED
from conformance.field.survey.judging import SurveyJudgement
from conformance.field.survey.model import Lock
from conformance.field.survey.store import Store
from conformance.field.survey.survey import survey
from tests.field.survey.test_store import ROW, TASK

TASKS = [replace(TASK, version=f"1.{minor}.0", digest=f"{minor:064}") for minor in range(5)]


class Immediately:
    """Answers at once; from the task of a number on with an error."""

    def __init__(self, error=None, after=99):
        self.asked, self.error, self.after = [], error, after

    def submit(self, _judge, task, _lock, _environments, _suite):
        self.asked.append(task)
        future = Future()
        if len(self.asked) > self.after:
            future.set_exception(self.error)
        else:
            future.set_result(SurveyJudgement(replace(ROW, task=task)))
        return future


LOCK = Lock(installer="uv", text="", made_for="this machine", needs=">=3.8")


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setattr("conformance.field.survey.survey.prepare", lambda _task, _environments: LOCK)
    return Store(str(tmp_path))


def run(store, executor, tell=lambda _progress: None):
    survey(TASKS, store, executor, None, at_once=1, tell=tell)


def test_each_task_is_judged_once(store):
    first, second, told = Immediately(), Immediately(), []
    run(store, first, told.append)
    assert [row.task for row in store.rows(TASKS)] == TASKS == first.asked
    assert [(element.number, element.total) for element in told] == [(number, 5) for number in range(1, 6)]
    run(store, second)
    assert second.asked == []


def test_an_interrupted_survey_goes_on_where_it_was(store):
    def interrupt(progress):
        if progress.number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(store, Immediately(), interrupt)
    assert store.rows(TASKS) == [replace(ROW, task=task) for task in TASKS[:2]]
    rest = Immediately()
    run(store, rest)
    assert rest.asked == TASKS[2:]


def test_a_lost_cluster_is_said_and_what_was_done_is_kept(store):
    with pytest.raises(UsageError, match="The cluster lost a task"):
        run(store, Immediately(CancelledError(), after=3))
    assert len(store.rows(TASKS)) == 3


def test_an_error_of_the_suite_is_no_lost_task(store):
    with pytest.raises(ZeroDivisionError):
        run(store, Immediately(ZeroDivisionError(), after=0))


def test_what_cannot_be_judged_is_kept_without_an_executor(store, monkeypatch):
    def prepare(task, _environments):
        return SurveyJudgement(replace(ROW, task=task, status=NOT_INSTALLED, reason="nobody has it"))

    monkeypatch.setattr("conformance.field.survey.survey.prepare", prepare)
    executor = Immediately()
    run(store, executor)
    assert executor.asked == []
    assert {row.reason for row in store.rows(TASKS)} == {"nobody has it"}
