"""report.json: the run as data, format 2. Every other report is drawn from it."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from conformance import __version__
from conformance.apis.oracles import OPENAI
from conformance.base.errors import SpecificationError
from conformance.base.observation import Description, HttpExchange, Outcome
from conformance.base.values import ABSENT, JSON
from conformance.results.arrives import arrives_document
from conformance.results.behaviours import read_behaviours
from conformance.results.cases import cases_document, check_seconds
from conformance.results.given_document import given_documents, source_document, standing_document
from conformance.results.live import live_document
from conformance.results.reproduction.curl import curl_of
from conformance.results.requirement_sets import sets_document
from conformance.results.schema import violation
from conformance.results.set_aside import set_aside_document
from conformance.rules.checks.conduct import INPUT_EDITED, is_conduct
from conformance.rules.contracts import Rule
from conformance.rules.losses.account import FieldLoss, Losses
from conformance.running.engine.behaviours import Likeness, likeness
from conformance.running.engine.defects import Defect, NamedFact, defects
from conformance.running.engine.harm import WORDS
from conformance.running.engine.ledger import Kind, Ledger
from conformance.running.engine.result import RECORDING, VERDICTS, Evidence, RuleResult, RunResult, SeenFault
from conformance.running.engine.sets import set_verdicts

Document = dict[str, Any]
MOST_REASONS = 3  # why an input is not real


def document(result: RunResult) -> Document:
    """Return the report as data. Shape: specs/report.schema.json."""
    subject, found = result.subject, defects(result)
    report = {
        "format": 2,
        "suite": {"version": __version__, "specs_digest": result.specs_digest},
        "subject": {
            "name": subject.name,
            "version": subject.version if isinstance(subject.version, str) else None,
            "language": subject.language if isinstance(subject.language, str) else None,
            "adapter": subject.adapter,
            **({"directions": directions_of(subject)} if subject.directions else {}),
        },
        "run": run_document(result),
        "choices": {
            operation: {name: {"answer": answer, "found": found} for name, (answer, found) in choices.items()}
            for operation, choices in result.choices.items()
        },
        "summary": {
            "conforms": result.conforms,
            **{level: counts(result, level) for level in ("MUST", "SHOULD")},
        },
        "sets": sets_document(set_verdicts(result)),
        "defects": _defects(found),
        "ledger": ledger_document(result.ledger),
        "set_aside": set_aside_document(result, writable),
        "rules": [_rule(entry) for entry in result.rules],
    }
    if result.earlier:
        report["earlier"] = [earlier._asdict() | {"rules": list(earlier.rules)} for earlier in result.earlier]
    if result.given:
        report["given"] = list(given_documents(result.given, found))
    if result.live is not None:
        report["live"] = live_document(result.live)
    if arrives := arrives_document(result):
        report["arrives"] = arrives
    if fates := {operation: dict(cases) for operation, cases in result.fates.items() if cases}:
        report["fates"] = fates
    if cases := cases_document(result):
        report["cases"] = cases
    if result.losses:
        report["losses"] = {operation: _account(account) for operation, account in result.losses.items()}
    if result.unmatched:
        report["unmatched_expected_failures"] = [failure.as_data() for failure in result.unmatched]
    return report


def run_document(result: RunResult) -> Document:
    """Return what identifies a run, and what went wrong in it."""
    return {
        "started": result.started,
        "seconds": result.seconds,
        "seed": result.seed,
        "max_examples": result.max_examples,
        "requirements": result.requirements,
        "complete": result.complete,
        **({"partial": list(result.partial)} if result.partial else {}),
        "faults": result.faults,
        **({"seen_faults": list(map(_seen_fault, result.seen_faults))} if result.seen_faults else {}),
        "platform": f"{os.uname().sysname} {os.uname().machine}",
        **({"host": result.profile} if result.profile != OPENAI else {}),
        **({"only_given": True} if result.only_given else {}),
        **({"without": list(result.without)} if result.without else {}),
        "check_seconds": check_seconds(result),
    }


def ledger_document(ledger: Ledger) -> Document:
    """Return a ledger's totals as data."""
    by_operation: dict[str, dict[str, Document]] = {}
    for operation in ledger.operations():
        for kind in Kind:
            totals = ledger.totals(operation=operation, kind=kind)
            if kind is not Kind.OPERATION and totals.planned:
                by_operation.setdefault(operation, {})[kind] = asdict(totals)
    return {
        "items": asdict(ledger.totals()),
        "operations": asdict(ledger.totals(kind=Kind.OPERATION)),
        "by_operation": by_operation,
    }


def _defects(found: Sequence[Defect]) -> list[Document]:
    known = read_behaviours({defect.shown.operation for defect in found})
    return [_defect(defect, likeness(defect, known)) for defect in found]


def _defect(defect: Defect, like: Likeness | None) -> Document:
    document: Document = {
        "id": defect.id,
        "decides": defect.decides,
        "sets": list(defect.sets),
        "inputs": defect.inputs,
        "rules": [rule._asdict() | {"evidence": list(rule.evidence)} for rule in defect.rules],
        "also_breaks": [{"operation": operation, "rule": rule} for operation, rule in defect.also_breaks],
        "shown": defect.shown._asdict(),
        "headlines": {name: shown._asdict() for name, shown in defect.headlines.items()},
        "harm": WORDS[defect.harm],
        "facts": [_fact(fact) for fact in defect.facts],
    }
    if defect.table is not None:
        document["table"] = {"kind": defect.table.kind, "members": list(defect.table.members)}
    for name, keywords in (("likewise", defect.likewise), ("also_at", defect.also_at)):
        if keywords:
            document[name] = list(keywords)
    if defect.left_out_by is not None:
        document["left_out_by"] = defect.left_out_by
    if like is not None:
        document["behaves_like"] = like._asdict()
    return document


def _fact(fact: NamedFact) -> Document:
    data = fact._asdict()
    if not fact.reason:
        del data["reason"]
    return data


def counts(result: RunResult, level: str) -> dict[str, int]:
    """Return how many rules of a level have which verdict. Every report counts rules here."""
    found = dict.fromkeys(VERDICTS, 0)
    for entry in result.rules:
        if entry.level == level:
            found[entry.verdict] += 1
    return found


def _account(account: Losses) -> Document:
    return {
        "inputs": account.trials,
        "fields": [_field(field) for field in account.fields],
        "defaulted": [made._asdict() for made in account.defaulted],
        "invented": [made._asdict() for made in account.invented],
    }


def _field(loss: FieldLoss) -> Document:
    field = asdict(loss)
    for name in ("empty", "went", "came"):
        if not field[name]:
            del field[name]
    return field


def source_line(rule: Rule) -> str:
    """Return where a rule comes from, in one line."""
    return "; ".join(str(source) for source in rule.sources)


def _seen_fault(fault: SeenFault) -> Document:
    where: Document = {"case": fault.case} if fault.case is not None else {"input": writable(fault.input)}
    return {"operation": fault.operation, "kind": fault.kind, "message": fault.message, **where}


def _rule(entry: RuleResult) -> Document:
    rule = entry.rule
    document: Document = {
        "operation": entry.operation,
        "id": rule.id,
        "level": entry.level,
        "origin": rule.origin,
        "sets": list(rule.sets),
        "title": rule.title,
        "source": source_line(rule),
        "verdict": entry.verdict,
        "cases_run": entry.cases_run,
        "examples_run": entry.examples_run,
        "evidence": [evidence_document(evidence) for evidence in entry.evidence],
    }
    if entry.reason:
        document["reason"] = entry.reason
    lists = (("also_breaks", entry.also_breaks), ("charged_to", entry.charged_to), ("causes", entry.causes))
    for name, names in lists:
        if names:
            document[name] = list(names)
    return document


def directions_of(subject: Description) -> list[Document]:
    """Return the directions of a gateway, as specs/report.schema.json has them."""
    return [{"from": api, "to": asked} for api, asked in subject.directions]


def evidence_document(evidence: Evidence) -> Document:
    """Return a piece of evidence as specs/report.schema.json has it."""
    outcome = evidence.outcome
    document: Document = {
        "kind": "case" if evidence.case is not None else "example",
        "case": evidence.case,
        "input": writable(evidence.input),
        "expected": None if evidence.expected is ABSENT else writable(evidence.expected),
        "actual": None if outcome.output is ABSENT else writable(outcome.output),
        "error": error_of(outcome),
        "diagnostics": [_diagnostic(entry) for entry in outcome.diagnostics]
        if outcome.diagnostics is not None
        else None,
        "at": evidence.at,
        "message": evidence.message,
        "reproduce": evidence.reproduce,
    }
    if evidence.expected is None:
        document["expected_is_null"] = True
    if evidence.kind == INPUT_EDITED and is_conduct(evidence) and outcome.input_after is not ABSENT:
        document["input_after"] = writable(outcome.input_after)
    if evidence.earlier:
        document["earlier"] = [writable(case) for case in evidence.earlier]
    if evidence.yields_to is not None:
        document["yields_to"] = evidence.yields_to
    if evidence.source is not None:
        document["given"] = source_document(evidence.source)
        if evidence.source.kind == RECORDING:
            document["recording"] = evidence.source.name
    if evidence.reduced is not None:
        document["reduced"] = {"input": writable(evidence.reduced.input), "at": evidence.reduced.at}
    if evidence.mutation is not None:
        document["mutation"] = evidence.mutation
    if evidence.standing is not None:
        document["standing"] = standing_document(evidence.standing, MOST_REASONS)
    if evidence.of_rule:
        document["of_rule"] = evidence.of_rule
    if evidence.judged_with:
        document["judged_with"] = [with_._asdict() | {"instead": list(with_.instead)} for with_ in evidence.judged_with]
    if outcome.exchange is not None:
        document["http"] = _exchange(outcome.exchange)
    if outcome.requests:
        document["requests"] = [_request(request) for request in outcome.requests]
    return document


def _exchange(exchange: HttpExchange) -> Document:
    return {
        "curl": curl_of(exchange.method, exchange.url, exchange.headers, writable(exchange.body)),
        "sent": writable(exchange.body),
        "asked": [writable(request) for request in exchange.asked],
        "status": exchange.status,
        "got": _read(exchange.got),
    }


def _read(got: JSON) -> JSON:
    """Return the body of an answer; one that is a text as JSON, where it is some."""
    if isinstance(got, str):
        with suppress(ValueError, RecursionError):
            got = json.loads(got)
    return writable(got)


def _request(seen: Any) -> Document:
    return {"path": seen["path"], "body": writable(seen["body"]), "answer": seen["answer"]}


def _diagnostic(entry: JSON) -> Document:
    value = writable(entry)
    return value if isinstance(value, dict) else {"message": str(value)}


def writable(value: JSON) -> JSON:
    """Return the value, or words for one that no JSON file can hold: a number beyond a double, endless nesting."""
    try:
        json.dumps(value, allow_nan=False)
    except RecursionError:
        return "(nested too deeply to be written)"
    except ValueError:
        # A subject may answer 1e999, which is JSON and is read as infinity.
        return json.loads(json.dumps(value), parse_constant=lambda name: f"({name})")
    return value


def error_of(outcome: Outcome) -> Document | None:
    """Return why a call has no output; None if it has one."""
    if outcome.refusal:
        return {"kind": "error", "type": outcome.refusal.type, "message": outcome.refusal.message}
    if outcome.not_json:
        return {"kind": "not-json", "message": outcome.not_json}
    if outcome.fault:
        return {"kind": outcome.fault.kind, "message": outcome.fault.message, "log": list(outcome.fault.log)}
    return None


def to_json(report: Document) -> bytes:
    """Return the report's text. Raises SpecificationError for one that breaks its schema: that is the suite's fault."""
    broken = violation(report)
    if broken is not None:
        raise SpecificationError(f"report.json breaks its own schema: {broken}.")
    return _lines(report).encode()


def _lines(report: Document) -> str:
    """Return the report with each member, rule and operation of a member on a line of its own: easy to diff."""
    members = []
    for key, value in report.items():
        if isinstance(value, list) and value:
            text = "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]"
        elif key in ("losses", "cases", "arrives", "fates"):
            accounts = (f"{json.dumps(operation)}: {json.dumps(account)}" for operation, account in value.items())
            text = "{\n  " + ",\n  ".join(accounts) + "\n }"
        else:
            text = json.dumps(value)
        members.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(members) + "\n}\n"
