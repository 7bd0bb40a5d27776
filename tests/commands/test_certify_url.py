"""certify --url and serve, from end to end: a converter gets the same verdicts however it is reached."""

from __future__ import annotations

import json
import re
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from conformance import __version__, reference
from tests.running.subjects.faulty_service import FaultyService

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE = "mcp-tool-to-chat-tool"
SOME = ("--operation", SINGLE, "--operation", "chat-response-to-tool-calls")
QUICK = ("--max-examples", "1", "--seed", "2")
ANY_LANGUAGE = (
    f"{sys.executable} -S {Path(__file__).parents[1] / 'running' / 'subjects' / 'scripts' / 'stdlib_process.py'}"
)
ON_STREAMS = f"{sys.executable} -m conformance serve --stdio"


@pytest.fixture
def serve(start) -> Callable[..., Any]:
    """Runs `conformance serve` on a free port; gives the URL it prints."""

    @contextmanager
    def served(*arguments: str) -> Iterator[str]:
        process = start("serve", "--port", "0", *arguments)
        try:
            line = process.stdout.readline()
            assert re.fullmatch(r"Listening on http://127\.0\.0\.1:\d+\n", line), (line, process.stderr.read())
            yield line.split()[-1]
        finally:
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (0, "", "")

    return served


@pytest.fixture
def faulty() -> Iterator[Callable[..., FaultyService]]:
    made: list[FaultyService] = []

    def make(**more: Any) -> FaultyService:
        convert = {SINGLE: reference.mcp_tool_to_chat_tool}
        made.append(FaultyService(tuple(convert), lambda operation, given: convert[operation](given), **more))
        return made[-1]

    yield make
    for service in made:
        service.close()


def report_in(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "report.json").read_text("utf-8"))


def judged(report: dict[str, Any]) -> dict[tuple[str, str], tuple[str, int, int]]:
    return {
        (rule["operation"], rule["id"]): (rule["verdict"], rule["cases_run"], rule["examples_run"])
        for rule in report["rules"]
        if rule["operation"] != "http-service"
    }


@pytest.mark.expensive("runs one converter three times, in three ways")
def test_a_sound_converter_gets_the_same_verdicts_as_a_function_a_process_and_a_url(run, here, serve):
    with serve() as url:
        ways = {"function": ("reference",), "process": ("--command", ON_STREAMS), "url": ("--url", url)}
        reports = {}
        for way, how in ways.items():
            done = run("certify", *how, *SOME, *QUICK, "--report-dir", way, "-v")
            assert (done.status, done.err) == (0, ""), done.out
            reports[way] = report_in(here / way)
            if way == "process":
                assert f"Subject: reference ({__version__}, python" in done.out
                assert "reached as process" in done.out
    assert judged(reports["function"]) == judged(reports["process"]) == judged(reports["url"])
    assert reports["url"]["subject"]["adapter"] == "http"


@pytest.mark.parametrize("deed", ["tail", "forged"])
def test_bytes_behind_each_answer_are_reported_as_faults(run, here, faulty, deed):
    service = faulty(behind=deed)
    done = run("certify", "--url", service.url, "--operation", SINGLE, "--max-examples", "0", "--report-dir", "url")
    report = report_in(here / "url")
    assert report["run"]["faults"] > 10, done.out
    assert "The subject gave no usable answer" in done.out


@pytest.mark.expensive("certifies over HTTP")
def test_a_converter_with_a_defect_fails_the_same_rules_behind_a_url(run, here, serve, keeps_defaults):
    run("certify", *keeps_defaults, *QUICK, "--report-dir", "process")
    with serve(*keeps_defaults) as url:
        done = run("certify", "--url", url, "--operation", SINGLE, *QUICK, "--report-dir", "url")
    assert done.status == 1
    process, service = (report_in(here / way) for way in ("process", "url"))
    assert judged(process) == judged(service)
    (rule,) = [rule for rule in service["rules"] if rule["id"] == "MCP-2"]
    assert rule["verdict"] == "fail"
    assert f"--url {url}" in rule["evidence"][0]["reproduce"]


@pytest.mark.expensive("certifies over HTTP")
def test_a_process_in_any_language_is_served(run, serve):
    with serve("--command", ANY_LANGUAGE) as url:
        done = run("certify", "--url", url, "--operation", SINGLE, "--max-examples", "0", "-v")
    assert (done.status, done.err) == (0, "")
    assert "reached as http" in done.out


def test_a_service_that_dies_on_every_third_request_is_reported_by_the_cases_that_died(run, here, faulty):
    service = faulty()
    service.dies_on_every = 3
    options = ("--operation", SINGLE, "--max-examples", "0", "--report-dir", "reports", "-vv")
    done = run("certify", "--url", service.url, *options)
    assert done.status == 1
    assert re.search(r"The subject gave no usable answer \d+ times( \([^)]*\))?[.:]", done.out)
    lost = [given for place, given in enumerate(service.asked, 1) if place % 3 == 0]
    died = [
        evidence
        for rule in report_in(here / "reports")["rules"]
        for evidence in rule["evidence"]
        if evidence["error"] and evidence["error"]["kind"] == "exit"
    ]
    assert report_in(here / "reports")["run"]["faults"] > 10
    assert len({evidence["case"] for evidence in died}) >= 5
    assert all(evidence["input"] in lost for evidence in died)
    assert {evidence["message"] for evidence in died} == {"the subject closed the connection without an answer"}
    cases = {evidence["case"] for evidence in died if evidence["case"]}
    assert any(f"case {case}: the subject closed the connection" in done.out for case in cases)
    assert ": the subject closed the connection" in done.out


def test_a_service_that_says_what_it_is_in_control_characters(run, faulty):
    service = faulty(language="\x1b[31mred\n\x1b]0;title\x07")
    done = run("certify", "--url", service.url, "--operation", SINGLE, "--max-examples", "0", "-v")
    assert "\x1b" not in done.out + done.err
    assert "\\x1b[31mred\\n" in done.out


def test_a_table_names_a_service(run, here, faulty):
    url = faulty().url
    (here / "conformance.toml").write_text(f"[subjects.theirs]\nurl = '{url}'\n", "utf-8")
    done = run("certify", "theirs", "--operation", SINGLE, "--max-examples", "0", "-v")
    assert "Subject: moody (1, reached as http)" in done.out
    assert f"    url: {url}\n" in run("subjects").out
    assert (
        run("serve", "theirs", alone=False).err
        == f"conformance: theirs is a service already. Certify it: --url {url}\n"
    )


def test_a_service_is_compared(run, faulty):
    arguments = ("diff-subjects", "reference", "--b-url", faulty().url, "--operation", SINGLE, "--max-examples", "5")
    done = run(*arguments, "--seed", "1")
    assert (done.status, done.err) == (0, "")
    assert "moody (1, reached as http)" in done.out


def test_the_rules_of_services_are_listed_and_explained(run):
    listed = run("rules", "--operation", "http-service").out
    assert "  HTTP-4   MUST    field " in listed
    assert "A malformed body is refused" in run("explain", "HTTP-4").out


def test_a_port_that_is_taken(run):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("serve", "--port", port, alone=False)
    reported = (
        f"conformance: Nothing can listen at 127.0.0.1, port {port}: Address already in use. Give --port another one"
    )
    assert (done.status, done.out, done.err) == (2, "", f"{reported}, or 0 for any.\n")
