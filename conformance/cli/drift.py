"""conformance drift: what the APIs' published types say now, against what is pinned."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from conformance.contracts import load_specifications
from conformance.drift.compared import drift
from conformance.drift.model import Drift, State
from conformance.drift.states import installed_derivation, openapi_state, pinned_state, state_of
from conformance.errors import UsageError
from conformance.recordings import Interaction, read_folder
from conformance.reports.certificate import read_certificate
from conformance.reports.drift import document, lines
from conformance.reports.write import see_writable, write_file

UNBROKEN, BROKEN = 0, 1


def run(parsed: argparse.Namespace) -> int:
    """Return 0 where nothing breaks what operations here rely on, 1 where something does. Raises UsageError for 2."""
    if parsed.update and (parsed.old or parsed.openapi):
        raise UsageError(
            "--update pins what packages say in the place of what is pinned.", "Leave --from and --openapi away."
        )
    for option in ("json", "html"):
        if getattr(parsed, option) is not None:
            see_writable(getattr(parsed, option), f"--{option}")
    certificates = [(path, _operations_of(path)) for path in parsed.certificate]
    interactions = list(_interactions(parsed.recordings))
    derived = None if parsed.openapi else installed_derivation(parsed.python)
    new = openapi_state(parsed.openapi) if derived is None else state_of(_named(parsed.python), derived)
    found = drift(_old(parsed.old), new, load_specifications().contracts, interactions, certificates)
    print("\n".join(lines(found, everything=parsed.all)))
    _write(parsed, found)
    if parsed.update and derived is not None:
        from conformance.files import api_folder
        from conformance.oracles.pin import write_pins

        told = {kind: one for kind, one in derived.items() if "schema" in one}
        print(f"Pinned: {', '.join(write_pins(told, api_folder()))}")
    return BROKEN if found.is_breaking else UNBROKEN


def _old(interpreter: str | None) -> State:
    return state_of(_named(interpreter), installed_derivation(interpreter)) if interpreter else pinned_state()


def _named(interpreter: str | None) -> str:
    return f"the packages of {interpreter or 'this environment'}"


def _operations_of(path: str) -> frozenset[str]:
    """Return the operations that a certificate is for: its tests are named OPERATION RULE."""
    predicate = read_certificate(path).statement["predicate"]
    tests = [test for outcome in ("passedTests", "warnedTests", "failedTests") for test in predicate.get(outcome, ())]
    return frozenset(str(test).partition(" ")[0] for test in tests)


def _interactions(folders: list[str]) -> Iterator[Interaction]:
    for folder in folders:
        read = read_folder(folder)
        if not read.interactions:
            raise UsageError(
                f"--recordings {folder} holds no recorded traffic of the two APIs.", "Name another folder."
            )
        yield from read.interactions


def _write(parsed: argparse.Namespace, found: Drift) -> None:
    if parsed.json is not None:
        write_file(parsed.json, (json.dumps(document(found), indent=1) + "\n").encode())
    if parsed.html is not None:
        from conformance.reports.drift_html import render

        write_file(parsed.html, render(found).encode())
