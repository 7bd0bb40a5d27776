"""What certify does for --certificate."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import NamedTuple

from conformance.contracts import Specifications
from conformance.contracts.requirements import RequirementSet, every_must
from conformance.engine import Options, RunResult
from conformance.errors import UsageError
from conformance.reports.issue import Issuer
from conformance.subjects.base import SubjectConfig

# A certificate is of a whole run that anybody can repeat.
_NARROWING = ("case", "input", "rule", "origin", "mcp_server", "cassettes")


class Issuing(NamedTuple):
    """A certificate that is to be written after the run."""

    issuer: Issuer

    def conclude(self, result: RunResult, written: Mapping[str, str], options: Options, *, quiet: bool) -> None:
        """Write the certificate and say so; of a run that was cut short there is none. Raises UsageError."""
        if not result.complete:
            print(f"conformance: no certificate in {self.issuer.path}: the run is incomplete.", file=sys.stderr)
            return
        said = self.issuer.issue(result, written["json"], options.choices, options.expected_failures)
        if not quiet:
            print(f"Certificate: {self.issuer.path} ({said})")


def prepare(
    parsed: argparse.Namespace, config: SubjectConfig, required: RequirementSet | None, specifications: Specifications
) -> Issuing:
    """Return what issues the certificate that the arguments ask for. Raises UsageError for ones that rule it out."""
    for name in _NARROWING:
        if getattr(parsed, name, None):
            flag = f"--{name.replace('_', '-')}"
            hint = "Choose by --requirements instead." if name == "origin" else f"Remove {flag}."
            raise UsageError(f"--certificate is for a whole run that anybody can repeat, without {flag}.", hint)
    return Issuing(Issuer.prepare(parsed.certificate, parsed.sign_key, config, required or every_must(specifications)))
