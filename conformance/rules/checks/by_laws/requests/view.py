"""What the checks see of a trial that converts a request of one format to one of another, by the laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from conformance.apis.input_validity.model import REAL, Standing
from conformance.apis.input_validity.operations import standing_of
from conformance.apis.oracles import OPENAI
from conformance.apis.oracles.tools import strict_problems
from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.formats.exchanges import host_of
from conformance.formats.form import FORMS, carries, note_on
from conformance.formats.kinds import NATIVE
from conformance.formats.model import talk
from conformance.formats.model.conversation import AUDIO, GROUP, MODEL, USER, Media, ModelRefusal, Result, Text, Turn
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.request import OPENAPI
from conformance.formats.model.talk import FlatItem
from conformance.formats.operations import operations
from conformance.formats.whole_requests import REQUESTS
from conformance.rules.checks.by_laws.requests.schemas import (
    changes_toward,
    left_out,
    narrowed_changes,
    strict_form,
    unsaid_limits,
    without_unsayable,
)
from conformance.rules.checks.by_laws.requests.target import is_doubted, taking
from conformance.rules.checks.exact import is_rewritten, is_same_json
from conformance.rules.checks.findings import brief
from conformance.rules.checks.trial import Trial
from conformance.rules.checks.view import View
from conformance.rules.laws import said_forms
from conformance.rules.laws.late_instructions import shared_texts
from conformance.rules.laws.losses import Loss, silent
from conformance.rules.laws.request_arguments import stands_for
from conformance.rules.laws.request_documents import inner_texts
from conformance.rules.laws.request_member_losses import setting_losses, tool_losses
from conformance.rules.laws.request_members import is_idle
from conformance.rules.laws.request_offers import as_offered
from conformance.rules.laws.request_talk import (
    came_talk,
    has_place,
    late_texts,
    noun_of,
    owed_talk,
    with_refusals,
)
from conformance.rules.laws.request_target import RequestTarget
from conformance.rules.laws.requests import RequestComparison, words_of
from conformance.rules.laws.terms import Terms

# What is wrong with arguments that models write, and hosts send back, all the same.
_OF_ARGUMENTS = frozenset({"arguments", "arguments-empty"})
# What a refusal of media names them by.
_MEDIA = ("file", "document", "image", "video", "media")
# Kinds that a choice lets go, where the form of the target says that not every host takes them.
_OF_CHOICES = {"media/image-url": "image-url"}
KEPT = ("previous", "held", "template")  # settings that name what the host keeps
_KEPT_KINDS = frozenset(f"setting/{name}" for name in KEPT)


class RequestView(View):
    """One trial. source: what was read from the input. arrived: from the output; None without one."""

    lost_of_large = "of a large request not everything arrived"

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial)
        self.operation = operations()[trial.operation]

    @cached_property
    def source(self) -> ParsedSide:
        """What was read from the input."""
        found = self._given
        if found.request is None:
            return found
        return replace(found, talk=owed_talk(found.request.conversation.turns, self.target))

    @cached_property
    def _given(self) -> ParsedSide:
        """What was read from the input, with its tools under the names that they arrived by."""
        found = self._as_given
        if found.request is None or not self.lacks("tool/group"):
            return found
        came = self._read.request if self._read is not None else None
        return replace(found, request=as_offered(found.request, came, REQUESTS[self.operation.source].offers))

    @cached_property
    def _as_given(self) -> ParsedSide:
        """What was read from the input, as it is."""
        return REQUESTS[self.operation.source].reading(self.given)

    @cached_property
    def arrived(self) -> ParsedSide | None:
        """What was read from the output; None where the call returned nothing."""
        found = self._read
        if found is None or found.request is None:
            return found
        said = self.source.talk
        may_be_users = self.is_systems_alone or self._terms.allows("late-system", "user-text", "in-place")
        late = self.late if may_be_users else ()
        users = Counter(item.value for item in said.of_kind("text") if item.speaker == USER) if said is not None else ()
        begins = said is not None and said.speakers[:1] == [MODEL] and self._doubts_beginnings
        in_items = REQUESTS[self.operation.target].in_items or self.target.takes_split_turns
        given = self._given.request
        turns: Sequence[Turn] = found.request.conversation.turns
        if given is not None and said_forms.may_be_said(given, found.request, self._terms):
            turns = said_forms.without_form(turns, said_forms.texts_of_system(given))
        turns = with_refusals(turns, self._refused)
        shared = shared_texts(given.conversation.turns, late) if given is not None and late else {}
        return replace(found, talk=came_talk(turns, late, users, shared=shared, begins=begins, in_items=in_items))

    @property
    def _refused(self) -> set[str]:
        """What the model refused that a text of the result may say."""
        given = self._given.request
        turns = given.conversation.turns if given is not None and self.lacks("text/refusal") else ()
        return {utterance.value for turn in turns for utterance in turn.says if isinstance(utterance, ModelRefusal)}

    @property
    def _doubts_beginnings(self) -> bool:
        """Whether some hosts of the target refuse a model that speaks first."""
        return is_doubted(self.operation.target, self.trial.profile)

    @cached_property
    def _read(self) -> ParsedSide | None:
        return REQUESTS[self.operation.target].reading(self.output) if self.answered else None

    @property
    def is_systems_alone(self) -> bool:
        """Whether nobody but the system says anything that the target takes."""
        said = self.source.talk
        return said is not None and not said.all and not self.target.takes_system_alone

    @cached_property
    def late(self) -> Sequence[str]:
        """The texts of the system that come behind others, where not every host of the target takes them there."""
        kind = "turn/late-system"
        note = note_on(host_of(self.operation.target), kind)
        if not self.lacks(kind) and (note is None or not note.hosts):
            return ()
        given = self.source.request
        return late_texts(given.conversation.turns, self.target) if given is not None else ()

    @cached_property
    def target(self) -> RequestTarget:
        """What is known of the target."""
        request = self._read.request if self._read is not None else None
        turns = request.conversation.turns if request is not None else ()
        said = [
            utterance.value
            for turn in turns
            if turn.speaker == MODEL
            for utterance in turn.says
            if isinstance(utterance, Text | ModelRefusal)
        ]
        given = self._given.request
        own = given.conversation.turns if given is not None else ()
        texts = [
            utterance.value
            for turn in own
            if turn.speaker == MODEL
            for utterance in turn.says
            if isinstance(utterance, Text)
        ]

        def says(text: str) -> bool:
            """Whether a text is said more often than the source says it as one. Last words may end before a space."""
            words = text.rstrip() or text
            return sum(text.count(words) for text in said) > sum(text.count(words) for text in texts)

        host = host_of(self.operation.target)
        return RequestTarget(
            # What another host takes beyond the API is not owed to it.
            lacks=self.lacks, takes=taking(self.operation.target, OPENAI), says=says,
            strict_form=strict_form(host), unsaid_limits=unsaid_limits(host), left_out=self._left_out,
            ends_with_model=bool(turns) and turns[-1].speaker == MODEL, last_words=said[-1] if said else None,
        )  # fmt: skip

    def lacks(self, kind: str) -> bool:
        """Whether the target has no place of its own for a kind of fact, or the subject does not use it by choice.

        What one host keeps no other one has.
        """
        host, choice = host_of(self.operation.target), _OF_CHOICES.get(kind, "")
        note = note_on(host, kind) if self.trial.choices.get(choice) == "report" else None
        is_left_out = note is not None and note.reportable
        return is_left_out or kind in _KEPT_KINDS or carries(host, kind) != NATIVE

    @cached_property
    def both(self) -> RequestComparison:
        """Both, compared."""
        return RequestComparison(
            given=self.source,
            got=self.arrived,
            terms=self._terms,
            reports=self._reports,
            is_rewritten=is_rewritten,
            schema_changes=self._schema_changes,
            target=self.target,
            is_loose=self.has_wrong_part,
            carried=self.as_carried,
        )

    @property
    def _reports(self) -> Sequence[str] | None:
        """What was reported, at any level; None where that cannot be observed."""
        found = self.outcome.diagnostics
        return (
            None
            if found is None
            else [str(finding.get("message", "")) for finding in found if isinstance(finding, dict)]
        )

    @property
    def _terms(self) -> Terms:
        host, target = host_of(self.operation.target), REQUESTS[self.operation.target]
        source = REQUESTS[self.operation.source]
        may_go = {kind.removeprefix("setting/") for kind, note in FORMS[host].notes.items() if note.reportable}
        demanded = frozenset(demand.removeprefix("setting/") for demand in FORMS[host].demands)
        return Terms(
            choices=self.trial.choices, lacks=self.lacks, demands=demanded, most=target.most, least=target.least,
            unsaid_strict=target.unsaid_strict, was_strict=source.unsaid_strict,
            of_models=source.of_models or target.of_models, in_items=target.in_items, in_address=target.in_address,
            may_go=frozenset(may_go), says_the_same=self._says_the_same,
            takes_strict=lambda schema: next(strict_problems(schema), None) is None, source="request", target="request",
        )  # fmt: skip

    @cached_property
    def _narrowed(self) -> Sequence[tuple[JSON, JSON]]:
        """The schemas of the result in the dialect of OpenAPI, each as it is compared and as it is written."""
        request = self._read.request if self._read is not None else None
        held = [tool.schema for tool in (request.tools or ()) if tool.schema is not None] if request is not None else []
        held += [request.format.schema] if request is not None and request.format and request.format.schema else []
        return [(schema.value, self._read.held(schema.at[0])) for schema in held
                if self._read is not None and schema.dialect == OPENAPI]  # fmt: skip

    def _written(self, schema: JSON) -> JSON | Absent:
        """Return a schema as it is written in the dialect of OpenAPI; ABSENT for one of another dialect."""
        return next((written for value, written in self._narrowed if same(value, schema)), ABSENT)

    def _left_out(self, owed: JSON, got: JSON) -> Sequence[str]:
        written = None if got is None and self._is_narrowed else self._written(got)
        return () if written is ABSENT else left_out(owed, written)

    @property
    def _is_narrowed(self) -> bool:
        """Whether schemas are in the dialect of OpenAPI."""
        return self.trial.choices.get("schema") == "openapi"

    def _schema_changes(self, owed: JSON, got: JSON) -> Sequence[str]:
        written = self._written(got)
        if written is not ABSENT:
            return narrowed_changes(owed, written)
        if got is None and self._is_narrowed:
            owed = without_unsayable(owed)
        return changes_toward(host_of(self.operation.target), owed, got)

    def _says_the_same(self, item: FlatItem, member: str, got: JSON) -> bool:
        """Whether a member of a call that differs says the same: an id that its results name too, one that the target
        takes instead of one that it does not, and the same JSON, as the transport leaves it.
        """
        if member == "id":
            is_mapped = self._terms.allows("bad-id", "map") and item.number in self.both.renamable
            return is_mapped or item.number in self.both.renamed
        if member != "payload":
            return False
        owed, came = (self.read_json(text) for text in (item.value[2], got))
        if self.lacks("call/malformed") and not isinstance(owed, dict) and isinstance(came, dict):
            return stands_for(item.value[2], owed, came, self._terms)
        return is_same_json(item.value[2], got) or (owed is not ABSENT and came is not ABSENT and same(owed, came))

    @property
    def is_completed(self) -> bool:
        """Whether the result has what the source's host keeps: more than the source says."""
        return self.is_continued and len(self.both.came.all) > len(self.both.owed.all)

    @property
    def judged(self) -> RequestComparison | None:
        """What the laws judge; None for no request, for one that is malformed, and where nothing came."""
        return self.both if self.answered and not self.has_wrong_part and not self.is_completed else None

    # What the engine asks.

    @property
    def unfit(self) -> bool:
        """Whether the input holds no request."""
        return self.source.request is None

    @cached_property
    def has_wrong_part(self) -> bool:
        """Whether the input, or a part of it, is malformed. Arguments that are no object are not: the target has a
        place for them as they are, or there is a choice.
        """
        if self.unfit or self._standing.kind == REAL:
            return self.unfit
        return not all(reason.rule in _OF_ARGUMENTS for reason in self._standing.reasons)

    @cached_property
    def _standing(self) -> Standing:
        return standing_of(self.trial.operation, self.trial.input)

    @cached_property
    def has_result_media(self) -> bool:
        """Whether a result of the source holds what the target's results cannot."""
        held = (part for fact in self.both.facts(Result) for part in fact.content if isinstance(part, Media))
        return any(has_place(medium, self.target) and self.lacks(f"result/{noun_of(medium)}") for medium in held)

    @cached_property
    def has_unsupported(self) -> bool:
        """Whether the source asks for something that the target has no place for."""
        nothing = self._without_result
        # That a group has no place says nothing of the tools in it.
        groups = {tool.at[0] for tool in nothing.asked.tools or () if tool.kind == GROUP}
        lost = [*setting_losses(nothing, only_lacking=True), *tool_losses(nothing)]
        return any(loss.at not in groups for loss in lost)

    @property
    def is_refused_for_media(self) -> bool:
        """Whether the call failed on media, which it names, that the target has no place for.

        Sounds have a place of their own, and a document that is a text may be one.
        """
        said = self.outcome.refusal.message.lower() if self.outcome.refusal else ""
        media = self._without_result.facts(Media) if any(word in said for word in _MEDIA) else ()
        return any(fact.kind != AUDIO and not inner_texts(fact) and not has_place(fact, self.target) for fact in media)

    @property
    def is_refused_for_setting(self) -> bool:
        """Whether the call failed on a setting, which it names, that has no place in the target, or that its API
        refuses: of this model, beside another, or by its value. A report would do, and a refusal by name is as good.
        """
        refusal = self.outcome.refusal
        if refusal is None or self.is_crash or not self.both.terms.allows("unsupported-members", "refuse"):
            return False
        losses = list(setting_losses(self._without_result))
        for setting in self.both.asked.settings:  # also what may go in silence, such as who asks
            if self.lacks(f"setting/{setting.name}") and not is_idle(setting.name, setting.value):
                losses.append(Loss(setting.at[0], setting.name, tuple(words_of(setting))))
        return len(list(silent(losses, [refusal.message], by_name=True))) < len(losses)

    @property
    def is_continued(self) -> bool:
        """Whether the source goes on from what its host keeps, and the target's host keeps nothing of the kind."""
        return any(name in self.both.wanted and self.lacks(f"setting/{name}") for name in KEPT)

    @property
    def has_small_limit(self) -> bool:
        """Whether the source's limit of tokens is smaller than the target takes."""
        limit, least = self.both.wanted.get("limit"), self._terms.least.get("limit")
        is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
        return is_number and limit is not None and least is not None and bool(limit < least)

    @cached_property
    def _without_result(self) -> RequestComparison:
        return RequestComparison(
            given=self.source, got=None, terms=self._terms, reports=None, is_rewritten=is_rewritten,
            schema_changes=self._schema_changes, target=self.target,
        )  # fmt: skip

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input."""
        allows = self.both.terms.allows
        nothing = self._without_result
        refusable = (
            (self.has_unsupported, "unsupported-members"), (self.has_result_media, "result-media"),
            (bool(nothing.malformed_calls) and not self.is_accident, "malformed-arguments"),
            (bool(nothing.refused_ids), "bad-id"),
            (nothing.is_too_hot, "temperature-above-1"), (self.has_small_limit, "small-limits"),
        )  # fmt: skip
        is_refused = any(has and allows(choice, "refuse") for has, choice in refusable)
        is_malformed = self._standing.kind != REAL and not self.lacks("call/malformed")
        return self.has_wrong_part or is_malformed or is_refused or self.is_silent or self.is_continued

    @property
    def is_refused_by_right(self) -> bool:
        """Whether the call may have failed on what the source's host keeps, or on media or a setting that it names."""
        return not self.unfit and (self.is_continued or self.is_refused_for_media or self.is_refused_for_setting)

    @property
    def is_silent(self) -> bool:
        """Whether nobody says anything that the target takes as a message, or anything at all."""
        said = self.source.talk
        if said is None or said.all or said.instructions:
            return False
        return said.marks <= {talk.SILENT} or not self.target.takes_blanks

    @property
    def incomplete(self) -> bool:
        """Whether something that must arrive did not."""
        pair = self.both
        tools = {tool.name for tool in pair.owed_tools} - {tool.name for tool in pair.tools}
        return pair.incomplete or bool(tools)

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
        return {"said": shape, "tools": [tool.name for tool in self.both.tools]}
