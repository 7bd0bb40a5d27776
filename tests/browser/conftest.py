"""Drives pages in a real browser: Debian's chromium, by playwright. Where either is absent the tests are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from conformance.field.scoreboard import run_of, standings, write_scoreboard
from conformance.results.detection import Score
from conformance.results.html import render, wording_of
from conformance.rules.contracts import load_specifications
from tests.results.building import (
    Built,
    make_defect,
    make_evidence,
    make_hostile_report,
    make_large_report,
    make_losses,
    make_report,
    make_rule,
)

CHROMIUM = shutil.which("chromium")
ARGUMENTS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")
PATIENCE = 30_000  # milliseconds until the browser counts as hanging
FLAT, MCP = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"
Place = Callable[..., str]


def _lacking() -> str | None:
    """What these tests need and is not there."""
    if CHROMIUM is None:
        return "there is no chromium"
    for module in ("playwright", "axe_playwright_python"):
        if find_spec(module) is None:
            return f"{module} is not installed"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = _lacking()
    if reason is not None:
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser for these tests and no others: while it runs, so does an event loop in this thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page in a context of its own: opened(address, width=..., color_scheme=...). No script may fail in it."""
    contexts, problems = [], []

    def open_page(address: str, *, width: int = 1280, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("dialog", lambda dialog: problems.append(dialog.message))
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        if options.get("java_script_enabled", True):
            page.wait_for_selector("html.scripted")
            page.wait_for_selector("html.ready")
        page.asked = asked
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The address of the page of each of some reports."""
    folder = tmp_path_factory.mktemp("reports")
    wording = wording_of(load_specifications())
    scores = {FLAT: Score(62, 62, 12, 12, "sha256:" + "4f" * 32)}
    addresses = {}
    for name, report in _reports().items():
        path = folder / f"{name}.html"
        path.write_bytes(render(report, wording, scores).encode("utf-8", "backslashreplace"))
        addresses[name] = path.as_uri()
    return addresses


def _six() -> Built:
    """A report of one operation with thirty rules and six defects, each with a tool of some size."""
    rules, defects = [], []
    for number in range(30):
        fields = {f"field_{number}": {"type": "string", "description": "what it is for"} for number in range(12)}
        expected = {"name": "tool", "parameters": {"type": "object", "properties": fields}}
        fields = {**fields, "field_9": {"type": "string", "description": "what it is for", "default": "a"}}
        actual = {"name": "tool", "parameters": {"type": "object", "properties": fields}}
        at = "/output/parameters/properties/field_9/default"
        evidence = make_evidence(
            input={**actual, "more": "x" * 40}, expected=expected, actual=actual, at=at, diagnostics=[]
        )
        name = f"R-{number}"
        fails = number < 6
        rules.append(make_rule(id=name, verdict="fail" if fails else "pass", evidence=[evidence] if fails else []))
        if fails:
            rule = {"operation": FLAT, "rule": name}
            broken = [{**rule, "inputs": 3, "evidence": [0]}]
            defects.append(make_defect(number + 1, rules=broken, shown={**rule, "evidence": 0}))
    subject = {
        "name": "acme_tools_of_a_package:to_chat_tool",
        "version": "1.0",
        "language": "python",
        "adapter": "python",
    }
    return make_report(*rules, defects=defects, subject=subject, losses={FLAT: make_losses()})


def _reports() -> dict[str, Built]:
    evidence = make_evidence()
    long = make_evidence(
        case=None, kind="example", input=list(range(900)), expected=None, actual=list(range(900)), at=""
    )
    requests = [{"path": "/v1/responses", "body": {"input": [1, 2]}, "answer": 0}]
    failing = [
        make_rule(id="TR-1", title="The fields of the function move"),
        make_rule(id="TR-4", verdict="fail", evidence=[evidence, long, make_evidence(message="a third one")]),
        make_rule(id="ERR-1a", level="SHOULD", verdict="fail", evidence=[make_evidence(message="no log")]),
        make_rule(id="ALL-7", origin="api", verdict="not-observable", reason="it does not tell `input_after`"),
        make_rule(id="MCP-2", operation=MCP, verdict="not-run", cases_run=0, examples_run=0, reason="it died"),
        make_rule(id="MCP-3", operation=MCP, origin="field", title="No stray `default` is kept"),
        make_rule(
            id="LOOP-1",
            operation="tool-loop",
            verdict="expected-failure",
            evidence=[
                make_evidence(requests=requests, at="/requests/0/body/input/1", message="the second part is wrong")
            ],
        ),
    ]
    cases = {
        FLAT: {"flat-deep": "pp-u", "flat-basic": "pf--", "flat-none": "-aap"},
        MCP: {"tool": "-p"},
    }
    times = {FLAT: {"TR-1": 0.0005, "TR-4": 0.02, "ERR-1a": 0.001, "ALL-7": 0.0}}
    choices = {FLAT: {"strict-when-absent": {"answer": "false", "found": "probed"}}}
    return {
        "defects": make_report(
            *failing,
            defects=[make_defect(), make_defect(2, decides=False)],
            cases=cases,
            run={"check_seconds": times},
        ),
        "six": _six(),
        "failing": make_report(*failing, choices=choices, losses={FLAT: make_losses()}, cases=cases),
        "conforming": make_report(*(make_rule(id=f"TR-{number}") for number in range(1, 8))),
        "hostile": make_hostile_report(),
        "large": make_large_report(100_000),
    }


@pytest.fixture(scope="session")
def board(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a scoreboard of three subjects, one with a history, and of a hostile one."""
    folder = tmp_path_factory.mktemp("board")

    def run(name: str, *verdicts: str, started: str = "2026-01-02T03:04:05Z", operation: str = FLAT) -> Any:
        rules = [make_rule(id=f"TR-{n}", operation=operation, verdict=verdict) for n, verdict in enumerate(verdicts)]
        subject = {"name": name, "version": "1.0", "language": "go", "adapter": "process"}
        page = folder / f"{name}.html"
        report = make_report(*rules, subject=subject, run={"started": started})
        page.write_text(render(report), "utf-8")
        return run_of(report, str(folder / "report.json"), str(page))

    runs = [
        run("acme", "fail", "fail", "pass", started="2026-01-01T00:00:00Z"),
        run("acme", "fail", "pass", "pass", started="2026-02-01T00:00:00Z"),
        run("bridge", "pass", operation=MCP, started="2026-03-01T00:00:00Z"),
        run("castle", "fail", "pass", "pass", "pass"),
        run_of(make_hostile_report(), str(folder / "hostile.json"), None),
    ]
    return Path(write_scoreboard(standings(runs), str(folder))).as_uri()
