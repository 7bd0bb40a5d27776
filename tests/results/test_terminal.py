from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from conformance.base.observation import Description
from conformance.results import terminal
from conformance.results.plain import Plain, header, verdict_line
from conformance.results.terminal import Terminal
from conformance.rules.contracts import Rule
from conformance.running.engine import Concluding, Finished, RuleResult, RunResult, Started, TrialProgress
from tests.running.engine.certifying import finish


def make_run(verdict: str, level: str = "MUST", title: str = "A title") -> RunResult:
    subject = Description(
        name="acme [red]x[/red]", version=None, language=None, adapter="process", operations=("one-to-one",), choices={}
    )
    run = RunResult(subject, seed=7, max_examples=5, requirements="every MUST", specs_digest="sha256:", started="")
    for name, element in (("A-0", "pass"), ("A-1", verdict)):
        entry = RuleResult(
            "one-to-one",
            Rule(
                id=name,
                level=level,
                origin="document",
                title=title,
                text="Text.",
                why="Why.",
                sources=(),
                check="a-check",
            ),
        )
        entry.verdict = element
        run.rules.append(entry)
    finish(run)
    return run


def draw(run: RunResult, *, colours: bool, events: tuple = (), verbose: int = 0) -> str:
    stream = io.StringIO()
    console = Console(
        file=stream, force_terminal=colours, color_system="standard" if colours else None, highlight=False, width=60,
        legacy_windows=False, _environ={},
    )  # fmt: skip
    listener = Terminal(console, verbose=verbose)
    for event in (Started(run.subject, ("one-to-one",), 3), *events, Concluding(), Finished(run)):
        listener(event)
    listener.end(run, {"json": "reports/report.json"})
    return stream.getvalue()


@pytest.mark.parametrize("verdict", ["pass", "fail", "not-run", "expected-failure"])
def test_the_words_are_those_of_the_plain_report(verdict):
    run = make_run(verdict, title="A title that is longer than the terminal is wide, and stays one line")
    stream = io.StringIO()
    plain = Plain(stream)
    plain(Started(run.subject, ("one-to-one",), 3))
    plain(Finished(run))
    plain.end(run, {"json": "reports/report.json"})
    assert draw(run, colours=False) == stream.getvalue()


def test_markup_in_a_name_is_text():
    run = make_run("pass")
    assert draw(run, colours=False, verbose=1).startswith(f"{header(run.subject)}\n")
    assert "[red]x[/red]" in draw(run, colours=True)


@pytest.mark.parametrize(
    ("verdict", "level", "drawn"),
    [
        ("fail", "MUST", "\x1b[1;31mFAIL \x1b[0mA-1"),
        ("fail", "SHOULD", "\x1b[33mfail \x1b[0mA-1"),
        ("not-run", "MUST", "\x1b[1;33mNot run: \x1b[0mA-1"),
    ],
)
def test_what_matters_has_a_colour(verdict, level, drawn):
    assert drawn in draw(make_run(verdict, level), colours=True, verbose=1)


@pytest.mark.parametrize(("verdict", "style"), [("pass", "1;32"), ("fail", "1;31")])
def test_the_verdict_has_its_colour(verdict, style):
    run = make_run(verdict)
    assert f"\x1b[{style}m{verdict_line(run)}\x1b[0m\n" in draw(run, colours=True)


def test_a_short_run_has_no_bar(monkeypatch):
    monkeypatch.setattr(terminal, "PATIENCE", 1_000_000)
    progress = TrialProgress("one-to-one", None, ())
    assert "━" not in draw(make_run("pass"), colours=True, events=(progress,))


def test_a_long_run_has_a_bar_that_is_erased(monkeypatch):
    monkeypatch.setattr(terminal, "PATIENCE", -1)
    progress = TrialProgress("one-to-one", None, ("A-1",))
    drawn = draw(make_run("pass"), colours=True, events=(progress,) * 9)  # more than was planned
    assert "one-to-one" in drawn
    assert "━" in drawn
    assert "━" not in drawn.rpartition("\x1b[2K")[2]


class _Closed(io.StringIO):
    def write(self, text: str) -> int:
        if text:
            raise BrokenPipeError
        return 0


def test_a_reader_that_went_away_costs_no_reports_in_colours_either():
    listener = Terminal(Console(file=_Closed(), force_terminal=True, _environ={}), has_bar=False)
    run = make_run("fail")
    for event in (Started(run.subject, ("one-to-one",), 3), Finished(run)):
        listener(event)
    assert listener.end(run, {"json": "reports/report.json"}) is None


def test_no_bar_moves_where_nobody_watches(monkeypatch):
    monkeypatch.setattr(terminal, "PATIENCE", -1)
    stream, run = io.StringIO(), make_run("pass")
    listener = Terminal(Console(file=stream, force_terminal=True, _environ={}), has_bar=False)
    for event in (Started(run.subject, ("one-to-one",), 3), TrialProgress("one-to-one", None, ()), Finished(run)):
        listener(event)
    assert stream.getvalue() == ""


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_rows_fit_the_screen_in_colours_too(columns):
    stream, run = (
        io.StringIO(),
        make_run("fail", title="A title of a rule that is longer than any of these screens is wide"),
    )
    listener = Terminal(Console(file=stream, force_terminal=True, width=columns, _environ={}), columns=columns)
    listener(Finished(run))
    listener.end(run, {"json": "reports/report.json", "html": "reports/report.html", "junit": "reports/junit.xml"})
    rows = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", stream.getvalue()).splitlines()
    assert max(map(len, rows)) <= columns
    assert "FAIL" in rows[0]
