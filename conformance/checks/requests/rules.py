"""What the rules of chat-request-to-responses-request require."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks import fidelity
from conformance.checks.exact import Exact, changes, differences, kind_of_change
from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, output_at, versus
from conformance.checks.requests.members import (
    FEWEST_TOKENS,
    LIMIT,
    LIMITS,
    LOGPROBS,
    MOVED,
    OBFUSCATION,
    SAME,
    STORE,
    responses_choice,
)
from conformance.checks.requests.owed import search_fields
from conformance.checks.requests.parts import DOCUMENTS, REPORTED, named_in
from conformance.checks.requests.shared_rules import by_parts, holds_idle_members, lost_at, plain, reported
from conformance.checks.requests.view import ChatRequest
from conformance.checks.requests.way_back import not_back_in_chat
from conformance.checks.responses_input.exact import exact as of_messages
from conformance.checks.trial import answer_of
from conformance.formats.facts import word
from conformance.formats.members import CHAT, RESPONSES, Member, at, is_idle
from conformance.values import ABSENT, JSON, equal


def messages_as_part(view: ChatRequest) -> Findings:
    """C2R-1: the messages arrive as their own operation requires."""
    if view.request is None or not view.answered:
        return None
    if view.result is None:
        return (Failure("no-request", "/output", f"wanted a Responses request, got {brief(view.output)}"),)
    return view.messages.findings()


def messages_to_the_letter(view: ChatRequest) -> Findings:
    """C2R-1a: the messages have the form that the documents give them."""
    return by_parts(view, DOCUMENTS, view.messages)


def tools_as_part(view: ChatRequest) -> Findings:
    """C2R-2: tools, and functions in the older form, arrive as the operation on tools requires."""
    if view.result is None or view.tools is None:
        return None
    return view.tools.findings()


def tools_to_the_letter(view: ChatRequest) -> Findings:
    """C2R-2a: the schemas of tools, and of the answer, are unchanged."""
    return by_parts(view, DOCUMENTS, view.tools, view.format)


def same_members(view: ChatRequest) -> Findings:
    """C2R-3: what both requests have under one name is unchanged."""
    return _moved(view, (*SAME, OBFUSCATION))


def moved_members(view: ChatRequest) -> Findings:
    """C2R-5: reasoning_effort and verbosity have their new places."""
    return _moved(view, MOVED)


def _moved(view: ChatRequest, twins: tuple[Member, ...]) -> Findings:
    given = [twin for twin in twins if view.said(*twin.at[CHAT]) is not ABSENT]
    if view.result is None or not given:
        return None
    return tuple(one for twin in given if (one := _changed(view, twin)) is not None)


def _changed(view: ChatRequest, twin: Member) -> Failure | None:
    owed, got = view.said(*twin.at[CHAT]), at(view.result, twin.at[RESPONSES])
    name = ".".join(twin.at[CHAT])
    if equal(owed, got) or (got is ABSENT and is_idle(CHAT, twin.at[CHAT], owed)):
        return None
    if got is ABSENT and twin.at[CHAT] == ("parallel_tool_calls",) and not view.made_tools:
        return None  # the rules on tools charge the lost tools
    if got is ABSENT:
        place = ".".join(twin.at[RESPONSES])
        return Failure(
            "member-lost",
            lost_at(view, twin.at[CHAT][0], *twin.at[RESPONSES]),
            f"{name} is lost: wanted {place} {brief(owed)}, got nothing",
        )
    if all(one.kind is not None for one in differences(owed, got)):
        return None  # the rules of numbers and texts say it
    return Failure("member-changed", output_at(*twin.at[RESPONSES]), f"{name}: {versus(owed, got)}")


def token_limit(view: ChatRequest) -> Findings:
    """C2R-4: the limit of tokens arrives; one below the least is raised to it with a report."""
    if view.result is None or view.limit is None:
        return None
    name, limit = view.limit
    got = at(view.result, (LIMIT,))
    wanted = max(limit, FEWEST_TOKENS)
    if got is ABSENT:
        return (
            Failure("limit-lost", lost_at(view, name, LIMIT), f"{name} is lost: wanted {LIMIT} {wanted}, got nothing"),
        )
    if not equal(got, wanted):
        return (
            Failure("limit-changed", output_at(LIMIT), f"{name} is {limit}: wanted {LIMIT} {wanted}, got {brief(got)}"),
        )
    if wanted == limit:
        return OK
    if view.reports is None:
        return NOT_OBSERVABLE
    if any(named_in(view.reports, one) for one in (*LIMITS, LIMIT, str(limit), str(wanted))):
        return OK
    return (
        Failure("raised-in-silence", output_at(LIMIT), f"{name} was raised from {limit} to {wanted} without a report"),
    )


def answer_format(view: ChatRequest) -> Findings:
    """C2R-6: the format of the answer is below `text`, and its schema says the same."""
    owed, got = view.said("response_format"), at(view.result, ("text", "format"))
    if view.result is None or not isinstance(owed, dict) or not view.asks("response_format"):
        return None
    kind = owed.get("type")
    if got is ABSENT:
        message = f"the format {brief(kind)} is lost: wanted text.format, got nothing"
        return (Failure("format-lost", lost_at(view, "response_format", "text", "format"), message),)
    if not isinstance(got, dict) or got.get("type") != kind:
        message = f"the format is {brief(kind)}: got {brief(got)}"
        return (Failure("format-changed", output_at("text", "format"), message),)
    return OK if view.format is None else view.format.findings()


def tool_choice(view: ChatRequest) -> Findings:
    """C2R-7: tool_choice asks for the same, in the form of Responses."""
    if view.result is None or view.choice is None:
        return None
    name, owed = view.choice
    got = view.result.get("tool_choice")
    kinds = {word(tool, "name"): word(tool) for tool in view.made_tools}
    if owed.names is None:
        if got is None and (not view.made_tools or owed.mode == "auto"):
            return OK
        if got is None:
            return (_lost_choice(name, owed.mode),)
        if equal(got, owed.mode):
            return OK
        return (Failure("choice-changed", output_at("tool_choice"), f"tool_choice: {versus(owed.mode, got)}"),)
    names = [one for _type, one in owed.names if one in kinds]
    if not names:
        return None  # no tool that it names arrived: it may go
    if got is None:
        return (_lost_choice(name, view.said(name)),)
    read = responses_choice(got)
    # Types are those of the tools that arrived: a custom tool may have become a function.
    wanted = tuple(dict.fromkeys((str(kinds[one]), one) for one in names))
    if read is not None and read.mode == owed.mode and set(read.names or ()) == set(wanted):
        return OK
    shown = [{"type": type_, "name": one} for type_, one in wanted]
    message = f"tool_choice must name {brief(shown)} with mode {owed.mode}, got {brief(got)}"
    return (Failure("choice-changed", output_at("tool_choice"), message),)


def _lost_choice(name: str, owed: JSON) -> Failure:
    return Failure(
        "choice-lost",
        output_at("tool_choice"),
        f"{name} is lost: wanted {brief(owed)} in the form of Responses, got nothing",
    )


def log_probabilities(view: ChatRequest) -> Findings:
    """C2R-8: logprobs are asked for by `include`."""
    if view.result is None or view.said("logprobs") is not True:
        return None
    include = view.result.get("include")
    failures = []
    if not isinstance(include, list) or LOGPROBS not in include:
        message = f"logprobs is true: wanted {LOGPROBS} in include, got {brief(include)}"
        failures.append(Failure("logprobs-lost", lost_at(view, "logprobs", "include"), message))
    top, got = view.said("top_logprobs"), at(view.result, ("top_logprobs",))
    if top is not ABSENT and not equal(top, got) and not (top == 0 and got is ABSENT):
        failures.append(Failure("top-logprobs", output_at("top_logprobs"), f"top_logprobs: {versus(top, plain(got))}"))
    return tuple(failures)


def web_search(view: ChatRequest) -> Findings:
    """C2R-9: web_search_options become a web search tool, or their loss is reported."""
    if view.result is None or not view.asks("web_search_options"):
        return None
    if view.search is None:
        return reported(view, ("web_search_options",))
    got, wanted = view.made_tools[view.search], search_fields(view)
    return tuple(
        Failure("search-changed", output_at("tools", view.search, key), f"{key}: {versus(value, plain(got.get(key)))}")
        for key, value in wanted.items()
        if not _says(got.get(key), value)
    )


def _says(got: JSON, wanted: JSON) -> bool:
    """Whether a member says what is wanted; one that is null is as good as absent."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        return equal(wanted, {key: value for key, value in got.items() if value is not None})
    return equal(wanted, got)


def storing(view: ChatRequest) -> Findings:
    """C2R-10: what the source says of storing stays; where it says nothing, storing is not asked for."""
    if view.result is None or STORE in view.broken:
        return None
    owed, got = view.said(STORE), at(view.result, (STORE,))
    if owed is not ABSENT:
        if equal(owed, got) or (owed is True and got is ABSENT):
            return OK
        return (Failure("store-changed", output_at(STORE), f"store: {versus(owed, plain(got))}"),)
    answers = answer_of(view.trial, "store-when-absent", "write", "omit")
    if (got is False and "write" in answers) or (got is ABSENT and "omit" in answers):
        return OK
    legal = " or ".join({"write": "false", "omit": "no store"}[answer] for answer in answers)
    message = f"the source has no store, so that nothing is stored: wanted {legal}, got {brief(plain(got))}"
    return (Failure("store-invented", output_at(STORE), message),)


def storing_reported(view: ChatRequest) -> Findings:
    """C2R-10a: where store is left out, so that the answer is stored, a report says so."""
    if view.result is None or STORE in view.broken:
        return None
    if view.said(STORE) is not ABSENT or at(view.result, (STORE,)) is not ABSENT:
        return None
    if view.reports is None:
        return NOT_OBSERVABLE
    if named_in(view.reports, STORE):
        return OK
    return (Failure("stored-in-silence", "/output", "Responses stores what Chat does not, and no report says so"),)


def nothing_vanishes(view: ChatRequest) -> Findings:
    """C2R-11: a member without a counterpart is reported or refused."""
    if view.result is None or not view.alone:
        return None
    return reported(view, view.alone)


def parts_reported(view: ChatRequest) -> Findings:
    """C2R-11a: what of messages and tools the API has no form for is kept or reported."""
    return by_parts(view, REPORTED, view.messages, view.tools)


def idle_members(view: ChatRequest) -> Findings:
    """C2R-12: a member that asks for nothing is no obstacle. What fails on one, its contrast shows."""
    return holds_idle_members(view)


# What may be in a result though no member of the source asks for it, beside what is idle: it changes no answer.
_FREE = frozenset({"model", "input", "instructions", STORE, "include", "prompt_cache_key", "tool_choice"})


def nothing_added(view: ChatRequest) -> Findings:
    """C2R-13: the result asks for nothing that the source does not ask for."""
    if view.result is None or view.request is None or view.broken:
        return None  # what came of a broken member is not to be told from what was added
    return tuple(_added(view)) or OK


def _added(view: ChatRequest) -> Iterator[Failure]:
    known = {twin.at[RESPONSES] for twin in (*SAME, *MOVED, OBFUSCATION) if view.said(*twin.at[CHAT]) is not ABSENT}
    known |= {(LIMIT,)} if view.limit is not None else set()
    known |= {("top_logprobs",)} if view.said("logprobs") is True else set()
    for path, value in _said(view.result or {}):
        if path in known or path[0] in _FREE or is_idle(RESPONSES, path, value):
            continue
        if path[0] == "text" and path[1:] != ("verbosity",) and view.said("response_format") is not ABSENT:
            continue  # a format in another place: the rules about the format and the API's own say it
        if equal(at(view.request, path), value):
            continue  # left where it was: the API's own rules say it
        if path == ("tools",) and (view.source_tools or len(view.made_tools) == (view.search is not None)):
            continue
        yield Failure("invented", output_at(*path), f"the source does not ask for {'.'.join(path)}: got {brief(value)}")
    choice = (view.result or {}).get("tool_choice")
    if view.choice is None and choice not in (None, "auto") and view.made_tools:
        yield Failure("invented", output_at("tool_choice"), f"the source does not ask for it: got {brief(choice)}")


def _said(result: dict[str, JSON]) -> Iterator[tuple[tuple[str, ...], JSON]]:
    """Yield what a request says: its members, and those of `reasoning`, `text` and `stream_options`."""
    for key, value in result.items():
        if key in ("reasoning", "text", "stream_options") and isinstance(value, dict):
            yield from (((key, inner), one) for inner, one in value.items())
        else:
            yield (key,), value


def same_request_after_the_way_back(view: ChatRequest) -> Findings:
    """C2R-14: what both APIs express, and arrived, comes back through responses-request-to-chat-request."""
    chained = view.trial.chained
    if chained is None or not isinstance(chained.output, dict) or view.result is None or view.broken:
        return None
    return tuple(not_back_in_chat(view.request or {}, view.result, chained.output))


# What has to arrive exactly.


def exact(view: ChatRequest) -> Exact | None:
    """Return the texts and numbers of the parts and of the members."""
    if view.request is None or view.result is None:
        return None
    found = [view.messages.exact(of_messages(view.messages.view))]
    found += [one.exact(fidelity.exact(one.view)) for one in (view.tools, view.format) if one is not None]
    values: list[JSON] = []
    changed: list[Failure] = []
    for twin in (*SAME, *MOVED):
        owed, got = view.said(*twin.at[CHAT]), at(view.result, twin.at[RESPONSES])
        if owed is ABSENT or got is ABSENT:
            continue
        values.append(owed)
        for one in differences(owed, got):
            if kind_of_change(plain(one.owed), plain(one.got)) is not None:
                changed += changes(one.owed, one.got, output_at(*twin.at[RESPONSES], *one.path))
    return Exact(
        [*values, *(one.values for one in found)],
        (*changed, *(failure for one in found for failure in one.changes)),
        view.trial.input,
    )


# The choices.


def read_store(view: ChatRequest) -> str | None:
    """store-when-absent."""
    if view.result is None or view.said(STORE) is not ABSENT:
        return None
    got = at(view.result, (STORE,))
    return "omit" if got is ABSENT else "write" if got is False else None


def read_unsupported(view: ChatRequest) -> str | None:
    """unsupported-members."""
    if not view.alone:
        return None
    return "refuse" if view.outcome.refusal else "report" if view.answered else None


def read_small(view: ChatRequest) -> str | None:
    """small-limits."""
    if view.outcome.refusal:
        return "refuse"
    return "raise" if at(view.result, (LIMIT,)) == FEWEST_TOKENS else None
