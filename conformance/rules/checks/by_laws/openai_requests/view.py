"""What the checks see of a whole request that becomes one of the other API of OpenAI."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from conformance.base.values import JSON, pointer
from conformance.formats.json_schema import dangles, references, subschemas
from conformance.formats.model.conversation import (
    CUSTOM,
    DOCUMENT,
    FUNCTION,
    GROUP,
    HOSTED,
    IMAGE,
    USER,
    Call,
    Hosted,
    Media,
    Result,
    Text,
    Turn,
)
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.request import SCHEMA, Tool
from conformance.formats.model.talk import FlatItem
from conformance.formats.parts import has_bad_base64
from conformance.formats.whole_requests import REQUESTS
from conformance.rules.checks.by_laws.requests.view import KEPT, RequestView
from conformance.rules.checks.exact import differences
from conformance.rules.checks.fidelity import other_meaning, said_otherwise
from conformance.rules.checks.trial import reports_of
from conformance.rules.laws.call_identity import is_flat_name
from conformance.rules.laws.grouped_names import space_of
from conformance.rules.laws.history import CHANGED
from conformance.rules.laws.request_member_losses import setting_losses, tool_losses
from conformance.rules.laws.request_members import is_idle
from conformance.rules.laws.request_target import RequestTarget
from conformance.rules.laws.requests import RequestComparison
from conformance.rules.laws.terms import Terms

__all__ = ["DETAILS", "KEPT", "OpenAIRequest"]

# Members of which the parts of a request are made, and the request itself.
_PARTS = frozenset({"", "messages", "input", "instructions", "tools", "functions", "model"})
# Settings that a report may replace. Chat takes metadata only for what it stores.
_MAY_GO: Mapping[str, frozenset[str]] = {"chat-request": frozenset({"metadata"}), "responses-request": frozenset()}
# Settings that only say how something is done: R2C-11b alone wants their loss reported.
DETAILS: Final = ("thoughts", "recall", "pace", "include", "tier", "caching", "stream_usage")
# Settings that ask for another kind of answer, or for what nobody waits for: no report makes up for that.
_MAY_BE_REFUSED = ("count", "speech", "modalities", "background")


class OpenAIRequest(RequestView):
    """One trial of chat-request-to-responses-request, or of the way back."""

    @property
    def _reports(self) -> Sequence[str] | None:
        """What was reported as a warning or worse."""
        return reports_of(self.trial)

    @property
    def _terms(self) -> Terms:
        return replace(super()._terms, one_host=True, may_go=_MAY_GO[self.operation.target])

    @cached_property
    def target(self) -> RequestTarget:
        """What is known of the target."""
        return replace(super().target, knows_files=True)

    def _schema_changes(self, owed: JSON, got: JSON) -> Sequence[str]:
        """A schema may be written otherwise, as long as it takes the same arguments and says the same of them."""
        found = super()._schema_changes(owed, got)
        is_same = CHANGED in found and isinstance(owed, dict) and isinstance(got, dict) and _means_the_same(owed, got)
        return [kind for kind in found if kind != CHANGED] if is_same else found

    def _says_the_same(self, item: FlatItem, member: str, got: JSON) -> bool:
        """Ids of calls may be others, as long as each has its own: the documents alone want the source's."""
        if member == "id" and self.operation.target == "responses-request" and isinstance(got, str):
            return True
        group = self.grouped.get(item.id) if member == "name" else None
        if group is not None and isinstance(got, str):
            # Whether it is the one under which the tool is offered, R2C-16 says.
            return got == group.name or is_flat_name(got, space_of(group.group), group.name)
        return super()._says_the_same(item, member, got)

    @cached_property
    def grouped(self) -> Mapping[str | None, Call]:
        """The calls of tools of groups, by id."""
        given = self._as_given.request
        said = (utterance for turn in given.conversation.turns for utterance in turn.says) if given is not None else ()
        return {
            utterance.id: utterance for utterance in said if isinstance(utterance, Call) and utterance.group is not None
        }

    # Members that the source's API does not take: what becomes of them no rule says.

    @cached_property
    def broken(self) -> frozenset[str]:
        """Those members, where all else is sound; none where a message or a tool is malformed."""
        names = frozenset((*reason.at.split("/")[1:2], "")[0] for reason in self._standing.reasons)
        return frozenset() if not names.isdisjoint(_PARTS) else names

    @property
    def judged(self) -> RequestComparison | None:
        """What the laws judge: also a request of which only members beside the conversation are broken."""
        is_judged = not self.has_wrong_part or bool(self.broken)
        return self.both if self.answered and is_judged and not self.is_completed else None

    @cached_property
    def rewritten(self) -> frozenset[str]:
        """The places of settings that differ in the form of numbers and texts alone: rules about those say it."""
        return frozenset(
            pointer(*self.both.in_output(setting))
            for setting in self.both.made.settings
            if setting.name in self.both.wanted and _is_rewritten(self.both.wanted[setting.name], setting.value)
        )

    @cached_property
    def stand_ins(self) -> Mapping[str, tuple[str, str]]:
        """The functions that have the name of a hosted tool of the source, by place: the tool's type, and the name."""
        own = {tool.name for tool in self.both.asked.tools or ()}
        words = [tool.word for tool in self.both.asked.tools or () if tool.kind == HOSTED and tool.word]
        named = [(tool, tool.name) for tool in self.both.made.tools or () if tool.kind == FUNCTION and tool.name]
        found = [(element, name, word) for element, name in named if name not in own for word in words if word in name]
        return {pointer(*self.both.in_output(element)): (word, name) for element, name, word in found}

    @property
    def is_judged(self) -> bool:
        """Whether there is a request of the target that is judged."""
        return self.judged is not None and self.both.is_list

    @cached_property
    def _given(self) -> ParsedSide:
        """What was read from the input, without empty texts beside others that a user says."""
        found = super()._given
        if found.request is None:
            return found
        turns = (_with_words(turn) if turn.speaker == USER else turn for turn in found.request.conversation.turns)
        conversation = replace(found.request.conversation, turns=tuple(turns))
        return self._sound(replace(found, request=replace(found.request, conversation=conversation)))

    @cached_property
    def as_read(self) -> ParsedSide:
        """What was read from the output, with all that it has."""
        return REQUESTS[self.operation.target].reading(self.output)

    @cached_property
    def _read(self) -> ParsedSide | None:
        """What was read from the output, without empty texts beside others, and without further keys of tools."""
        request = self.as_read.request if self.answered else None
        if request is None:
            return self.as_read if self.answered else None
        turns = tuple(map(_with_words, request.conversation.turns))
        tools = request.tools and tuple(
            replace(tool, others=()) if tool.kind == FUNCTION else tool for tool in request.tools
        )
        conversation = replace(request.conversation, turns=turns)
        return self._sound(replace(self.as_read, request=replace(request, conversation=conversation, tools=tools)))

    def _sound(self, found: ParsedSide) -> ParsedSide:
        """Return a request without the settings that broken members made, on either side."""
        request = found.request
        given = self._as_given.request if self.broken else None
        if request is None or given is None:
            return found
        broken = {setting.name for setting in given.settings if setting.at[0][0] in self.broken}
        settings = tuple(setting for setting in request.settings if setting.name not in broken)
        choice = None if given.choice is not None and given.choice.at[0][0] in self.broken else request.choice
        format_ = None if given.format is not None and given.format.at[0][0] in self.broken else request.format
        return replace(found, request=replace(request, settings=settings, choice=choice, format=format_))

    # What it says of failed calls.

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input."""
        is_odd = self._asks_for_another_answer or bool(self._unknown_names) or self._is_unformed
        is_odd |= any(tool.kind in (CUSTOM, GROUP) for tool in self.both.asked.tools or ())
        return super().may_fail or is_odd or self._says_what_has_no_form

    @cached_property
    def has_unsupported(self) -> bool:
        """Whether the source asks for something that the target has no place for: not for details of what it has."""
        lost = (*setting_losses(self._without_result, only_lacking=True), *tool_losses(self._without_result))
        return any(loss.key.removeprefix("setting/") not in DETAILS for loss in lost)

    @property
    def is_refused_by_right(self) -> bool:
        """Whether the call may have failed on what the host keeps, or on an image that no API takes."""
        images = (fact for fact in self.both.facts(Media) if fact.kind == IMAGE)
        is_bad = any(has_bad_base64(image.address) for image in images if image.address is not None)
        return super().is_refused_by_right or (not self.unfit and is_bad)

    @property
    def _says_what_has_no_form(self) -> bool:
        """Whether there is a sound, a result without an id, a speaker or a part that is not known."""
        turns = self.both.asked.conversation.turns
        return any(turn.speaker is None for turn in turns) or any(
            _is_odd(utterance) for turn in turns for utterance in turn.says
        )

    @property
    def _asks_for_another_answer(self) -> bool:
        wanted = self.both.wanted
        caching = wanted.get("caching")
        if isinstance(caching, dict) and caching.get("prewarm") is True:
            return True
        asked = (name for name in _MAY_BE_REFUSED if name in wanted)
        return any(not is_idle(name, wanted[name]) or wanted[name] == [] for name in asked)

    @property
    def _unknown_names(self) -> tuple[str, ...]:
        """The names in the choice of tools that no tool of the request has, and the words of hosted ones."""
        choice = self.both.asked.choice
        names = (choice.names or ()) if choice is not None else ()
        known = {tool.name for tool in self.both.asked.tools or ()}
        return tuple(name for kind, name in names if kind == HOSTED or name not in known)

    @property
    def _is_unformed(self) -> bool:
        """Whether a form of the answer has no schema, which the target demands."""
        wanted = self.both.asked.format
        return wanted is not None and wanted.kind == SCHEMA and wanted.schema is None

    def essence(self) -> JSON:
        """Return what two sound results for the same input have in common: also the settings that ask for something."""
        found = super().essence()
        if self.unfit or not self.both.is_list:
            return found
        settings = {
            setting.name: setting.value
            for setting in self.both.made.settings
            if not is_idle(setting.name, setting.value)
        }
        return {**found, "settings": settings}


def _without_further_keys(tool: Tool) -> Tool:
    return replace(tool, others=()) if tool.kind == FUNCTION else tool


def _with_words(turn: Turn) -> Turn:
    """Return a turn without empty texts, but for one where it says nothing else."""
    says = (
        tuple(utterance for utterance in turn.says if not isinstance(utterance, Text) or utterance.value)
        or turn.says[:1]
    )
    return turn if says == turn.says else replace(turn, says=says)


def _is_rewritten(owed: JSON, got: JSON) -> bool:
    found = list(differences(owed, got))
    return bool(found) and all(finding.kind is not None for finding in found)


def _is_odd(value: object) -> bool:
    """Whether it is a sound, a result without an id, or what no format says."""
    if isinstance(value, Media):
        return value.kind not in (IMAGE, DOCUMENT, "")
    return (isinstance(value, Other) and not isinstance(value, Hosted)) or (
        isinstance(value, Result) and value.id is None
    )


def _means_the_same(owed: JSON, got: JSON) -> bool:
    """Whether two schemas take the same arguments, and say the same of them."""
    dangling = {reference for reference in references(got) if dangles(got, reference)} - {
        reference for reference in references(owed) if dangles(owed, reference)
    }
    if dangling or any(True for path, subschema in subschemas(owed) for _said in said_otherwise(got, path, subschema)):
        return False
    return other_meaning(owed, got) is None
