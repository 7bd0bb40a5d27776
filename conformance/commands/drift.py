"""conformance drift: what the APIs' published types say now, against what is pinned."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

from conformance.apis.oracles import COMPATIBLE, KINDS, OPENAI, profile_of
from conformance.apis.oracles.pin import write_pins
from conformance.apis.recordings import Interaction, read_folder
from conformance.base.errors import UsageError, did_you_mean
from conformance.base.files import api_folder
from conformance.commands import data_output
from conformance.results.certificate import read_certificate
from conformance.results.drift import document, lines
from conformance.results.drift_html import render
from conformance.results.write import write_file
from conformance.rules.contracts import load_specifications
from conformance.running.drift.model import Drift, State
from conformance.running.drift.run import drift
from conformance.running.drift.states import (
    OPENAPI_KINDS,
    installed_derivation,
    installing,
    openapi_state,
    pinned_state,
    state_of,
)

UNBROKEN, BROKEN, INCOMPLETE = 0, 1, 2


def run(parsed: argparse.Namespace) -> int:
    """Return 0 where nothing breaks what operations here rely on, 1 where something does, 2 where not all was compared.

    It is 1 too where the suite refuses what was recorded. Raises UsageError for a mistake.
    """
    kinds = _kinds(parsed)
    if parsed.update and (parsed.old is not None or parsed.openapi is not None):
        raise UsageError("--update cannot be combined with --from or --openapi.", "Remove one.")
    data_output.check_places({"--json": parsed.json, "--html": parsed.html})
    certificates = [(path, _operations_of(path)) for path in parsed.certificate]
    interactions = list(_interactions(parsed.recordings))
    derived = None if parsed.openapi is not None else installed_derivation(parsed.python)
    if derived is None:
        new = openapi_state(parsed.openapi)
    else:
        new = state_of(parsed.python, derived)
    old = pinned_state() if parsed.old is None else state_of(parsed.old, installed_derivation(parsed.old))
    found = drift(old, new, load_specifications().contracts, interactions, certificates, kinds)
    found = replace(found, install=_install(parsed, old, new, kinds))
    print("\n".join(lines(found, everything=parsed.all, verbose=parsed.verbose or parsed.all)))
    _write(parsed, found)
    if parsed.update and derived is not None:
        found_schemas = {kind: entry for kind, entry in derived.items() if "schema" in entry}
        print(f"Pinned: {', '.join(write_pins(found_schemas, api_folder()))}")
    if found.unseen:
        return INCOMPLETE
    return BROKEN if found.is_breaking else UNBROKEN


def _kinds(parsed: argparse.Namespace) -> tuple[str, ...]:
    """Return the kinds to compare. Raises UsageError for an unknown one."""
    for kind in parsed.kind or ():
        if kind not in KINDS:
            raise UsageError(f"Unknown kind {kind!r} in --kind.", did_you_mean(kind, KINDS))
    wanted = parsed.kind or (KINDS if parsed.openapi is None else OPENAPI_KINDS)
    return tuple(kind for kind in KINDS if kind in wanted)


def _install(parsed: argparse.Namespace, old: State, new: State, kinds: tuple[str, ...]) -> str | None:
    """Return what installs all that was not compared, for each of the two; None where nothing can be installed."""
    lacking = [] if parsed.openapi is not None else [(parsed.python, new)]
    lacking += [(parsed.old, old)] if parsed.old is not None else []
    commands = {
        installing(interpreter, absent)
        for interpreter, state in lacking
        if (absent := [kind for kind in kinds if kind in state.absent])
    }
    return " && ".join(sorted(commands)) or None


def _operations_of(path: str) -> frozenset[str]:
    """Return the operations that a certificate is for: its tests are named OPERATION RULE."""
    predicate = read_certificate(path).statement["predicate"]
    tests = [test for outcome in ("passedTests", "warnedTests", "failedTests") for test in predicate.get(outcome, ())]
    return frozenset(str(test).partition(" ")[0] for test in tests)


def _interactions(folders: list[str]) -> Iterator[Interaction]:
    for folder in folders:
        read = read_folder(folder)
        if not read.interactions:
            raise UsageError(f"--recordings {folder} holds no recorded traffic of the APIs.", "Name another folder.")
        # What another host of the same API takes says nothing of OpenAI's documents.
        yield from (
            interaction for interaction in read.interactions if profile_of(interaction.host, OPENAI) != COMPATIBLE
        )


def _write(parsed: argparse.Namespace, found: Drift) -> None:
    if parsed.json is not None:
        data_output.write(parsed.json, document(found))
    if parsed.html is not None:
        write_file(parsed.html, render(found))
