"""A certificate: what a run found, as an in-toto Statement with the test-result predicate.

https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md. Its tests are the rules that the
requirement set demands; what decides nothing is counted in the report alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import jsonschema_rs

from conformance.base.errors import SpecificationError, UsageError
from conformance.base.files import check_nesting, read_json
from conformance.base.values import JSON
from conformance.results.arrives import percents
from conformance.results.document import Document
from conformance.results.requirement_sets import without_of
from conformance.results.signing import payload_of
from conformance.results.text import one_line
from conformance.rules.contracts.files import read_schema
from conformance.rules.scope.declared import WITHOUT
from conformance.running.engine.result import EXPECTED_FAILURE, NOT_OBSERVABLE, PASS, decides_against
from conformance.running.subjects.identity import digest_of

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://in-toto.io/attestation/test-result/v0.1"
SCHEMA = "certificate.schema.json"
PASSED, WARNED, FAILED = "PASSED", "WARNED", "FAILED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What a certificate rests on besides the report.

    subject: the identity (`subjects.identity`) as data. requirements, api: digests, "sha256:...", api None where no
    schemas are pinned. report: the digest of report.json. choices: the answers that the user stated.
    expected_failures: operation, rule, reason and causes each.
    """

    subject: Mapping[str, Any]
    requirements: str
    api: str | None
    report: str
    choices: Mapping[str, str]
    expected_failures: Sequence[Mapping[str, JSON]]


def statement(report: Document, basis: Basis) -> dict[str, Any]:
    """Return the certificate of a report as data. Shape: specs/certificate.schema.json.

    Raises UsageError for a run without a verdict on any rule that the requirement set requires.
    """
    passed, warned, failed, undecided = _tests(report)
    if not (passed or warned or failed):
        raise UsageError(
            f"No certificate: nothing that {report['run']['requirements']} demands was judged.",
            "Choose other --requirements, or another --operation.",
        )
    details = dict(basis.subject)
    name = details.pop("name")
    return {
        "_type": STATEMENT,
        "subject": [{"name": name, "digest": {"sha256": digest_of(basis.subject)}, "annotations": details}],
        "predicateType": PREDICATE,
        "predicate": {
            "result": result_of(not report["summary"]["conforms"], bool(warned), report["run"]["max_examples"]),
            "configuration": _configuration(report, basis, undecided),
            "passedTests": passed,
            "warnedTests": warned,
            "failedTests": failed,
        },
    }


def result_of(failed: bool, warned: bool, max_examples: int) -> str:
    """Return the result that a certificate states. One of a run without generated inputs is a warning at best."""
    return FAILED if failed else WARNED if warned or not max_examples else PASSED


def _tests(report: Document) -> tuple[list[str], list[str], list[str], dict[str, str]]:
    """Return the names of what passed, what did but for an excuse or unseen, and what failed; and all others.

    The others decide nothing, each with its verdict: SHOULD rules, and rules that nothing reached.
    """
    passed, warned, failed = [], [], []
    undecided: dict[str, str] = {}
    for rule in report["rules"]:
        name, verdict = f"{rule['operation']} {rule['id']}", rule["verdict"]
        if decides_against(rule["level"], verdict):
            failed.append(name)
        elif rule["level"] == "MUST" and verdict == PASS:
            passed.append(name)
        elif rule["level"] == "MUST" and verdict in (EXPECTED_FAILURE, NOT_OBSERVABLE):
            warned.append(name)
        else:
            undecided[name] = verdict
    return passed, warned, failed, undecided


def _configuration(report: Document, basis: Basis, undecided: Mapping[str, str]) -> list[dict[str, Any]]:
    run = report["run"]
    pinned = [] if basis.api is None else [{"name": "api-schemas", "digest": _digest(basis.api)}]
    return [
        {"name": "suite", "annotations": {"version": report["suite"]["version"]}},
        {"name": "specifications", "digest": _digest(report["suite"]["specs_digest"])},
        {
            "name": "requirements",
            "digest": _digest(basis.requirements),
            "annotations": {"set": run["requirements"]},
        },
        *pinned,
        {
            "name": "run",
            "annotations": {
                "started": run["started"],
                # As text: consumers that read numbers as doubles would change a large one.
                "seed": str(run["seed"]),
                "maxExamples": run["max_examples"],
                "sets": {requirement_set["name"]: requirement_set["verdict"] for requirement_set in report["sets"]},
                **_ledger(report),
                **_arrives(report),
                "adapter": report["subject"]["adapter"],
                "operations": list(dict.fromkeys(rule["operation"] for rule in report["rules"])),
                **({WITHOUT: list(without_of(report))} if without_of(report) else {}),
                "undecided": dict(undecided),
                "choices": dict(basis.choices),
                "expectedFailures": [dict(entry) for entry in basis.expected_failures],
            },
        },
        {"name": "report.json", "digest": _digest(basis.report), "mediaType": "application/json"},
    ]


def _arrives(report: Document) -> dict[str, Any]:
    """Return by content the share that arrives; nothing for a report that has no such table."""
    shares = percents(report)
    return {"arrives": shares} if shares else {}


def _ledger(report: Document) -> dict[str, Any]:
    """Return how many inputs were planned, judged and excused; nothing for a report that has no ledger."""
    items = report.get("ledger", {}).get("items")
    if items is None:
        return {}
    aside = report.get("set_aside", {}).get("inputs", 0)
    return {
        "inputs": {
            **items,
            "set_aside": aside,
            "excused": sum(items["excused"].values()),
            "open": sum(items["open"].values()),
        }
    }


def _digest(digest_text: str) -> dict[str, str]:
    algorithm, _colon, digest = digest_text.partition(":")
    return {algorithm: digest}


class Certificate(NamedTuple):
    """A certificate that was read. envelope: the signed envelope (DSSE) it came in, None where it is not signed."""

    statement: dict[str, Any]
    envelope: dict[str, Any] | None = None

    @property
    def subject(self) -> dict[str, Any]:
        """The identity of its subject, as data."""
        subject = self.statement["subject"][0]
        return {"name": subject["name"], **subject["annotations"]}

    @property
    def predicate(self) -> dict[str, Any]:
        """The test result."""
        predicate: dict[str, Any] = self.statement["predicate"]
        return predicate

    @property
    def run(self) -> dict[str, Any]:
        """How the run was made."""
        annotations: dict[str, Any] = self._configured("run")["annotations"]
        return annotations

    @property
    def without(self) -> tuple[str, ...]:
        """What the subject says that it does not have; nothing where the scope is whole."""
        return lacking_of(self.predicate)

    @property
    def requirements(self) -> str:
        """The name of the requirement set, as in the report."""
        return str(self._configured("requirements")["annotations"]["set"])

    @property
    def suite(self) -> str:
        """The version of the suite that made it."""
        return str(self._configured("suite")["annotations"]["version"])

    def digest(self, name: str) -> str | None:
        """Return the digest of a part of the configuration, "sha256:..."; None where there is none."""
        digest = self._configured(name).get("digest")
        return f"sha256:{digest['sha256']}" if digest else None

    @property
    def basis(self) -> Basis:
        """What it rests on besides the report, as it says itself."""
        return Basis(
            subject=self.subject,
            requirements=self.digest("requirements") or "",
            api=self.digest("api-schemas"),
            report=self.digest("report.json") or "",
            choices=self.run["choices"],
            expected_failures=self.run["expectedFailures"],
        )

    def _configured(self, name: str) -> dict[str, Any]:
        for entry in self.predicate["configuration"]:
            if entry["name"] == name:
                found: dict[str, Any] = entry
                return found
        return {}


def lacking_of(predicate: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the subject of a test result says that it does not have."""
    runs = (entry["annotations"] for entry in predicate["configuration"] if entry["name"] == "run")
    return tuple(name for run in runs for name in run.get(WITHOUT, ()))


def check_shape(document: Any) -> str | None:
    """Return where a statement breaks its schema, and how; None where it does not."""
    try:
        error = next(jsonschema_rs.validator_for(read_schema(SCHEMA)).iter_errors(document), None)
    except ValueError:
        return "a text of it cannot be encoded"
    if error is None:
        return None
    where = "/".join(str(step) for step in error.instance_path) or "its top"
    return f"at {where}, {error.message}"


def hold(certificate: dict[str, Any]) -> dict[str, Any]:
    """Return a statement that has its form. Raises SpecificationError: what we make is our fault."""
    problem = check_shape(certificate)
    if problem:
        raise SpecificationError(f"The certificate breaks its own schema {problem}.")
    return certificate


def read_certificate(path: str) -> Certificate:
    """Return the certificate in a file: a statement, or an envelope that holds one.

    Raises UsageError, in one line: there is no such file, it is not JSON, or no certificate.
    """
    hint = "Name a file that conformance certify --certificate wrote."
    document = read_json(path, path, hint)
    envelope = None
    if isinstance(document, dict) and "payload" in document:
        envelope, document = document, payload_of(document, path)
        check_nesting(document, path)
    problem = check_shape(document)
    if problem:
        raise UsageError(f"{path} is not a certificate: {one_line(problem, 300)}.", hint)
    return Certificate(document, envelope)
