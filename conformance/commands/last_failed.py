"""certify --last-failed: what failed in the last report of the same subject, and nothing else."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from conformance.base.errors import UsageError
from conformance.base.redact import Redactor
from conformance.base.values import JSON
from conformance.commands.given_input import GivenInputs, given_of
from conformance.results.read import read_report
from conformance.results.text import counted, one_line
from conformance.results.write import DEFAULT_FOLDER
from conformance.running.engine.redacted import redacted_description
from conformance.running.engine.result import InputSource, decides_against
from conformance.running.subjects.base import SubjectConfig

FLAG = "--last-failed"
CHOOSING = ("rule", "not_rule", "case", "origin", "input")  # flags that choose what this one chooses

Report = Mapping[str, Any]  # as in specs/report.schema.json


@dataclass(frozen=True, slots=True, kw_only=True)
class LastFailures:
    """What failed in a report. seed, max_examples: of its run. given: the inputs that the user gave and that failed."""

    operations: tuple[str, ...]
    rules: tuple[str, ...]
    seed: int
    max_examples: int
    given: GivenInputs


class LastFailed(NamedTuple):
    """What is run, in a line, and what failed; None if nothing did, and so everything is run."""

    said: str
    failed: LastFailures | None = None


def prepare(parsed: argparse.Namespace, config: SubjectConfig, secrets: Iterable[str]) -> LastFailed | None:
    """Return what failed last; None where nobody asks. The arguments name it then, as if the user had.

    The seed and the number of examples are those of the report, where none are given: they give the same inputs. Raises
    UsageError for flags that do not go with it, and for a damaged report.
    """
    if not parsed.last_failed:
        return None
    for name in CHOOSING:
        if getattr(parsed, name):
            flag = f"--{name.replace('_', '-')}"
            raise UsageError(f"{FLAG} cannot be combined with {flag}: each chooses what is run.", "Remove one.")
    path = parsed.json or os.path.join(parsed.report_dir or DEFAULT_FOLDER, "report.json")
    if not os.path.lexists(path):
        return LastFailed(f"There is no report in {one_line(path)}: everything is run.")
    report = read_report(path, FLAG)
    with closing(config.open()) as subject:
        name = redacted_description(subject.describe(), Redactor(secrets)).name
    if report["subject"]["name"] != name:
        other = one_line(str(report["subject"]["name"]), 80)
        return LastFailed(f"{one_line(path)} is about {other}, not {one_line(name, 80)}: everything is run.")
    last = failed_in(report, path, parsed.contract)
    if last.failed is not None:
        parsed.contract, parsed.rule = list(last.failed.operations), list(last.failed.rules)
        if parsed.seed is None:
            parsed.seed = last.failed.seed
        if parsed.max_examples is None:
            parsed.max_examples = last.failed.max_examples
    return last


def failed_in(report: Report, path: str, operations: Iterable[str] | None) -> LastFailed:
    """Return what failed in a report. operations: those of this run; None for all."""
    chosen = None if operations is None else set(operations)
    failed = [
        rule
        for rule in report["rules"]
        if decides_against(rule["level"], rule["verdict"]) and (chosen is None or rule["operation"] in chosen)
    ]
    if not failed:
        return LastFailed(f"Nothing failed in {one_line(path)}: everything is run.")
    names, rules = (tuple(dict.fromkeys(rule[key] for rule in failed)) for key in ("operation", "id"))
    where = f"{counted(len(rules), 'rule')} of {counted(len(names), 'operation')}"
    found = LastFailures(
        operations=names,
        rules=rules,
        seed=report["run"]["seed"],
        max_examples=report["run"]["max_examples"],
        given=_failing_inputs(failed),
    )
    return LastFailed(f"Only what failed in {one_line(path)}: {where}.", found)


def _failing_inputs(failed: Iterable[Report]) -> GivenInputs:
    """Return the inputs that the user gave and that showed a failure, each once."""
    found: dict[str, list[tuple[JSON, InputSource]]] = {}
    for rule in failed:
        own = found.setdefault(rule["operation"], [])
        for shown in rule["evidence"]:
            if "given" in shown and (shown["input"], _source(shown["given"])) not in own:
                own.append((shown["input"], _source(shown["given"])))
    return given_of(found)


def _source(given: Report) -> InputSource:
    return InputSource(given["kind"], given["name"], given.get("server"), tuple(given.get("tools", ())))


def together(first: GivenInputs, others: GivenInputs) -> GivenInputs:
    """Return the inputs of both, those of the first before the others, each once."""
    found: dict[str, list[tuple[JSON, InputSource]]] = {}
    for given_inputs in (first, others):
        for operation, inputs in given_inputs.inputs.items():
            own = found.setdefault(operation, [])
            pairs = zip(inputs, given_inputs.sources[operation], strict=True)
            own += [pair for pair in pairs if pair not in own]
    return given_of(found)
