"""The names by which users import and start what lies in wings."""

from __future__ import annotations

import subprocess
import sys

import conformance.apis.emulator
import conformance.apis.emulator.running
import conformance.commands.roundtrips.cassettes as recorded
from conformance.emulator import Emulator
from conformance.emulator.running import running_api
from conformance.roundtrips.cassettes import set_up, settings


def test_what_users_import_is_what_the_suite_uses() -> None:
    assert Emulator is conformance.apis.emulator.Emulator
    assert running_api is conformance.apis.emulator.running.running_api
    assert (set_up, settings) == (recorded.set_up, recorded.settings)


def test_the_demonstration_server_starts_by_its_name() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "conformance.mcp_demo", "--help"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("usage: conformance.mcp_demo")
