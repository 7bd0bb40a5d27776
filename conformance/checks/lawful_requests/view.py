"""What the checks see of a trial that converts a request of one format to one of another, by the laws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from conformance.checks.changed_schemas import schema_changes
from conformance.checks.exact import is_rewritten, is_same_json
from conformance.checks.findings import brief
from conformance.checks.trial import Trial
from conformance.checks.view import View
from conformance.formats.exchanges import host_of
from conformance.formats.form import FORMS, carries
from conformance.formats.kinds import NATIVE
from conformance.formats.whole_requests import REQUESTS
from conformance.laws.request_members import setting_losses, tool_losses
from conformance.laws.request_talk import came_talk, has_place, owed_talk
from conformance.laws.requests import Requests
from conformance.laws.terms import Terms
from conformance.model import talk
from conformance.model.conversation import Media, Result
from conformance.model.reading import Reading
from conformance.model.talk import Piece
from conformance.operations import operations
from conformance.standing.model import REAL, Standing
from conformance.standing.operations import standing_of
from conformance.values import ABSENT, JSON, Absent, same


class RequestView(View):
    """One trial. source: what was read from the input. arrived: from the output; None without one."""

    lost_of_large = "of a large request not everything arrived"

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial)
        self.operation = operations()[trial.operation]

    @cached_property
    def source(self) -> Reading:
        """What was read from the input."""
        found = REQUESTS[self.operation.source].reading(self.given)
        if found.request is None:
            return found
        return replace(found, talk=owed_talk(found.request.conversation.turns, self.lacks))

    @cached_property
    def arrived(self) -> Reading | None:
        """What was read from the output; None where the call returned nothing."""
        if not self.answered:
            return None
        found = REQUESTS[self.operation.target].reading(self.output)
        if found.request is None:
            return found
        return replace(found, talk=came_talk(found.request.conversation.turns))

    def lacks(self, kind: str) -> bool:
        """Whether the target has no place of its own for a kind of fact."""
        return carries(host_of(self.operation.target), kind) != NATIVE

    @cached_property
    def both(self) -> Requests:
        """Both, compared."""
        return Requests(
            given=self.source,
            got=self.arrived,
            terms=self._terms,
            reports=self._reports,
            is_rewritten=is_rewritten,
            schema_changes=schema_changes,
            is_loose=self.has_wrong_part,
            carried=self.as_carried,
        )

    @property
    def _reports(self) -> Sequence[str] | None:
        """What was reported, at any level; None where that cannot be observed."""
        found = self.outcome.diagnostics
        return None if found is None else [str(one.get("message", "")) for one in found if isinstance(one, dict)]

    @property
    def _terms(self) -> Terms:
        host, target = host_of(self.operation.target), REQUESTS[self.operation.target]
        demanded = frozenset(one.removeprefix("setting/") for one in FORMS[host].demands)
        return Terms(
            choices=self.trial.choices, lacks=self.lacks, demands=demanded, most=target.most,
            says_the_same=self._says_the_same, source="request", target="request",
        )  # fmt: skip

    def _says_the_same(self, one: Piece, member: str, got: JSON) -> bool:
        """Whether a member of a call that differs says the same: the same JSON, as the transport leaves it."""
        if member != "payload":
            return False
        owed, came = (self.read_json(text) for text in (one.value[2], got))
        return is_same_json(one.value[2], got) or (owed is not ABSENT and came is not ABSENT and same(owed, came))

    @property
    def judged(self) -> Requests | None:
        """What the laws judge; None for no request, for one that is malformed, and where nothing came."""
        return self.both if self.answered and not self.has_wrong_part else None

    # What the engine asks.

    @property
    def unfit(self) -> bool:
        """Whether the input holds no request."""
        return self.source.request is None

    @cached_property
    def has_wrong_part(self) -> bool:
        """Whether the input, or a part of it, is malformed."""
        return self.unfit or self._standing.kind != REAL

    @cached_property
    def _standing(self) -> Standing:
        return standing_of(self.trial.operation, self.trial.input)

    @cached_property
    def has_result_media(self) -> bool:
        """Whether a result of the source holds what the target's results cannot."""
        held = (part for one in self.both.facts(Result) for part in one.content if isinstance(part, Media))
        return any(has_place(one, self.lacks) and self.lacks(f"result/{_noun(one)}") for one in held)

    @cached_property
    def has_unsupported(self) -> bool:
        """Whether the source asks for something that the target has no place for."""
        nothing = self._without_result
        return any(True for _one in (*setting_losses(nothing), *tool_losses(nothing)))

    @cached_property
    def _without_result(self) -> Requests:
        return Requests(
            given=self.source, got=None, terms=self._terms, reports=None, is_rewritten=is_rewritten,
            schema_changes=schema_changes,
        )  # fmt: skip

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input."""
        allows = self.both.terms.allows
        is_refused = self.has_unsupported and allows("unsupported-members", "refuse")
        return self.has_wrong_part or is_refused or (self.has_result_media and allows("result-media", "refuse"))

    @property
    def incomplete(self) -> bool:
        """Whether something that must arrive did not."""
        both = self.both
        tools = {one.name for one in both.owed_tools} - {one.name for one in both.tools}
        return both.incomplete or bool(tools)

    def made_up(self) -> str | None:
        """Say what came of an input that holds no request."""
        if self.unfit and self.arrived is not None and self.both.came.of_kind(talk.CALL, talk.RESULT, "text"):
            return f"the input holds no request, but something came of it: {brief(self.output)}"
        return None

    def expected(self) -> JSON | Absent:
        """Return ABSENT: laws say what must hold, and no output is the only one for which it does."""
        return ABSENT

    def essence(self) -> JSON:
        """Return what two sound results for the same input have in common."""
        if self.unfit or not self.both.is_list:
            return self.output
        shape = [[speaker, [list(label) for label in labels]] for speaker, labels in self.both.shape]
        return {"said": shape, "tools": [one.name for one in self.both.tools]}


def _noun(media: Media) -> str:
    return "image" if media.kind == "image" else "document"
