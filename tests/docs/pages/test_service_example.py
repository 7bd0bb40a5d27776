"""The service that docs/certify-a-service.md links to is whole: run as the page says, it conforms."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from conformance.commands.parser import command_parser
from conformance.rules.contracts.files import read_schema
from tests.command import run_here
from tests.docs.commands import ROOT
from tests.docs.small_service import code

PAGE = ROOT / "docs" / "certify-a-service.md"


def test_the_service_conforms(tmp_path: Path) -> None:
    (tmp_path / "service.py").write_text(code(), "utf-8")
    with subprocess.Popen(
        [sys.executable, "service.py", "0"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as service:
        try:
            assert service.stdout is not None
            url = service.stdout.readline().split()[-1]
            done = run_here(tmp_path, ("certify", "--url", url, "--max-examples", "0"), os.environ)
        finally:
            service.kill()
    report = json.loads((tmp_path / "reports" / "report.json").read_text("utf-8"))
    failing = [rule["id"] for rule in report["rules"] if rule["verdict"] == "fail" and rule["level"] == "MUST"]
    assert (done.status, done.err, failing) == (0, "", [])
    assert {rule["operation"] for rule in report["rules"]} == {"chat-tools-to-responses-tools", "http-service"}


def test_its_first_lines_are_the_routes_of_the_description() -> None:
    description = read_schema("subject-protocol.openapi.json")
    routes = {f"{method.upper()} {path}" for path, item in description["paths"].items() for method in item}
    assert routes == {"GET /describe", "POST /convert/{operation}"}
    assert all(f"`{route}`" in PAGE.read_text("utf-8") for route in routes)


def test_its_commands_have_options_that_exist() -> None:
    commands = re.findall(
        r"^    (?:\$ )?conformance (certify|serve|rules)\b(.*)$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert commands
    for name, rest in commands:
        reported = command_parser(name).format_help()
        for flag in re.findall(r"(?<!\S)--[a-z-]+", rest.partition(" # ")[0]):
            assert flag in reported, (name, flag)
