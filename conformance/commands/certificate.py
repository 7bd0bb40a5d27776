"""What certify does for --certificate."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from conformance.apis.oracles import OPENAI
from conformance.base.errors import UsageError
from conformance.results.issuer import Issuer
from conformance.results.plain import Plain
from conformance.results.unjudged import open_lines
from conformance.rules.contracts import Specifications
from conformance.rules.contracts.requirements import RequirementSet, every_must
from conformance.running.engine import Options, RunResult
from conformance.running.subjects.base import SubjectConfig

# Options that narrow a run, or make it one that others cannot repeat.
_NARROWING = ("last_failed", "case", "input", "rule", "not_rule", "origin", "mcp_server", "cassettes")


def prepare(
    parsed: argparse.Namespace, config: SubjectConfig, required: RequirementSet | None, specifications: Specifications
) -> Issuer | None:
    """Return what issues the certificate; None where none is asked for. Raises UsageError for a narrowed run."""
    if parsed.certificate is None:
        if parsed.sign_key is not None:
            raise UsageError("--sign-key goes with --certificate.", "Say where the certificate goes.")
        return None
    if parsed.profile != OPENAI:
        hint = "Remove --host: a certificate is about OpenAI's own API."
        raise UsageError(f"--certificate cannot be combined with --host {parsed.profile}.", hint)
    for name in _NARROWING:
        if getattr(parsed, name, None):
            flag = f"--{name.replace('_', '-')}"
            hint = "Choose by --requirements instead." if name == "origin" else f"Remove {flag}."
            raise UsageError(f"--certificate is for a whole run that anybody can repeat, without {flag}.", hint)
    return Issuer.prepare(parsed.certificate, parsed.sign_key, config, required or every_must(specifications))


def issue(
    issuer: Issuer, result: RunResult, written: Mapping[str, str], options: Options, listener: Plain | None
) -> None:
    """Write the certificate of a complete run and say its result. listener: None for nobody. Raises UsageError."""
    if not result.complete:
        why = " ".join(("the run is incomplete.", *open_lines(result)))
        print(f"conformance: no certificate in {issuer.path}: {why}", file=sys.stderr)
        return
    outcome = issuer.issue(result, written["json"], options.choices, options.expected_failures)
    if listener is not None:
        listener.write([f"Certificate: {issuer.path} ({outcome})"])
