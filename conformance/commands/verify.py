"""conformance verify: whether a certificate still holds."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from conformance.base.errors import UsageError
from conformance.base.redact import Redactor
from conformance.commands.subject import check_operations, names_subject, subject_config
from conformance.results import verification as verify
from conformance.results.certificate import Basis, Certificate, read_certificate, statement
from conformance.results.document import document
from conformance.rules.contracts import Specifications, load_specifications
from conformance.rules.contracts.requirements import named_requirements
from conformance.running.engine import ExpectedEntry, Options
from conformance.running.engine.redacted import redacted_description
from conformance.running.run import certify
from conformance.running.subjects.base import Subject
from conformance.running.subjects.identity import Identity, code_of, identity_of

ACCEPTED, REFUSED = 0, 1


def run(parsed: argparse.Namespace) -> int:
    """Return 0 where nothing speaks against the certificate, 1 where something does. Raises UsageError for 2."""
    certificate = read_certificate(parsed.certificate)
    named = names_subject(parsed)
    if parsed.rerun and not named:
        raise UsageError(
            "--rerun needs the subject.", "Name it as for certify: a certificate starts nothing by itself."
        )
    print("\n".join(verify.heading(certificate, parsed.certificate)))
    findings = []
    for finding in _findings(certificate, parsed, named=named):
        print(f"{finding.verdict:8} {finding.topic}: {finding.text}", flush=True)
        findings.append(finding)
    refused = [finding.topic for finding in findings if finding.verdict == verify.REFUSED]
    print(f"Refused: {', '.join(refused)}." if refused else "Accepted.")
    return REFUSED if refused else ACCEPTED


def _findings(certificate: Certificate, parsed: argparse.Namespace, *, named: bool) -> Iterator[verify.VerifiedMatter]:
    yield verify.of_signature(certificate, parsed.key)
    yield verify.of_contents(certificate)
    yield verify.of_report(certificate, parsed.report)
    specifications = load_specifications()
    yield from verify.of_specifications(certificate, specifications)
    again: Mapping[str, Any] | None = None
    complete = True
    if not named:
        yield verify.of_subject(certificate, None)
    else:
        operations = tuple(specifications.contracts)
        config = subject_config(parsed, operations)
        subject = config.open()
        try:
            secrets = config.secrets
            described = redacted_description(subject.describe(), Redactor(secrets))  # as the certificate has it
            identity = identity_of(described, code_of(config))
            found = verify.of_subject(certificate, identity)
            yield found
            if parsed.rerun and identity.name == certificate.subject["name"]:
                again, complete = _run_again(
                    certificate, subject, identity, specifications, secrets, parsed.time_limit, parsed.model
                )
        finally:
            subject.close()
    yield verify.of_rerun(certificate, again, complete=complete)
    yield verify.of_result(certificate)


def _run_again(
    certificate: Certificate,
    subject: Subject,
    identity: Identity,
    specifications: Specifications,
    secrets: tuple[str, ...],
    time_limit: float,
    model: str | None,
) -> tuple[Mapping[str, Any], bool]:
    """Run again with the same seed; return the predicate, and whether the run was complete.

    Raises UsageError if the run cannot be made.
    """
    first_run = certificate.run
    # The rules about a service come along where the subject is one.
    operations = tuple(name for name in first_run["operations"] if name not in specifications.services)
    check_operations(operations, tuple(specifications.contracts), "the certificate")
    required = named_requirements(certificate.requirements, specifications)
    options = Options(
        operations=operations,
        choices=first_run["choices"],
        model=model,
        without=certificate.without,
        max_examples=first_run["maxExamples"],
        seed=int(first_run["seed"]),
        requirements=certificate.requirements,
        required=required.levels,
        deciding=required.sets,
        shrink=False,
        expected_failures=tuple(
            ExpectedEntry(
                operations=(entry["operation"],),
                rules=(entry["rule"],),
                reason=entry["reason"],
                causes=tuple(entry.get("cause", ())),
            )
            for entry in first_run["expectedFailures"]
        ),
        secrets=secrets,
        time_limit=time_limit,
    )
    result = certify(specifications, subject, options)
    if result.interrupted:
        raise KeyboardInterrupt
    basis: Basis = replace(certificate.basis, subject=identity.as_data())
    predicate: Mapping[str, Any] = statement(document(result), basis)["predicate"]
    return predicate, result.complete
