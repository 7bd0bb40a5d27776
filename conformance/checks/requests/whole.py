"""What both operations on whole requests see of a trial."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from conformance.checks.findings import brief
from conformance.checks.requests.parts import Part, is_of_others, reports_of
from conformance.checks.trial import Trial
from conformance.checks.view import View
from conformance.formats.members import at, is_idle
from conformance.values import ABSENT, JSON, Absent


class WholeRequest(View):
    """One request with the request of the other API that came of it."""

    lost_of_large: ClassVar[str] = "of a large request not everything arrived"
    # The format of the request that is given.
    source: ClassVar[str]

    # What each direction has to say.

    @property
    def request(self) -> dict[str, JSON] | None:
        """The request without members that are null; None for what is none."""
        raise NotImplementedError

    @property
    def broken(self) -> frozenset[str]:
        """The members with a value that the source's API does not take or know: no rule says what becomes of them."""
        raise NotImplementedError

    @property
    def messages(self) -> Part:
        """The messages or the input, and what they became."""
        raise NotImplementedError

    @property
    def tools(self) -> Part | None:
        """The tools, and what they became; None for a request without any."""
        raise NotImplementedError

    @property
    def may_refuse(self) -> bool:
        """Whether a member, under some legal answer, lets the call fail."""
        raise NotImplementedError

    # The members.

    @cached_property
    def result(self) -> dict[str, JSON] | None:
        """The request that came of it; None where there is none, it is no object, or the input is no request."""
        return self.output if self.answered and isinstance(self.output, dict) and not self.unfit else None

    @property
    def unfit(self) -> bool:
        """Whether the input is no request."""
        return self.request is None

    def asks(self, name: str) -> bool:
        """Whether a member asks for something: it is there, sound, and not what the API does without it."""
        if self.request is None or name in self.broken:
            return False
        return not is_idle(self.source, (name,), self.request.get(name, ABSENT))

    def said(self, *path: str) -> JSON | Absent:
        """Return a member of the source; ABSENT for one that is broken."""
        return ABSENT if path[0] in self.broken else at(self.request, path)

    @cached_property
    def made_tools(self) -> list[JSON]:
        """The tools of the result."""
        tools = (self.result or {}).get("tools")
        return tools if isinstance(tools, list) else []

    @cached_property
    def reports(self) -> tuple[str, ...] | None:
        """What the call reported; None where that cannot be observed."""
        return reports_of(self.trial)

    # The parts.

    @cached_property
    def of_parts(self) -> Trial:
        """The trial of which the parts are made: without the reports that are about other members."""
        outcome = self.trial.outcome
        if not outcome.diagnostics:
            return self.trial
        kept = tuple(one for one in outcome.diagnostics if not is_of_others(one))
        return replace(self.trial, outcome=replace(outcome, diagnostics=kept))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that other operations convert alone."""
        return (self.messages,) if self.tools is None else (self.messages, self.tools)

    # What it says of failed calls.

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse the request, or one of its parts."""
        return self.may_refuse or any(part.view.may_fail for part in self.parts)

    @property
    def must_convert(self) -> bool:
        """Whether nothing in the request lets the call fail."""
        if self.may_refuse or not self.messages.view.must_convert:
            return False
        # On tools a call fails only where one of them may; which one it was, the list alone does not say.
        return self.tools is None or not self.tools.view.may_fail or self.tools.view.must_convert

    @property
    def is_refused_by_right(self) -> bool:
        """Whether the call may have failed on a part that no API takes."""
        return not self.unfit and bool(self.messages.view.is_refused_by_right)

    @property
    def has_wrong_part(self) -> bool:
        """Whether this is no request, or one with a member or a part that is broken."""
        return self.unfit or bool(self.broken) or any(part.view.has_wrong_part for part in self.parts)

    @property
    def incomplete(self) -> bool:
        """Whether a part of the messages, or a tool, that must arrive did not."""
        return any(part.view.incomplete for part in self.parts)

    def made_up(self) -> str | None:
        """Say what came of an input that is no request."""
        if not isinstance(self.given, dict) and self.answered and self.output:
            return f"the input is no request, but something came of it: {brief(self.output)}"
        return None


def as_function(format_: dict[str, JSON]) -> dict[str, JSON]:
    """Return the fields of an answer's format as those of a function. An empty description is none."""
    fields = {key: one for key, one in format_.items() if key not in ("type", "schema") and one is not None}
    if "schema" in format_:
        fields["parameters"] = format_["schema"]
    if not fields.get("description"):
        fields.pop("description", None)
    return fields
