"""What the rules of responses-request-to-chat-request require."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks import fidelity
from conformance.checks.chat_messages.outputs import exact as of_input
from conformance.checks.exact import Exact, changes, differences, kind_of_change
from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, output_at, versus
from conformance.checks.requests.flat_owed import kinds_of, nested, owed_format, search_fields
from conformance.checks.requests.flat_view import ADDITIONAL, ResponsesRequest
from conformance.checks.requests.members import LIMIT, LIMITS, MOVED, OBFUSCATION, SAME, STORE, chat_choice
from conformance.checks.requests.parts import DOCUMENTS, REPORTED, SAFE, named_in
from conformance.checks.requests.shared_rules import by_parts, holds_idle_members, lost_at, plain, reported
from conformance.checks.requests.way_back import not_back_in_responses
from conformance.formats.members import CHAT, RESPONSES, Member, at, is_idle
from conformance.values import ABSENT, JSON, equal


def input_as_part(view: ResponsesRequest) -> Findings:
    """R2C-1: input and instructions arrive as their own operation requires."""
    if view.request is None or not view.answered:
        return None
    if view.result is None:
        return (Failure("no-request", "/output", f"wanted a Chat request, got {brief(view.output)}"),)
    if view.elsewhere:
        return None  # a converter that keeps the history puts it before the input
    if not isinstance(view.result.get("messages"), list):
        message = f"wanted a list of messages, got {brief(plain(view.result.get('messages', ABSENT)))}"
        return (Failure("no-messages", output_at("messages"), message),)
    return view.messages.findings()


def tools_as_nested(view: ResponsesRequest) -> Findings:
    """R2C-2: tools arrive as the operation on tools requires."""
    return by_parts(view, SAFE, view.tools)


def nested_tools_to_the_letter(view: ResponsesRequest) -> Findings:
    """R2C-2a: the schemas of tools, and of the answer, are unchanged, and nothing is beside them."""
    return by_parts(view, DOCUMENTS, view.tools, view.format)


def same_members(view: ResponsesRequest) -> Findings:
    """R2C-3: what both requests have under one name is unchanged."""
    return _moved(view, tuple(twin for twin in (*SAME, OBFUSCATION) if twin.at[CHAT] != ("metadata",)))


def moved_members(view: ResponsesRequest) -> Findings:
    """R2C-5: effort and verbosity have their new places."""
    return _moved(view, MOVED)


def _moved(view: ResponsesRequest, twins: tuple[Member, ...]) -> Findings:
    given = [twin for twin in twins if view.movable(*twin.at[RESPONSES]) is not ABSENT]
    if view.result is None or not given:
        return None
    return tuple(one for twin in given if (one := _changed(view, twin)) is not None)


def _changed(view: ResponsesRequest, twin: Member) -> Failure | None:
    owed, got = view.movable(*twin.at[RESPONSES]), at(view.result, twin.at[CHAT])
    name = ".".join(twin.at[RESPONSES])
    if equal(owed, got):
        return None
    if got is ABSENT and is_idle(RESPONSES, twin.at[RESPONSES], owed):
        return None
    if got is ABSENT:
        place = ".".join(twin.at[CHAT])
        at_ = lost_at(view, twin.at[RESPONSES][0], *twin.at[CHAT])
        return Failure("member-lost", at_, f"{name} is lost: wanted {place} {brief(owed)}, got nothing")
    if all(one.kind is not None for one in differences(owed, got)):
        return None  # the rules of numbers and texts say it
    return Failure("member-changed", output_at(*twin.at[CHAT]), f"{name}: {versus(owed, got)}")


# Converters may name the limit by the model: the answer is that of the probes' model.
_PROBED = "gpt-4o"


def token_limit(view: ResponsesRequest) -> Findings:
    """R2C-4: the limit of tokens arrives under one of its two names."""
    limit = view.said(LIMIT)
    if view.result is None or limit is ABSENT:
        return None
    got = [(name, view.result[name]) for name in LIMITS if view.result.get(name) is not None]
    if not got:
        message = f"{LIMIT} is lost: wanted {LIMITS[0]} {brief(limit)}, got nothing"
        return (Failure("limit-lost", lost_at(view, LIMIT, LIMITS[0]), message),)
    if len(got) > 1:
        return (Failure("limit-twice", output_at(LIMITS[1]), "the API refuses a request with both names of the limit"),)
    (name, value) = got[0]
    answer = view.trial.choices.get("limit-name")
    if answer is not None and answer != name.replace("_", "-") and view.said("model") == _PROBED:
        message = f"the choice limit-name is {answer}: wanted that name, got {name}"
        return (Failure("limit-under-the-other-name", output_at(name), message),)
    if equal(value, limit):
        return OK
    return (Failure("limit-changed", output_at(name), f"{LIMIT}: {versus(limit, value)}"),)


def answer_format(view: ResponsesRequest) -> Findings:
    """R2C-6: the format of the answer is in response_format, and its schema says the same."""
    owed = owed_format(view)
    if view.result is None or owed is None:
        return None
    got = at(view.result, ("response_format",))
    if got is ABSENT:
        message = f"the format {brief(owed['type'])} is lost: wanted response_format, got nothing"
        return (Failure("format-lost", lost_at(view, "text", "response_format"), message),)
    if not isinstance(got, dict) or got.get("type") != owed["type"]:
        message = f"the format is {brief(owed['type'])}: got {brief(got)}"
        return (Failure("format-changed", output_at("response_format"), message),)
    inner = owed.get("json_schema")
    if not isinstance(inner, dict):
        return OK
    made = got.get("json_schema")
    if not isinstance(made, dict) or not equal(made.get("name"), inner.get("name")):
        message = f"wanted json_schema with the name {brief(inner.get('name'))}, got {brief(plain(made))}"
        return (Failure("format-changed", output_at("response_format", "json_schema"), message),)
    return OK if view.format is None else view.format.findings()


def tool_choice(view: ResponsesRequest) -> Findings:
    """R2C-7: tool_choice asks for the same, in the form of Chat, and goes with its tools."""
    if view.result is None or not view.asks("tool_choice"):
        return None
    got, owed, kinds = view.result.get("tool_choice"), view.choice, kinds_of(view.made_tools)
    if owed is None or (owed.names is not None and not any(name in kinds for _type, name in owed.names)):
        # The choice of a tool that Chat does not have, or that did not arrive.
        return None if got is not None else reported(view, ("tool_choice",))
    if owed.names is None:
        if equal(got, owed.mode) or (got is None and (owed.mode == "none" and not view.made_tools)):
            return OK
        if got is None and not view.made_tools:
            return reported(view, ("tool_choice",))
        return (_wrong_choice(owed.mode, got),)
    read = None if got is None else chat_choice(got)
    # Types are those of the tools that arrived: a custom tool may have become a function.
    wanted = tuple(dict.fromkeys((kinds[name], name) for _type, name in owed.names if name in kinds))
    if read is not None and read.mode == owed.mode and set(read.names or ()) == set(wanted):
        return OK
    return (_wrong_choice([nested(*one) for one in wanted], got),)


def _wrong_choice(owed: JSON, got: JSON) -> Failure:
    kind = "choice-lost" if got is None else "choice-changed"
    return Failure(kind, output_at("tool_choice"), f"tool_choice: {versus(owed, got)}")


def log_probabilities(view: ResponsesRequest) -> Findings:
    """R2C-8: what include asks for is logprobs, with the number beside it, which does not come alone."""
    if view.result is None or view.logprobs is False:
        return None
    failures = []
    got = view.result.get("logprobs")
    if view.logprobs and got is not True:
        message = f"include asks for log probabilities: wanted logprobs true, got {brief(got)}"
        failures.append(Failure("logprobs-lost", lost_at(view, "include", "logprobs"), message))
    top, made = view.said("top_logprobs"), at(view.result, ("top_logprobs",))
    if view.logprobs and top is not ABSENT and not equal(top, made) and not (top == 0 and made is ABSENT):
        failures.append(Failure("top-logprobs", output_at("top_logprobs"), f"top_logprobs: {versus(top, plain(made))}"))
    if view.logprobs is None and got is not True and made not in (ABSENT, None, 0):
        message = f"top_logprobs is {brief(made)}: wanted logprobs true beside it, got {brief(got)}"
        failures.append(Failure("top-logprobs-alone", output_at("top_logprobs"), message))
    return tuple(failures) or OK


def web_search(view: ResponsesRequest) -> Findings:
    """R2C-9: a web search in web_search_options is the same search."""
    made = (view.result or {}).get("web_search_options")
    if view.search is None or made is None:
        return None
    if not isinstance(made, dict):
        return (Failure("search-changed", output_at("web_search_options"), f"wanted an object, got {brief(made)}"),)
    return tuple(
        Failure("search-changed", output_at("web_search_options", key), f"{key}: {versus(value, made.get(key))}")
        for key, value in search_fields(view.search).items()
        if not equal(made.get(key), value)
    )


def storing(view: ResponsesRequest) -> Findings:
    """R2C-10: a store that arrives is the source's."""
    owed = view.said(STORE)
    if view.result is None or owed is ABSENT:
        return None
    got = at(view.result, (STORE,))
    if equal(owed, got) or got is ABSENT:
        return OK
    return (Failure("store-changed", output_at(STORE), f"store: {versus(owed, plain(got))}"),)


def metadata(view: ResponsesRequest) -> Findings:
    """R2C-10a: metadata arrive, or are reported."""
    if view.result is None or not view.asks("metadata"):
        return None
    owed, got = view.said("metadata"), at(view.result, ("metadata",))
    if got is ABSENT:
        return reported(view, ("metadata",))
    if equal(owed, got) or all(one.kind is not None for one in differences(owed, got)):
        return OK
    return (Failure("member-changed", output_at("metadata"), f"metadata: {versus(owed, got)}"),)


def metadata_stored(view: ResponsesRequest) -> Findings:
    """R2C-10b: metadata come with store."""
    if view.result is None or not view.asks("metadata") or not at(view.result, ("metadata",)):
        return None
    if view.result.get(STORE) is True or at(view.result, ("metadata",)) is ABSENT:
        return OK
    return (Failure("not-stored", output_at("metadata"), "Chat takes metadata only beside store: true"),)


def nothing_vanishes(view: ResponsesRequest) -> Findings:
    """R2C-11: a member without a counterpart is reported or refused, and so is a tool that the input offers."""
    if view.result is None or not (view.reportable or view.offers_later):
        return None
    return _both(reported(view, view.reportable), _later_tools_reported(view))


def _both(*found: Findings) -> Findings:
    """Join what was found of two parts: what is wrong with one is wrong, whatever is seen of the other."""
    failures = tuple(failure for one in found if isinstance(one, tuple) for failure in one)
    return failures or next((one for one in found if one is NOT_OBSERVABLE), OK)


def _later_tools_reported(view: ResponsesRequest) -> Findings:
    if not view.lost_later:
        return OK
    if view.reports is None:
        return NOT_OBSERVABLE
    reports = view.reports
    return tuple(
        Failure("silent", output_at("tools"), f"{brief(name)} of additional_tools is left out without a report")
        for name in view.lost_later
        if not named_in(reports, ADDITIONAL) and not any(name in one for one in reports)
    )


def details_reported(view: ResponsesRequest) -> Findings:
    """R2C-11b: what of a member has no counterpart is reported."""
    if view.result is None or not view.details:
        return None
    if view.reports is None:
        return NOT_OBSERVABLE
    reports = view.reports
    found = [(one, *one.partition(".")[::2]) for one in view.details]
    return tuple(
        Failure("silent", output_at(name), f"{one} is left out without a report")
        for one, name, part in found
        if not _is_sent(view, name, part) and not named_in(reports, name)
    )


def _is_sent(view: ResponsesRequest, name: str, part: str) -> bool:
    """Whether a member, or what it has under `part`, is sent as it was: the API's own rules say it."""
    owed, got = view.said(name), at(view.result, (name,))
    if isinstance(owed, dict) and part:
        return equal(at(owed, (part,)), at(plain(got), (part,)))
    return part in got if isinstance(got, list) else equal(owed, got)


def nested_tools_reported(view: ResponsesRequest) -> Findings:
    """R2C-11a: what of the tools Chat has no form for is reported."""
    return by_parts(view, REPORTED, view.tools)


def idle_members(view: ResponsesRequest) -> Findings:
    """R2C-12: a member that asks for nothing is no obstacle. What fails on one, its contrast shows."""
    return holds_idle_members(view)


# What may be in a result though no member of the source asks for it, beside what is idle: it changes no answer.
_FREE = frozenset({"model", "messages", STORE, "metadata", "prompt_cache_key", "tool_choice", "web_search_options"})
# A gateway asks for the usage of a stream, which Responses always gives.
_USAGE = ("stream_options", "include_usage")


def nothing_added(view: ResponsesRequest) -> Findings:
    """R2C-13: the result asks for nothing that the source does not ask for."""
    if view.result is None or view.broken:
        return None  # what came of a broken member is not to be told from what was added
    return tuple(_added(view)) or OK


def _added(view: ResponsesRequest) -> Iterator[Failure]:
    result = view.result or {}
    known = {twin.at[CHAT] for twin in (*SAME, *MOVED, OBFUSCATION) if view.said(*twin.at[RESPONSES]) is not ABSENT}
    known |= {(name,) for name in LIMITS if view.said(LIMIT) is not ABSENT}
    known |= {("response_format",)} if view.asks("text") else set()
    known |= {("logprobs",), ("top_logprobs",)} if view.logprobs is not False else set()
    known |= {("tools",)} if view.source_tools else set()
    for path, value in _said(result):
        if (
            path in known
            or path == _USAGE
            or path[0] in _FREE
            or is_idle(CHAT, path, value)
            or equal(at(view.request, path), value)
        ):
            continue
        yield Failure("invented", output_at(*path), f"the source does not ask for {'.'.join(path)}: got {brief(value)}")
    if "web_search_options" in result and result["web_search_options"] is not None and view.search is None:
        yield Failure("invented", output_at("web_search_options"), "the source does not ask for a web search")
    if result.get("metadata") and not view.asks("metadata"):
        yield Failure("invented", output_at("metadata"), f"the source has none: got {brief(result['metadata'])}")
    choice = result.get("tool_choice")
    if not view.asks("tool_choice") and choice not in (None, "auto") and view.made_tools:
        yield Failure("invented", output_at("tool_choice"), f"the source does not ask for it: got {brief(choice)}")


def _said(result: dict[str, JSON]) -> Iterator[tuple[tuple[str, ...], JSON]]:
    """Yield what a request says: its members, and those of `stream_options`."""
    for key, value in result.items():
        if key == "stream_options" and isinstance(value, dict):
            yield from (((key, inner), one) for inner, one in value.items())
        else:
            yield (key,), value


def continued(view: ResponsesRequest) -> Findings:
    """R2C-14: a conversation that the API keeps is refused, completed or reported."""
    if view.unfit or not view.elsewhere:
        return None
    if view.trial.outcome.refusal is not None:
        return OK
    if view.result is None:
        return None
    messages, alone = view.result.get("messages"), view.messages.view.expected()
    if isinstance(messages, list) and isinstance(alone, list) and len(messages) > len(alone):
        return OK  # the converter keeps the history
    return reported(view, view.elsewhere)


def same_request_after_the_way_back(view: ResponsesRequest) -> Findings:
    """R2C-15: what both APIs express, and arrived, comes back through chat-request-to-responses-request."""
    chained = view.trial.chained
    if chained is None or not isinstance(chained.output, dict) or view.result is None or view.broken:
        return None
    return tuple(not_back_in_responses(view.request or {}, view.result, chained.output))


# What has to arrive exactly.


def exact(view: ResponsesRequest) -> Exact | None:
    """Return the texts and numbers of the parts and of the members."""
    if view.request is None or view.result is None:
        return None
    found = [] if view.elsewhere else [view.messages.exact(of_input(view.messages.view))]
    found += [one.exact(fidelity.exact(one.view)) for one in (view.tools, view.format) if one is not None]
    values: list[JSON] = []
    changed: list[Failure] = []
    for twin in (*SAME, *MOVED):
        owed, got = view.movable(*twin.at[RESPONSES]), at(view.result, twin.at[CHAT])
        if owed is ABSENT or got is ABSENT:
            continue
        values.append(owed)
        for one in differences(owed, got):
            if kind_of_change(plain(one.owed), plain(one.got)) is not None:
                changed += changes(one.owed, one.got, output_at(*twin.at[CHAT], *one.path))
    return Exact(
        [*values, *(one.values for one in found)],
        (*changed, *(failure for one in found for failure in one.changes)),
        view.trial.input,
    )


# The choices.


def read_limit_name(view: ResponsesRequest) -> str | None:
    """limit-name."""
    if view.result is None or view.said(LIMIT) is ABSENT:
        return None
    given = [name for name in LIMITS if view.result.get(name) is not None]
    return given[0].replace("_", "-") if len(given) == 1 else None


def read_unsupported(view: ResponsesRequest) -> str | None:
    """unsupported-members."""
    if not view.alone:
        return None
    return "refuse" if view.outcome.refusal else "report" if view.answered else None
