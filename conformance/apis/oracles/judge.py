"""Judges a value by the pinned schema of its kind and by the rules that no schema states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from conformance.apis.oracles import (
    anthropic,
    anthropic_request,
    anthropic_turns,
    chat,
    error_wording,
    gemini_request,
    google,
    mcp,
    responses,
)
from conformance.apis.oracles.explain import UNKNOWN, VALUE, Complaint, Undecided, complaints
from conformance.apis.oracles.finding import ANTHROPIC, GOOGLE, ApiRefusal, Finding
from conformance.apis.oracles.hosts import DROPPED, OPENAI, is_own, level_for, refusing_unknown
from conformance.apis.oracles.pinned import form_validator, schema_of, validator_of
from conformance.apis.oracles.table import REFUSED, WARNING, BrokenApiRule, table
from conformance.apis.oracles.words import by_dots
from conformance.base.second_opinion import confirm_refused
from conformance.base.values import JSON, pointer, readable

KINDS = (
    "chat-request",
    "chat-response",
    "chat-chunk",
    "responses-request",
    "responses-response",
    "responses-event",
    "mcp-tool",
    "mcp-result",
    "anthropic-tool",
    "anthropic-request",
    "anthropic-response",
    "anthropic-event",
    "anthropic-beta-request",
    "anthropic-beta-response",
    "anthropic-beta-event",
    "google-tool",
    "gemini-request",
    "gemini-response",
)
SCHEMA = "schema"  # the rule that the pinned schema is
# Where Chat Completions takes members that its types do not have, as recorded requests show. The objects inside a part
# (image_url, file, input_audio) are in none of them.
_OPEN_IN_CHAT = re.compile(
    r"/messages/\d+(/content/\d+|/tool_calls/\d+(/function)?)?/[^/]+|/tools/\d+/(name|function/[^/]+)"
)
_Rules = Callable[[JSON], Iterator[BrokenApiRule]]


class _Kind(NamedTuple):
    """How a kind of value is judged: in whose words, and by which rules, in the order in which the API finds them."""

    voice: error_wording.Voice
    rules: tuple[_Rules, ...] = ()


_KINDS = {
    "chat-request": _Kind(error_wording.OPENAI, (chat.broken_form, chat.broken_turns)),
    "responses-request": _Kind(error_wording.OPENAI, (responses.broken_form, responses.broken_turns)),
    "mcp-tool": _Kind(error_wording.MCP, (mcp.broken_tool,)),
    "anthropic-tool": _Kind(error_wording.ANTHROPIC_TOOL, (anthropic.broken_tool,)),
    "anthropic-request": _Kind(error_wording.ANTHROPIC, (anthropic_request.broken_form, anthropic_turns.broken_turns)),
    "google-tool": _Kind(error_wording.GOOGLE, (google.broken_tool,)),
    "gemini-request": _Kind(error_wording.GEMINI, (gemini_request.broken_form, gemini_request.broken_turns)),
}
_ANSWER = _Kind(error_wording.ANSWER)
# By the first word of a kind: whose form an error of its API has. What MCP and OpenAI's APIs have is OpenAI's.
_ERRORS = {"anthropic": ANTHROPIC, "google": GOOGLE, "gemini": GOOGLE}
# Kinds with members and forms that only a beta has: what the request's header asked for, its body does not show.
_BETA = {f"anthropic-{text}": f"anthropic-beta-{text}" for text in ("request", "response", "event")}


def refusals_of(kind: str, value: JSON, profile: str = OPENAI) -> tuple[ApiRefusal, ...]:
    """Return why a value is refused; empty for one that is accepted. The API would answer with the first.

    kind: one of KINDS. profile: the host's, one of PROFILES. Raises nothing for any JSON value; SpecificationError if
    specs/api/ is damaged.
    """
    if is_own(profile) and _breaks_nothing(kind, value):
        return ()  # without the messages of its warnings, which take longer than the verdict
    return tuple(
        ApiRefusal(
            message=found.message,
            param=found.param,
            code=found.code,
            rule=found.rule,
            at=found.at,
            mistake=found.mistake,
            of=_ERRORS.get(kind.partition("-")[0], OPENAI),
        )
        for found in findings_of(kind, value, profile=profile)
        if found.level == REFUSED
    )


def findings_of(kind: str, value: JSON, index: int = 0, profile: str = OPENAI) -> list[Finding]:
    """Return all findings about a value: what its schema refuses, then refusals and warnings of the rules.

    index: the position of a tool in its list, as messages name it. profile: the host's, one of PROFILES.
    """
    try:
        return _findings(kind, value, index, profile)
    except ValueError:  # what the validator cannot read
        return _findings(kind, readable(value), index, profile)


def _findings(kind: str, value: JSON, index: int, profile: str) -> list[Finding]:
    how = _KINDS.get(kind, _ANSWER)
    broken = list(_broken_rules(how, value))
    refused = [rule for rule in broken if table().rules[rule.rule].level == REFUSED]
    found = []
    if not validator_of(kind).is_valid(value):
        confirm_refused(schema_of(kind), value, f"the pinned schema {kind}")
        for complaint, of_beta in _with_beta(kind, value):
            if not any(_says_more(rule, complaint) for rule in refused):
                message, param, code = how.voice.of_schema(complaint, value, index)
                at = pointer(*complaint.at)
                taken = of_beta or _taken_all_the_same(kind, complaint, at, param)
                level = WARNING if taken else level_for(profile, kind, at, complaint)
                message = taken or message
                found.append(
                    Finding(
                        level=level, message=message, param=param, code=code, rule=SCHEMA, at=at, mistake=complaint.kind
                    )
                )
    for said in (_of_rule(how.voice, rule, value, index) for rule in broken):
        level = level_for(profile, kind, said.at, said.rule) if said.level == REFUSED else said.level
        found.append(replace(said, level=level))
    return [finding for finding in found if finding.level != DROPPED]


def _with_beta(kind: str, value: JSON) -> Iterator[tuple[Complaint, str | None]]:
    """Yield what the schema complains of; beside it a warning, where only what a beta has is meant."""
    own, beta = _complaints(kind, value), _BETA.get(kind)
    if beta is None:
        yield from ((complaint, None) for complaint in own)
        return
    also = [] if validator_of(beta).is_valid(value) else _complaints(beta, value)
    places = {complaint.at for complaint in also}
    for complaint in own:
        yield (
            complaint,
            None
            if complaint.at in places
            else f"{by_dots(complaint.at)}: only requests with the header anthropic-beta have it.",
        )
    known = {complaint.at for complaint in own}
    yield from ((complaint, None) for complaint in also if complaint.at not in known)


def _taken_all_the_same(kind: str, complaint: Complaint, at: str, param: str | None) -> str | None:
    """Return a warning for what the types do not have and recorded traffic does; None for anything else."""
    if kind == "chat-request" and complaint.kind == UNKNOWN and _OPEN_IN_CHAT.fullmatch(at):
        refusing = refusing_unknown(at)
        them = "refuse them" if len(refusing) > 1 else "refuses them"
        return (
            f"The API's types have no {param!r}. It accepts such members in recorded requests; "
            f"{' and '.join(refusing)} {them}."
        )
    if (
        kind in ("responses-event", "anthropic-event")
        and complaint.kind == VALUE
        and at == "/type"
        and isinstance(complaint.got, str)
    ):
        return f"The API's types have no event {complaint.got!r}: APIs send new ones, which clients pass over."
    return None


def _says_more(broken: BrokenApiRule, complaint: Complaint) -> bool:
    """Whether a rule says more of a place than the schema does."""
    if broken.below:
        return complaint.at[: len(broken.at)] == broken.at
    return complaint.at == broken.at


def _complaints(kind: str, value: JSON) -> list[Complaint]:
    """Explain by one form, and by the tags in it: each error takes long to make."""
    try:
        return complaints(form_validator(kind, value, tagged=True).iter_errors(value))
    except Undecided:
        return complaints(form_validator(kind, value).iter_errors(value))


def fits_schema(kind: str, value: JSON) -> bool:
    """Whether the pinned schema of a kind accepts a value, whatever the rules beyond it say."""
    try:
        return _fits(kind, value)
    except ValueError:
        return _fits(kind, readable(value))


def _fits(kind: str, value: JSON) -> bool:
    beta = _BETA.get(kind)
    return bool(validator_of(kind).is_valid(value)) or (beta is not None and bool(validator_of(beta).is_valid(value)))


def accepts(kind: str, value: JSON, profile: str = OPENAI) -> bool:
    """Whether a value is accepted, without the reasons. profile: the host's, one of PROFILES."""
    try:
        return _is_accepted(kind, value, profile)
    except ValueError:
        return _is_accepted(kind, readable(value), profile)


def _breaks_nothing(kind: str, value: JSON) -> bool:
    """Whether the schema and the rules accept a value. False also where only its reasons can show that it is taken."""
    try:
        return _fits(kind, value) and _breaks_no_rule(kind, value)
    except ValueError:
        return False


def _is_accepted(kind: str, value: JSON, profile: str) -> bool:
    if not is_own(profile) or not _fits(kind, value):
        return not any(found.level == REFUSED for found in _findings(kind, value, 0, profile))
    return _breaks_no_rule(kind, value)


def _breaks_no_rule(kind: str, value: JSON) -> bool:
    rules = table().rules
    return not any(
        rules[broken_rule.rule].level == REFUSED for broken_rule in _broken_rules(_KINDS.get(kind, _ANSWER), value)
    )


def _broken_rules(how: _Kind, value: JSON) -> Iterator[BrokenApiRule]:
    for rules in how.rules:
        yield from rules(value)


def _of_rule(voice: error_wording.Voice, broken: BrokenApiRule, value: JSON, index: int) -> Finding:
    rule = table().rules[broken.rule]
    fields = {**voice.of_rule(broken, value, index), **broken.fields}
    message = rule.message.format_map(fields)
    return Finding(
        level=rule.level,
        message=message,
        param=fields["param"] or None,
        code=rule.code if broken.code == "" else broken.code,
        rule=rule.id,
        at=pointer(*broken.at),
    )


def rules_of() -> dict[str, str]:
    """Return what each rule requires, in words, by its id; the pinned schema's too."""
    return {
        SCHEMA: "The value is valid for the pinned schema.",
        **{rule.id: rule.text for rule in table().rules.values()},
    }
