"""The last check before a subject is charged: the reference gets the same generated input.

If the rule rejects the reference's result too, the rule, the generator or the reference is wrong. The suite cannot know
which, so it charges nothing, and sets the input aside for the rule; another input with the same defect is looked for.
"""

from __future__ import annotations

from conformance.rules.checks.findings import brief
from conformance.rules.contracts import Contract
from conformance.running.engine.ask_once import ask_again
from conformance.running.engine.choices import find_choices
from conformance.running.engine.evidence import NEED_THE_RUN, FailedTrial
from conformance.running.engine.judge import Judge
from conformance.running.engine.own_fault import OwnFault
from conformance.running.engine.port import Port
from conformance.running.engine.scripted import scripted
from conformance.running.subjects.reference import ReferenceConfig

INPUT_SHOWN = 1_000  # characters of the input, which is shrunk before


class ReferenceFails(OwnFault):
    """A rule rejects the reference's result for a generated input too."""


class LastCheck:
    """The reference, opened when the first failure needs it. port: that of the run."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._reference: Port | None = None
        self._judges: dict[str, Judge] = {}

    def close(self) -> None:
        """End the reference."""
        if self._reference is not None:
            self._reference.close()

    def confirm(self, rule: str, failed: FailedTrial, judge: Judge) -> None:
        """Raise ReferenceFails if the rule rejects the reference's result for the same input.

        judge: the operation's, with the subject's choices; the reference is judged under its own, for the same host.
        Cases are not asked: the reference passes all of them, and their expected outputs are judged before a run.
        """
        planned = failed.planned
        if planned.case is not None or planned.shape or failed.failure.kind in NEED_THE_RUN:
            return
        reference = self._reference = self._reference or self._open(judge.profile)
        own = self._judge(judge.contract, judge.profile, reference)
        for trial in ask_again(rule, failed, reference, own):
            for failure in own.failures_of(rule, trial):
                if not own.is_advice(failure):
                    self._port.note(planned, (rule,), "the reference breaks it too: nothing is charged")
                    kind = f"{rule} rejects the reference's result for a generated input too"
                    details = (
                        f", so nothing is charged for it: {failure.message}, for {brief(planned.input, INPUT_SHOWN)}"
                    )
                    raise ReferenceFails(planned.operation, rule, kind, details, input=planned.input)
        self._port.note(planned, (rule,), "the reference keeps it")

    def _open(self, profile: str) -> Port:
        offered = self._port.offered
        return self._port.to(scripted(ReferenceConfig(operations=offered).open(), offered, profile=profile))

    def _judge(self, contract: Contract, profile: str, reference: Port) -> Judge:
        """Return the operation's judge under the choices of the reference."""
        if contract.operation not in self._judges:
            found = find_choices(contract, reference, {}, exact_numbers=True)
            self._judges[contract.operation] = Judge(contract, contract.rules, found.known, profile=profile)
        return self._judges[contract.operation]
