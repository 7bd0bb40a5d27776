"""conformance certify: judge a subject, print what was found, write the reports."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys

from conformance.cli.target import command_line, target_of
from conformance.contracts import Specifications, load_specifications
from conformance.engine import Listener, Options, RunResult, certify
from conformance.errors import UsageError
from conformance.reports.write import Reports, write_reports
from conformance.subjects.resolve import resolve
from conformance.values import JSON

CONFORMS, DOES_NOT, INTERRUPTED = 0, 1, 130


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status: 0 conforms, 1 does not, 130 interrupted. Raises UsageError and its kin for 2 and 3."""
    specifications = load_specifications()
    operations = tuple(specifications.contracts)
    for operation in parsed.contract or ():
        if operation not in operations:
            raise UsageError(f"Unknown operation {operation!r}.", f"Known: {', '.join(operations)}.")
    subject, target = resolve(target_of(parsed, operations))
    narrowed = bool(parsed.case or parsed.input or parsed.rule)
    reports = Reports.prepare(parsed.report_dir, parsed.json, parsed.junit, narrowed=narrowed)
    options = Options(
        operations=tuple(parsed.contract) if parsed.contract else None,
        rules=tuple(parsed.rule) if parsed.rule else None,
        origins=tuple(parsed.origin) if parsed.origin else None,
        cases=tuple(parsed.case) if parsed.case else None,
        choices=target.choices,
        inputs=_inputs(parsed, operations),
        only_inputs=parsed.input is not None,
        max_examples=parsed.max_examples,
        seed=parsed.seed if parsed.seed is not None else _random_seed(),
        reproduce=command_line(parsed),
        evidence_folder=shlex.quote(reports.evidence_folder),
    )
    listener = _listener(parsed.quiet)
    try:
        result = certify(specifications, subject, options, [listener])
    finally:
        subject.close()
    written = write_reports(result, reports, _texts(specifications))
    return _conclude(result, written, parsed, narrowed)


def _random_seed() -> int:
    return int.from_bytes(os.urandom(4), "big")


def _inputs(parsed: argparse.Namespace, operations: tuple[str, ...]) -> dict[str, tuple[JSON, ...]]:
    inputs: dict[str, tuple[JSON, ...]] = {}
    if parsed.input is not None:
        if not parsed.contract:
            raise UsageError("--input needs --contract.", "Say which operation the input is for.")
        value = _read_json(parsed.input)
        inputs = dict.fromkeys(parsed.contract, (value,))
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


def _read_json(path: str) -> JSON:
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise UsageError(f"--input {path} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--input {path} is no JSON: {error}.") from None


def _listener(quiet: bool) -> Listener:
    if quiet:
        return lambda _event: None
    if sys.stdout.isatty():
        from conformance.reports.terminal import Terminal

        return Terminal()
    from conformance.reports.plain import Plain

    return Plain(sys.stdout)


def _texts(specifications: Specifications) -> dict[str, dict[str, str]]:
    return {
        f"{contract.operation} {rule.id}": {
            key: text for key, text in (("text", rule.text), ("why", rule.why), ("settled", rule.settled)) if text
        }
        for contract in specifications.contracts.values()
        for rule in contract.rules
    }


def _conclude(result: RunResult, written: dict[str, str], parsed: argparse.Namespace, narrowed: bool) -> int:
    from conformance.reports.plain import verdict_line

    if not result.judged and result.complete:
        raise UsageError(
            "Nothing was judged: no case and no example reached a chosen rule.",
            "Widen --rule, --case, --origin or --contract, or allow examples.",
        )
    print(verdict_line(result))
    if written and not parsed.quiet:
        print("Reports: " + ", ".join(written.values()))
    if result.interrupted:
        return INTERRUPTED
    return CONFORMS if result.conforms else DOES_NOT
