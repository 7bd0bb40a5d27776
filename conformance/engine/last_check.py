"""The last check before a subject is charged: the reference gets the same generated input.

If the rule rejects the reference's result too, the rule, the generator or the reference is wrong. The suite cannot know
which, so it charges nothing, and the run reports an inconsistency of the suite (docs/decisions/034-last-check.md).
"""

from __future__ import annotations

from collections.abc import Collection

from conformance.checks.findings import brief
from conformance.contracts import Contract
from conformance.engine.choices import find_choices
from conformance.engine.evidence import NEED_THE_RUN, Failed
from conformance.engine.judge import Judge
from conformance.engine.plan import plan_inputs
from conformance.engine.reask import ask_for_rule
from conformance.engine.scripted import scripted
from conformance.errors import SpecificationError
from conformance.subjects.base import Subject
from conformance.subjects.reference import ReferenceConfig
from conformance.values import packed, unpacked

INPUT_SHOWN = 1_000  # characters of the input, which is shrunk before


class ReferenceFails(SpecificationError):
    """A rule rejects the reference's result for a generated input. The run leaves the failure out and reports this."""


class LastCheck:
    """The reference, opened when the first failure needs it. offered: the operations of the run."""

    def __init__(self, offered: Collection[str]) -> None:
        self._offered = tuple(offered)
        self._subject: Subject | None = None
        self._judges: dict[str, Judge] = {}

    def close(self) -> None:
        """End the reference."""
        if self._subject is not None:
            self._subject.close()

    def confirm(self, rule: str, failed: Failed, judge: Judge) -> None:
        """Raise ReferenceFails if the rule rejects the reference's result for the same input.

        judge: the operation's, with the subject's choices; the reference is judged under its own, for the same host.
        Cases are not asked: the reference passes all of them, and their expected outputs are judged before a run.
        """
        planned, operation = failed.planned, judge.contract.operation
        data = packed(planned.input)
        if planned.case is not None or planned.shape or failed.failure.kind in NEED_THE_RUN or data is None:
            return
        own = self._judges.get(operation) or self._open_judge(judge.contract, judge.profile)
        assert self._subject is not None
        again = plan_inputs(judge.contract, [unpacked(data)])
        asked = ask_for_rule(
            rule, again, self._subject, {operation: own}, self._offered, chained=failed.trial.chained is not None
        )
        for _planned, trial in asked:
            for failure in own.failures_of(rule, trial):
                if not own.is_advice(failure):
                    raise ReferenceFails(
                        f"{rule} rejects the reference's result for a generated input too, so nothing is charged for "
                        f"it: {failure.message}, for {brief(planned.input, INPUT_SHOWN)}."
                    )

    def _open_judge(self, contract: Contract, profile: str) -> Judge:
        if self._subject is None:
            self._subject = scripted(ReferenceConfig(operations=self._offered).open(), self._offered, profile=profile)
        found = find_choices(contract, self._subject, {}, exact_numbers=True)
        self._judges[contract.operation] = Judge(contract, contract.rules, found.known, profile=profile)
        return self._judges[contract.operation]
