"""registry-request-to-chat-request (S1, Usage): what the operation on requests adds to the one on lists."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from conformance.base.values import ABSENT, JSON, Absent, equal
from conformance.formats.json_schema import Path
from conformance.rules.alignment.alignment import MUST, NEVER
from conformance.rules.checks import fidelity
from conformance.rules.checks.exact import NUMBER, Exact, ValueDifference, changes, differences
from conformance.rules.checks.findings import OK, Failure, Findings, brief, but_got, output_at, versus
from conformance.rules.checks.letters.registry_tools.view import (
    FUNCTION,
    MALFORMED_KINDS,
    UNKNOWN_KINDS,
    RegistryTools,
    kind_of,
)
from conformance.rules.checks.plausible import entries_as_sound
from conformance.rules.checks.trial import answer_of

# What the API refuses in a request without tools.
_NEEDS_TOOLS = frozenset({"tool_choice", "parallel_tool_calls"})


class RegistryRequest(RegistryTools):
    """One observation of registry-request-to-chat-request: its entries are the tools of the request."""

    lost_of_large = "of a large request not everything arrived"
    list_path: ClassVar[Path] = ("tools",)

    @cached_property
    def request(self) -> dict[str, JSON] | None:
        """The request; None for what is none: no object, without a model or messages, or whose tools are no list."""
        given = self.given
        if not isinstance(given, dict) or not isinstance(given.get("model"), str):
            return None
        if not isinstance(given.get("messages"), list) or not isinstance(given.get("tools"), list | None):
            return None
        return given

    @cached_property
    def entries(self) -> list[JSON] | None:
        """The tools of the request; None for the wrong shape."""
        return None if self.request is None else self.request.get("tools") or []

    @cached_property
    def outputs(self) -> list[JSON] | None:
        """The tools of the result; None where there is no result, or its tools are no list."""
        if not self.answered or not isinstance(self.output, dict):
            return None
        tools = self.output.get("tools")
        return [] if tools is None else tools if isinstance(tools, list) else None

    @property
    def unfit(self) -> bool:
        """Whether this is no request."""
        return self.request is None

    @property
    def must_convert(self) -> bool:
        """Whether the call failed on a tool that must convert, or on a request without tools."""
        return (self.request is not None and not self.entries) or super().must_convert

    @property
    def has_wrong_part(self) -> bool:
        """Whether this is no request, or holds an entry that never arrives."""
        return self.unfit or NEVER in self.fates

    @property
    def incomplete(self) -> bool:
        """Whether a tool or another field that must arrive did not."""
        return super().incomplete or any(change.path[0] not in self.output for change in self.changes)

    def made_up(self) -> str | None:
        """Say what tools came of an input that is no request, or whose tools are no list."""
        tools = self.output.get("tools") if isinstance(self.output, dict) else None
        if isinstance(self.given, dict):
            if not isinstance(self.given.get("tools"), list | None) and tools:
                return f"the tools are no list, but something came of them: {brief(tools)}"
            return None
        if self.answered and self.output:
            return f"the input is no request, but something came of it: {brief(self.output)}"
        return None

    def position_path(self, position: int) -> Path:
        """Return the path of an output tool."""
        return ("tools", position)

    def entry_path(self, entry: int) -> Path:
        """Return the path of an input entry."""
        return ("tools", entry)

    def tools_in(self, output: JSON | Absent) -> JSON | Absent:
        """Return the tools of a result."""
        return output.get("tools", ABSENT) if isinstance(output, dict) else ABSENT

    def lost_beside(self, index: int) -> bool:
        """Whether one rule says what a tool was lost beside. Where two do, the tool's own rule says that it is lost."""
        if not super().lost_beside(index):
            return False
        kinds = {self.kinds[other] for other in self.beside(index)}
        return kinds <= UNKNOWN_KINDS or kinds <= MALFORMED_KINDS

    def lost_somehow(self, index: int) -> bool:
        """No rule here is about neighbours alone: what is lost is the matter of the tool's own rule."""
        return False

    @cached_property
    def nothing_left(self) -> bool:
        """Whether tools were given and none of them had to arrive, nor did."""
        given = self.request is not None and self.request.get("tools") is not None
        return given and MUST not in self.fates and not self.outputs

    @property
    def may_go(self) -> frozenset[str]:
        """The fields that may go with the tools: the API refuses them in a request without any."""
        return _NEEDS_TOOLS if self.nothing_left and "tools" not in self.output else frozenset()

    @cached_property
    def changes(self) -> tuple[ValueDifference, ...]:
        """How the fields beside `tools` differ from the request's; their key order is free."""
        if self.request is None or not isinstance(self.output, dict):
            return ()
        before, after = _fields(self.request), _fields(self.output)
        found = () if equal(before, after) else differences(before, after)
        return tuple(
            difference for difference in found if difference.got is not ABSENT or difference.path[0] not in self.may_go
        )

    @property
    def holds_tools(self) -> bool:
        """Whether the output has the form in which tools can be looked for."""
        return isinstance(self.output, dict)

    def essence(self) -> JSON:
        """Return the output without what the rules leave free."""
        if not isinstance(self.output, dict):
            return self.output
        fields = {key: value for key, value in _fields(self.output).items() if key not in self.may_go}
        return {"fields": fields, "tools": super().essence()}

    def expected(self) -> JSON:
        """Return the request that is owed; ABSENT where there is none."""
        if self.request is None:
            return ABSENT
        tools = self.expected_tools()
        result = {key: value for key, value in self.request.items() if key != "tools"}
        given = self.request.get("tools") is not None
        if tools or (given and self.trial.choices.get("empty-tools") == "keep"):
            result["tools"] = tools
        return result


def _fields(request: dict[str, JSON]) -> dict[str, JSON]:
    """Return what a request has beside its tools; null is as good as absent."""
    return {key: value for key, value in request.items() if key != "tools" and value is not None}


_TOOLS_AS_SOUND = entries_as_sound(kind_of, FUNCTION, is_list=True)


def request_as_sound(candidate: JSON, original: JSON) -> bool:
    """Whether a made-up request is as sound as the one it was made from."""
    if not isinstance(candidate, dict) or not isinstance(original, dict):
        return type(candidate) is type(original)
    for key, kind in (("model", str), ("messages", list)):
        if isinstance(original.get(key), kind) and not isinstance(candidate.get(key), kind):
            return False
    before, after = original.get("tools"), candidate.get("tools")
    if not isinstance(before, list) or not isinstance(after, list):
        return type(before) is type(after)
    return _TOOLS_AS_SOUND(after, before)


# The checks.


def request_kept(view: RegistryRequest) -> Findings:
    """REG-10: all other fields are unchanged; without tools there is no key, and an empty list as empty-tools says."""
    if view.request is None or not view.answered:
        return None
    if not isinstance(view.output, dict):
        return (Failure("no-request", "/output", f"wanted a request, {but_got(view.output)}"),)
    return (*_field_failures(view), *_tools_failures(view)) or OK


def _field_failures(view: RegistryRequest) -> Iterator[Failure]:
    for change in view.changes:
        if change.kind != NUMBER:  # the rule of numbers says it
            key = change.path[0]
            kind = "field-lost" if key not in view.output else "invented" if key not in view.given else "field-changed"
            yield Failure(kind, output_at(*change.path), versus(change.owed, change.got))


def _tools_failures(view: RegistryRequest) -> Iterator[Failure]:
    got = view.output.get("tools", ABSENT)
    if view.request is None or (got is ABSENT and not view.nothing_left):
        return
    if view.request.get("tools") is None:
        yield Failure("tools-invented", "/output/tools", f"the request has no tools: wanted no key, {but_got(got)}")
    elif got is None:
        yield Failure("tools-null", "/output/tools", "tools: wanted a list or no key, got null")
    elif view.nothing_left:
        answers = answer_of(view.trial, "empty-tools", "omit", "keep")
        if ("omit" if got is ABSENT else "keep") not in answers and not got:
            wanted = "no key" if answers == ("omit",) else "[]"
            shown = "no key" if got is ABSENT else brief(got)
            message = f"no tool is left and empty-tools is {answers[0]}: wanted {wanted}, got {shown}"
            yield Failure("empty-tools", "/output/tools", message)


def no_empty_tools(view: RegistryRequest) -> Findings:
    """API-3: no empty list of tools is sent."""
    if view.request is None or not isinstance(view.output, dict) or not view.nothing_left:
        return None
    if view.output.get("tools", ABSENT) != []:
        return OK
    # Sending it is the document's own code, and one of the answers of its rule.
    message = "the API refuses an empty list of tools; wanted no key"
    return (Failure("empty-list", "/output/tools", message),)


def read_empty_tools(view: RegistryRequest) -> str | None:
    """empty-tools."""
    if not view.nothing_left or not isinstance(view.output, dict):
        return None
    got = view.output.get("tools", ABSENT)
    return "omit" if got is ABSENT else "keep" if got == [] else None


def exact(view: RegistryRequest) -> Exact | None:
    """Return what has to arrive exactly of the tools and of the other fields."""
    of_tools = fidelity.exact(view)
    fields = _fields(view.request) if view.request is not None and view.holds_tools else {}
    # A text with another value is REG-10's matter.
    numbers = [change for change in view.changes if change.kind == NUMBER]
    found = [failure for number in numbers for failure in changes(number.owed, number.got, output_at(*number.path))]
    return Exact((of_tools.values, fields), (*of_tools.changes, *found), of_tools.carried)
