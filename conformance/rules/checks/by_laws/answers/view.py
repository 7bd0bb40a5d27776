"""What the checks see of a trial that converts an answer of one format to one of another, by the laws."""

from __future__ import annotations

from functools import cached_property, partial

from conformance.apis.input_validity.answers import FAILED_ANSWER
from conformance.apis.input_validity.model import CHUNK_OF_HOSTS, Standing
from conformance.apis.input_validity.operations import standing_of
from conformance.apis.input_validity.unasked import UNASKED
from conformance.base.values import ABSENT, JSON, Absent, loose_numbers
from conformance.formats.exchanges import ANSWERS, host_of, says_order
from conformance.formats.form import carries, note_on
from conformance.formats.kinds import NATIVE
from conformance.formats.model.answer import ASKS, FAILED, PAUSE, UNKNOWN, UNSAID
from conformance.formats.model.reading import ParsedSide
from conformance.formats.operations import operations
from conformance.rules.checks.by_laws.requests.target import takes_id
from conformance.rules.checks.cut_streams import says_that_it_broke_off
from conformance.rules.checks.findings import brief
from conformance.rules.checks.trial import Trial, reporting
from conformance.rules.checks.view import View
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.same_answer import said
from conformance.rules.laws.terms import Terms

# Why an input may be documented and has no wrong part.
_NOT_WRONG = (UNASKED, CHUNK_OF_HOSTS)


class LawfulView(View):
    """One trial. given: what was read from the input. arrived: what was read from the output; None without one."""

    lost_of_large = "of a large answer not every text and call arrived"

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial)
        self.operation = operations()[trial.operation]

    @cached_property
    def source(self) -> ParsedSide:
        """What was read from the input."""
        return ANSWERS[self.operation.source](self.given)

    @cached_property
    def arrived(self) -> ParsedSide | None:
        """What was read from the output; None where the call returned nothing."""
        return ANSWERS[self.operation.target](self.output) if self.answered else None

    @cached_property
    def both(self) -> AnswerComparison:
        """Both, compared."""
        outcome = self.outcome
        return AnswerComparison(
            given=self.source,
            got=self.arrived,
            terms=self._terms,
            reported=reporting(outcome),
            failed=outcome.refusal.message if outcome.refusal is not None else None,
            is_loose=self.has_wrong_part,
            carried=(lambda value: value) if self.trial.exact_numbers else loose_numbers,
        )

    @property
    def _terms(self) -> Terms:
        source, target = host_of(self.operation.source), host_of(self.operation.target)
        return Terms(
            choices=self.trial.choices,
            blanks=True,
            flat=carries(target, "call/group") != NATIVE,
            ends_with_calls=self.arrived is not None and ASKS in self.arrived.ends,
            lacks=lambda kind: carries(target, kind) != NATIVE,
            own_tiers=any(note_on(text, "answer/tier") is not None for text in (source, target)),
            own_call_ids=target == "anthropic",
            takes_id=partial(takes_id, f"{target}-request", self.trial.profile),
            in_items=says_order(self.operation.source) and says_order(self.operation.target),
        )

    @property
    def judged(self) -> AnswerComparison | None:
        """What the laws judge; None for no answer, for one that no backend gives, and for a call that did not end."""
        is_judged = not (self.unfit or self.is_foreign or self.outcome.fault is not None)
        return self.both if is_judged else None

    # What the engine asks.

    @property
    def unfit(self) -> bool:
        """Whether the input holds no answer."""
        return self.source.answer is None

    @cached_property
    def has_wrong_part(self) -> bool:
        """Whether the input, or a part of it, is malformed."""
        return self.unfit or any(reason.rule not in _NOT_WRONG for reason in self._standing.reasons)

    @property
    def has_wrong_form(self) -> bool:
        """Whether the input, or a part of it, is malformed in another way than by how its answer ended."""
        return self.unfit or any(reason.rule not in (*_NOT_WRONG, FAILED_ANSWER) for reason in self._standing.reasons)

    @cached_property
    def _standing(self) -> Standing:
        return standing_of(self.trial.operation, self.trial.input)

    @property
    def is_failing(self) -> bool:
        """Whether the source is no answer, but a failure, or one that broke off or ended for an unknown reason."""
        return self.both.has_failed or self.both.candidate.ended in (FAILED, UNKNOWN, UNSAID)

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input."""
        is_sent = self._standing.is_sent and not self.has_wrong_part
        is_paused = self.both.candidate.ended == PAUSE and self.both.terms.allows("unfinished", "raise")
        is_free = self.is_failing or self.is_foreign or is_paused or self._may_refuse_a_cut_call
        return is_free or not (is_sent or self.is_accident)

    @property
    def _may_refuse_a_cut_call(self) -> bool:
        """Whether the answer was cut inside of a call, and the target has values in the place of arguments."""
        pair = self.both
        if not pair.terms.lacks("call/arguments-text") or not pair.terms.allows("malformed-arguments", "refuse"):
            return False
        return pair.is_unfinished and any(not isinstance(call.arguments.value, dict) for call in pair.calls)

    @property
    def is_foreign(self) -> bool:
        """Whether no backend gives this answer: it calls a tool in a form in which the subject does not offer it."""
        return self.both.is_foreign

    @property
    def is_refused_by_right(self) -> bool:
        """Whether an error says that the stream broke off, which it did."""
        is_cut = self.source.growth is not None and self.both.has_failed
        return is_cut and says_that_it_broke_off(self.outcome)

    @property
    def incomplete(self) -> bool:
        """Whether a text or call that must arrive did not. Of an answer that no backend gives nothing must."""
        pair = self.both
        if self.is_foreign:
            return False
        return pair.result is None or bool(pair.lost_calls) or pair.owed_text not in pair.got_text

    def made_up(self) -> str | None:
        """Say what came of an input that holds no answer."""
        if self.unfit and self.arrived is not None and (self.both.got_texts or self.both.got_calls):
            return f"the input holds no answer, but something came of it: {brief(self.output)}"
        return None

    def expected(self) -> JSON | Absent:
        """Return ABSENT: laws say what must hold, and no output is the only one for which it does."""
        return ABSENT

    def essence(self) -> JSON:
        """Return what two sound results for the same input have in common."""
        result = self.both.result
        if result is None or self.unfit:
            return self.output
        return said(result, {call.id for call in self.both.calls if call.id})
