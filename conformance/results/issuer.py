"""Issues the certificate of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from conformance.base.errors import UsageError
from conformance.results.certificate import Basis, hold, statement
from conformance.results.document import document
from conformance.results.signing import load_signer, signed
from conformance.results.write import see_writable, write_json
from conformance.rules.contracts.pinned import api_digest
from conformance.rules.contracts.requirements import RequirementSet
from conformance.running.engine.expected import ExpectedEntry, spelled_out
from conformance.running.engine.result import RunResult
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.identity import Code, code_of, identity_of

if TYPE_CHECKING:
    from securesystemslib.signer import CryptoSigner


@dataclass(frozen=True, slots=True, kw_only=True)
class Issuer:
    """What was found out before the run, so that no mistake shows only after it."""

    path: str
    signer: CryptoSigner | None
    code: tuple[Code, ...]
    requirements: str
    api: str | None

    @classmethod
    def prepare(cls, path: str, key: str | None, config: SubjectConfig, requirements: RequirementSet) -> Issuer:
        """See that the certificate can be written and signed, and look at the subject's code.

        Raises UsageError for a place or a key that will not do, SubjectError for code that cannot be read.
        """
        see_writable(path, "--certificate")
        signer = None if key is None else load_signer(key)
        return cls(path=path, signer=signer, code=code_of(config), requirements=requirements.digest, api=api_digest())

    def issue(
        self, result: RunResult, report: str, choices: Mapping[str, str], expected: tuple[ExpectedEntry, ...]
    ) -> str:
        """Write the certificate of a complete run; return its result. report: the path of the written report.json.

        Raises UsageError where nothing demanded was judged, and where a file cannot be read or written.
        """
        try:
            with open(report, "rb") as file:
                digest = sha256(file.read()).hexdigest()
        except OSError as error:
            raise UsageError(f"No certificate: {report} cannot be read: {error.strerror}.", "Try again.") from None
        basis = Basis(
            subject=identity_of(result.subject, self.code).as_data(),
            requirements=self.requirements,
            api=self.api,
            report=f"sha256:{digest}",
            choices=choices,
            expected_failures=[entry.as_data() for entry in spelled_out(result, expected)],
        )
        certificate = hold(statement(document(result), basis))
        said = str(certificate["predicate"]["result"])
        if self.signer is not None:
            certificate = signed(certificate, self.signer)
        write_json(self.path, certificate)
        return said
