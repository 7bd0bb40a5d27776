"""certify --url, on what `serve` offers: it keeps the rules of services, whatever it is sent."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen

import pytest

from tests.commands.conftest import Run


@pytest.mark.expensive("sends all that the description of a service allows, and more")
def test_what_is_served_keeps_the_rules_of_services(run: Run, start: Callable[..., Popen[str]], here: Path) -> None:
    process = start("serve", "--port", "0")
    try:
        assert process.stdout is not None
        url = process.stdout.readline().split()[-1]
        only = ("--operation", "http-service", "--max-examples", "5", "--seed", "2")
        done = run("certify", "--url", url, *only, "--report-dir", "reports")
    finally:
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "", "")
    assert (done.status, done.err) == (0, ""), done.out
    rules = json.loads((here / "reports" / "report.json").read_text("utf-8"))["rules"]
    service = {rule["id"]: rule for rule in rules if rule["operation"] == "http-service"}
    assert {rule["verdict"] for rule in service.values()} == {"pass"}, service
    assert service["HTTP-10"]["examples_run"] > 10
    assert all(rule["origin"] == "field" for rule in service.values())
