"""conformance certify: judge a subject, print what was found, write the reports."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from typing import TYPE_CHECKING

from conformance.cli.given_input import read_input
from conformance.cli.interrupt import hold_interrupts
from conformance.cli.target import check_operations, command_line, same_inputs, target_of
from conformance.contracts import Specifications, load_specifications
from conformance.engine import Concluding, Event, ExpectedFailure, Options, RunResult, certify
from conformance.errors import UsageError
from conformance.reports.plain import Plain
from conformance.reports.write import Reports, write_reports
from conformance.subjects.resolve import resolve
from conformance.values import JSON

if TYPE_CHECKING:
    from conformance.contracts.requirements import RequirementSet

CONFORMS, DOES_NOT, INTERRUPTED = 0, 1, 130


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status: 0 conforms, 1 does not, 130 interrupted. Raises UsageError and its kin for 2 and 3."""
    specifications = load_specifications()
    operations = tuple(specifications.contracts)
    check_operations(parsed.contract or (), operations, "--contract")
    subject, target = resolve(target_of(parsed, operations))
    required = _requirements(parsed.requirements, specifications)
    reports = Reports.prepare(parsed.report_dir, parsed.json, parsed.junit, narrowed=_narrowed(parsed))
    seed = parsed.seed if parsed.seed is not None else int.from_bytes(os.urandom(4), "big")
    options = Options(
        operations=tuple(parsed.contract) if parsed.contract else None,
        rules=tuple(parsed.rule) if parsed.rule else None,
        origins=tuple(parsed.origin) if parsed.origin else None,
        cases=tuple(parsed.case) if parsed.case else None,
        choices=target.choices,
        inputs=_inputs(parsed, operations),
        only_inputs=parsed.input is not None,
        max_examples=parsed.max_examples,
        seed=seed,
        reproduce=command_line(parsed),
        evidence_folder=shlex.quote(reports.evidence_folder) if reports.evidence_folder else None,
        again=same_inputs(parsed, seed),
        requirements=str(required) if required else "every MUST",
        required=required.rules if required else None,
        expected_failures=_expected(parsed.expected_failures),
        earlier=parsed.seed is None,  # whoever names a seed wants its examples and no others
        losses=reports.json is not None,
    )
    listener = _listener(parsed.quiet)
    try:
        result = certify(specifications, subject, options, [_hold, listener])
    finally:
        subject.close()
    if not result.judged and result.complete:
        raise UsageError(
            "Nothing was judged: no case and no example reached a chosen rule.",
            "Widen --rule, --case, --origin or --contract, or allow examples.",
        )
    listener.end(result, write_reports(result, reports, _texts(result)))
    if result.interrupted:
        return INTERRUPTED
    return CONFORMS if result.conforms else DOES_NOT


def _requirements(name: str | None, specifications: Specifications) -> RequirementSet | None:
    if name is None:
        return None
    from conformance.contracts.requirements import load_requirements

    return load_requirements(name, specifications)


def _narrowed(parsed: argparse.Namespace) -> bool:
    """Whether this run repeats a part: it must not replace the whole run's reports unasked."""
    if parsed.case and parsed.input is not None:
        raise UsageError("--case and --input each name all that is run.", "Leave one of them away.")
    return bool(parsed.case or parsed.rule) or parsed.input is not None


def _hold(event: Event) -> None:
    if isinstance(event, Concluding):
        hold_interrupts()


def _inputs(parsed: argparse.Namespace, operations: tuple[str, ...]) -> dict[str, tuple[JSON, ...]]:
    inputs: dict[str, tuple[JSON, ...]] = {}
    if parsed.input is not None:
        if not parsed.contract:
            raise UsageError("--input needs --contract.", "Say which operation the input is for.")
        inputs = dict.fromkeys(parsed.contract, (read_input(parsed.input),))
    if parsed.mcp_server is not None:
        from conformance.subjects.environment import clean_environment
        from conformance.subjects.mcp_server import harvest

        tools = harvest(parsed.mcp_server, timeout=parsed.start_timeout, env=clean_environment(parsed.env))
        for operation in operations:
            if operation == "mcp-tool-to-chat-tool":
                inputs[operation] = (*inputs.get(operation, ()), *tools)
            elif operation.startswith("mcp-tools-"):
                inputs[operation] = (*inputs.get(operation, ()), tools)
    return inputs


def _expected(path: str | None) -> tuple[ExpectedFailure, ...]:
    if path is None:
        return ()
    from conformance.cli.expectations import read_expected_failures

    return read_expected_failures(path)


def _listener(quiet: bool) -> Plain:
    if quiet or not sys.stdout.isatty():
        return Plain(sys.stdout, quiet=quiet)
    from conformance.reports.terminal import Terminal

    return Terminal()


def _texts(result: RunResult) -> dict[str, dict[str, str]]:
    return {
        f"{entry.operation} {entry.rule.id}": {
            key: text
            for key, text in (("text", entry.rule.text), ("why", entry.rule.why), ("settled", entry.rule.settled))
            if text
        }
        for entry in result.rules
    }
