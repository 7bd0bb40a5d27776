"""What both operations on whole requests see of a trial: one request with the request of the other API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from conformance.apis.oracles import accepts, findings_of
from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.members import Path, RequestMember, at, is_idle
from conformance.rules.checks.exact import Exact
from conformance.rules.checks.findings import brief
from conformance.rules.checks.letters.requests.direction import Direction
from conformance.rules.checks.letters.requests.form import Chosen, RequestMembers, members_of, read_form
from conformance.rules.checks.letters.requests.owed import write_request
from conformance.rules.checks.letters.requests.parts import RequestPart, is_of_others
from conformance.rules.checks.letters.requests.tool_choice import choice_in, kinds_of
from conformance.rules.checks.trial import Trial, reports_of
from conformance.rules.checks.view import View

Request = dict[str, JSON]


class WholeRequest(View):
    """One request with the request of the other API that came of it. A subclass reads one direction."""

    lost_of_large: ClassVar[str] = "of a large request not everything arrived"
    way: ClassVar[Direction]
    # Findings about members that a rule of the operation itself is about.
    tolerated: ClassVar[frozenset[str]] = frozenset()

    # What each direction has to say.

    @property
    def messages(self) -> RequestPart:
        """The messages or the input, and what they became."""
        raise NotImplementedError

    @property
    def exact_messages(self) -> Exact | None:
        """What has to arrive exactly of the messages; None where they are not compared."""
        raise NotImplementedError

    @property
    def source_tools(self) -> list[JSON]:
        """The tools of the source."""
        raise NotImplementedError

    @property
    def tools_beside(self) -> list[JSON]:
        """Sound tools, beside which the other members are held to the source's schema; none where it has none."""
        raise NotImplementedError

    @property
    def tools(self) -> RequestPart | None:
        """The tools, and what they became; None for a request without any."""
        raise NotImplementedError

    @property
    def format(self) -> RequestPart | None:
        """The schema of the answer's format as the parameters of a function; None without both."""
        raise NotImplementedError

    @property
    def made_search(self) -> tuple[Path, Request] | None:
        """What the web search became, and where; None where there is nothing of the kind."""
        raise NotImplementedError

    @property
    def alone(self) -> tuple[str, ...]:
        """The members without a counterpart that ask for something."""
        raise NotImplementedError

    @property
    def may_refuse(self) -> bool:
        """Whether a member, under some legal answer, lets the call fail."""
        raise NotImplementedError

    @property
    def unknown_names(self) -> tuple[str, ...]:
        """The names in tool_choice that no tool of the request has."""
        raise NotImplementedError

    # The members.

    @cached_property
    def request(self) -> Request | None:
        """The request without members that are null; None for what is none."""
        given = self.given
        if not isinstance(given, dict):
            return None
        if not all(isinstance(given.get(name), kind) for name, kind in self.way.needed.items()):
            return None
        return {key: value for key, value in given.items() if value is not None}

    @cached_property
    def result(self) -> Request | None:
        """The request that came of it; None where there is none, it is no object, or the input is no request."""
        return self.output if self.answered and isinstance(self.output, dict) and not self.unfit else None

    @property
    def unfit(self) -> bool:
        """Whether the input is no request."""
        return self.request is None

    @cached_property
    def broken(self) -> frozenset[str]:
        """The members with a value that the source's API does not take or know: no rule says what becomes of them."""
        members = {key: value for key, value in (self.request or {}).items() if key not in self.way.parts}
        plain = {"model": "a-model", **members, **self.way.beside}
        if tools := self.tools_beside:
            plain["tools"] = tools
        kind = f"{self.way.source}-request"
        if accepts(kind, plain):
            return frozenset()
        found = (finding for finding in findings_of(kind, plain) if finding.rule not in self.tolerated)
        return frozenset(finding.at.split("/")[1] for finding in found if finding.level == "refused") - self.way.parts

    @cached_property
    def form(self) -> RequestMembers:
        """What the members of the source say that are not broken."""
        sound = {key: value for key, value in (self.request or {}).items() if key not in self.broken}
        return read_form(self.way.source, sound)

    def asks(self, name: str) -> bool:
        """Whether a member asks for something: it is there, sound, and not what the API does without it."""
        if self.request is None or name in self.broken:
            return False
        return not is_idle(self.way.source, (name,), self.request.get(name, ABSENT))

    def said(self, *path: str) -> JSON | Absent:
        """Return a member of the source; ABSENT for one that is broken."""
        return ABSENT if path[0] in self.broken else at(self.request, path)

    def movable(self, member: RequestMember) -> JSON | Absent:
        """Return what the target can take of a member that both formats have; ABSENT for nothing."""
        return self.form.shared.get(member.setting, ABSENT)

    @cached_property
    def choice(self) -> Chosen | None:
        """What a choice of tools asks for; None without one that asks for anything."""
        for member in members_of("choice", self.way.source):
            name = member.at[self.way.source][0]
            if self.asks(name):
                value = self.said(name)
                return Chosen(name=name, value=value, read=choice_in(self.way.source, value))
        return None

    @property
    def logprobs(self) -> bool | None:
        """Whether log probabilities are asked for; None where a number of them is, without them."""
        return self.form.logprobs

    @property
    def reportable(self) -> tuple[str, ...]:
        """Those of the members without a counterpart whose loss changes something."""
        return self.alone

    @property
    def offers_later(self) -> bool:
        """Whether an item of the input offers tools."""
        return False

    @property
    def lost_later(self) -> tuple[str, ...]:
        """The names of the tools that items of the input offer and that are no tools of the result."""
        return ()

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The members that refer to what the API keeps."""
        return ()

    # The result.

    @cached_property
    def made_tools(self) -> list[JSON]:
        """The tools of the result."""
        tools = (self.result or {}).get("tools")
        return tools if isinstance(tools, list) else []

    @cached_property
    def made_kinds(self) -> dict[str, str]:
        """The types of the result's tools, by their names."""
        return dict(kinds_of(self.way.target, self.made_tools))

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
        kept = tuple(diagnostic for diagnostic in outcome.diagnostics if not is_of_others(diagnostic))
        return replace(self.trial, outcome=replace(outcome, diagnostics=kept))

    @property
    def parts(self) -> tuple[RequestPart, ...]:
        """The parts that other operations convert alone."""
        return (self.messages,) if self.tools is None else (self.messages, self.tools)

    @property
    def reported_parts(self) -> Sequence[RequestPart | None]:
        """The parts of which something may be left out with a report."""
        return (self.tools,)

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
        """Whether the call may have failed on a part that no API takes, or on a member that the API keeps."""
        return not self.unfit and (bool(self.messages.view.is_refused_by_right) or bool(self.elsewhere))

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

    # What it owes.

    @property
    def owed_body(self) -> Request | None:
        """What the messages owe, as members of the target; None where none can be named."""
        raise NotImplementedError

    @property
    def owed_tools(self) -> list[JSON] | None:
        """The tools that the target owes; None where none can be named."""
        raise NotImplementedError

    @property
    def owed_form(self) -> RequestMembers:
        """What the other members of the target owe."""
        return self.form

    def expected(self) -> JSON:
        """Return a request that satisfies every rule; ABSENT where none can be named."""
        if self.request is None or self.broken:
            return ABSENT
        body, tools = self.owed_body, self.owed_tools
        if body is None or tools is None:
            return ABSENT
        return write_request(self.way.target, self.owed_form, self.choice, body, tools, self.trial.choices)

    @property
    def essence_beside(self) -> Request:
        """What counts of members that are free in part."""
        raise NotImplementedError

    def essence(self) -> JSON:
        """Return the output without what the rules leave free: the members that count, and the essence of each part."""
        if self.result is None:
            return self.output
        target, apart = self.way.target, self.way.apart
        members = {
            key: value for key, value in self.result.items() if key not in apart and not is_idle(target, (key,), value)
        }
        parts = [None if part is None else part.view.essence() for part in (self.messages, self.tools)]
        return {"members": members, **self.essence_beside, "parts": parts}
