"""What the rules of whole requests require, in both directions (C2R-1 and R2C-1, say).

What one direction alone has is in only_to_responses.py and only_to_chat.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conformance.base.values import ABSENT, JSON, Absent, equal
from conformance.formats.members import CHAT, RESPONSES, Path, RequestMember, at, is_idle
from conformance.rules.checks import fidelity
from conformance.rules.checks.exact import Exact, changes, differences, kind_of_change
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, but_got, output_at, versus
from conformance.rules.checks.letters.requests.form import (
    ASKS_LOGPROBS,
    FEWEST_TOKENS,
    FORMAT,
    LIMITS,
    LOGPROBS,
    SHARED,
    STORE,
    TOP,
    Chosen,
    Request,
    write_search,
)
from conformance.rules.checks.letters.requests.parts import DOCUMENTS, REPORTED, SAFE, named_in
from conformance.rules.checks.letters.requests.shared import by_parts, is_exact_alone, lost_at, plain, reported
from conformance.rules.checks.letters.requests.tool_choice import choice_in, choice_of_tool
from conformance.rules.checks.letters.requests.view import WholeRequest
from conformance.rules.checks.letters.requests.way_back import not_back
from conformance.rules.checks.trial import answer_of
from conformance.rules.laws.users import USERS, is_digest

# The parts.


def messages_as_part(view: WholeRequest) -> Findings:
    """C2R-1, R2C-1: the messages, or the input and the instructions, arrive as their own operation requires."""
    if view.request is None or not view.answered:
        return None
    if view.result is None:
        return (Failure("no-request", "/output", f"wanted a {view.way.name} request, {but_got(view.output)}"),)
    if view.way.target == CHAT and not isinstance(view.result.get("messages"), list):
        message = f"wanted a list of messages, got {brief(plain(view.result.get('messages', ABSENT)))}"
        return (Failure("no-messages", output_at("messages"), message),)
    found = view.messages.findings()
    if view.elsewhere and isinstance(found, tuple):
        # A converter that keeps the history puts it before the input: only what the input says must be there.
        return tuple(failure for failure in found if failure.kind in ("text-lost", "text-changed"))
    return found


def tools_as_part(view: WholeRequest) -> Findings:
    """C2R-2, R2C-2: tools, and functions in the older form, arrive as the operation on tools requires."""
    return by_parts(view, SAFE, view.tools)


def tools_to_the_letter(view: WholeRequest) -> Findings:
    """C2R-2a, R2C-2a: the schemas of tools, and of the answer, are unchanged."""
    return by_parts(view, DOCUMENTS, view.tools, view.format)


def parts_reported(view: WholeRequest) -> Findings:
    """C2R-11a, R2C-11a: what of messages and tools the API has no form for is kept or reported."""
    return by_parts(view, REPORTED, *view.reported_parts)


# The members that both formats have.


def same_members(view: WholeRequest) -> Findings:
    """C2R-3, R2C-3: what both requests have under one name is unchanged."""
    return _shared(view, (check for check in SHARED if not check.is_moved and check.setting not in view.way.ruled))


def moved_members(view: WholeRequest) -> Findings:
    """C2R-5, R2C-5: effort and verbosity have their new places."""
    return _shared(view, (check for check in SHARED if check.is_moved))


def _shared(view: WholeRequest, members: Iterable[RequestMember]) -> Findings:
    given = [(member, owed) for member in members if (owed := view.movable(member)) is not ABSENT]
    if view.result is None or not given:
        return None
    return tuple(failure for member, owed in given if (failure := _changed_member(view, member, owed)) is not None)


def _changed_member(view: WholeRequest, member: RequestMember, owed: JSON) -> Failure | None:
    source, target = member.at[view.way.source], member.at[view.way.target]
    got, name = at(view.result, target), ".".join(source)
    if equal(owed, got) or (got is ABSENT and is_idle(view.way.source, source, owed)):
        return None
    if got is ABSENT and member.setting == "parallel" and not view.made_tools:
        return None  # the rules on tools charge the lost tools
    is_unnamed = member.setting in USERS and (got is ABSENT or is_digest(got, owed))
    if got is ABSENT:
        place = ".".join(target)
        message = _lost_member_text(name, owed, place, owed)
        return Failure("user-not-named" if is_unnamed else "member-lost", lost_at(view, source[0], *target), message)
    if is_exact_alone(owed, got):
        return None
    kind = "user-not-named" if is_unnamed else "member-changed"
    return Failure(kind, output_at(*target), f"{name}: {versus(owed, got)}")


def _lost_member_text(name: str, value: JSON, place: str, wanted: JSON | Absent = ABSENT) -> str:
    """Return that a member did not arrive, and as what it should have: nothing of that where both sides spell it so."""
    owed = place if wanted is ABSENT else f"{place} {brief(wanted)}"
    message = f"{name} {brief(value)} did not arrive"
    return message if name == place and (wanted is ABSENT or equal(value, wanted)) else f"{message}: wanted {owed}"


# Members that differ.


# Converters may name the limit by the model: the answer is that of the probes' model.
_PROBED = "gpt-4o"


def token_limit(view: WholeRequest) -> Findings:
    """C2R-4, R2C-4: the limit of tokens arrives under one name; one below the least is raised with a report."""
    if view.result is None or view.form.limit is None:
        return None
    name, limit = view.form.limit
    names = LIMITS[view.way.target]
    wanted = max(limit, FEWEST_TOKENS) if view.way.target == RESPONSES else limit
    got = [(name, view.result[name]) for name in names if view.result.get(name) is not None]
    if not got:
        message = _lost_member_text(name, limit, names[0], wanted)
        return (Failure("limit-lost", lost_at(view, name, names[0]), message),)
    if len(got) > 1:
        return (Failure("limit-twice", output_at(names[1]), "the API refuses a request with both names of the limit"),)
    ((made, value),) = got
    answer = view.trial.choices.get("limit-name") if len(names) > 1 else None
    if answer is not None and answer != made.replace("_", "-") and view.said("model") == _PROBED:
        message = f"the choice limit-name is {answer}: wanted that name, got {made}"
        return (Failure("limit-under-the-other-name", output_at(made), message),)
    if not equal(value, wanted) and any(equal(value, limit) for limit in _other_limits(view)):
        return OK
    if not equal(value, wanted):
        words = view.way.words.limit.format(name=name, limit=limit, target=made, versus=versus(wanted, value),
                                            wanted=brief(wanted), got=brief(value))  # fmt: skip
        return (Failure("limit-changed", output_at(made), words),)
    if equal(wanted, limit):
        return OK
    return _raised(view, name, limit, wanted)


def _other_limits(view: WholeRequest) -> list[JSON]:
    """Return what the limit may be of a source that has both names, which its API refuses: the value of either."""
    given = [value for text in LIMITS[view.way.source] if (value := (view.request or {}).get(text)) is not None]
    return [max(element, FEWEST_TOKENS) for element in given if isinstance(element, int)] if len(given) > 1 else []


def _raised(view: WholeRequest, name: str, limit: JSON, wanted: JSON) -> Findings:
    if view.reports is None:
        return NOT_OBSERVABLE
    words = (*LIMITS[CHAT], *LIMITS[RESPONSES], str(limit), str(wanted))
    if any(named_in(view.reports, word) for word in words):
        return OK
    message = f"{name} was raised from {limit} to {wanted} without a report"
    return (Failure("raised-in-silence", output_at(LIMITS[RESPONSES][0]), message),)


def answer_format(view: WholeRequest) -> Findings:
    """C2R-6, R2C-6: the format of the answer is in its new place, and its schema says the same."""
    owed = view.form.format
    if view.result is None or owed is None:
        return None
    source, target = FORMAT[view.way.source], FORMAT[view.way.target]
    got, kind = at(view.result, target), owed["type"]
    if got is ABSENT:
        message = _lost_member_text(".".join(source), kind, ".".join(target))
        return (Failure("format-lost", lost_at(view, source[0], *target), message),)
    if not isinstance(got, dict) or got.get("type") != kind:
        return (Failure("format-changed", output_at(*target), f"the format is {brief(kind)}: got {brief(got)}"),)
    if view.way.target == CHAT and kind == "json_schema":
        made = got.get("json_schema")
        if not isinstance(made, dict) or not equal(made.get("name"), owed.get("name")):
            message = f"wanted json_schema with the name {brief(owed.get('name'))}, {but_got(plain(made))}"
            return (Failure("format-changed", output_at(*target, "json_schema"), message),)
    where = (*target, "json_schema", "strict") if view.way.target == CHAT else (*target, "strict")
    if owed.get("strict") is False and at(view.result, where) is True:
        message = "the format is not strict, but became strict"
        return (Failure("became-strict", output_at(*where), message),)
    return OK if view.format is None else view.format.findings()


def tool_choice(view: WholeRequest) -> Findings:
    """C2R-7, R2C-7: tool_choice asks for the same, in the form of the target, and goes with its tools."""
    choice = view.choice
    if view.result is None or choice is None:
        return None
    got, read = view.result.get("tool_choice"), choice.read
    kinds, target = view.made_kinds, view.way.target
    if read is not None and read.names is None:
        if equal(got, read.mode):
            return OK
        if got is not None or view.made_tools:
            return (_wrong_choice(view, choice, read.mode, got),)
        return reported(view, (choice.name,)) if view.way.reports_choice and read.mode != "none" else OK
    # Types are those of the tools that arrived: a custom tool may have become a function.
    names = () if read is None else read.names or ()
    wanted = tuple(dict.fromkeys((kinds[name], name) for _type, name in names if name in kinds))
    if read is None or not wanted:
        # The choice of a tool that the target does not have, or that did not arrive.
        return reported(view, (choice.name,)) if view.way.reports_choice and got is None else None
    made = None if got is None else choice_in(target, got)
    if made is not None and made.mode == read.mode and set(made.names or ()) == set(wanted):
        return OK
    return (_wrong_choice(view, choice, [choice_of_tool(target, *pair) for pair in wanted], got),)


def _wrong_choice(view: WholeRequest, choice: Chosen, owed: JSON, got: JSON) -> Failure:
    words = view.way.words
    kind, template = ("choice-lost", words.choice_lost) if got is None else ("choice-changed", words.choice_changed)
    if isinstance(owed, list) and got is not None:
        template = words.choice_named
    value = choice.value if isinstance(owed, list) else owed
    message = template.format(name=choice.name, value=brief(value), versus=versus(owed, got), owed=brief(owed),
                              mode=choice.read.mode if choice.read else None, got=brief(got))  # fmt: skip
    return Failure(kind, output_at("tool_choice"), message)


def log_probabilities(view: WholeRequest) -> Findings:
    """C2R-8, R2C-8: log probabilities are asked for as in the source, with their number, which does not come alone."""
    if view.result is None or view.logprobs is False:
        return None
    failures = []
    source, (target,) = ASKS_LOGPROBS[view.way.source], ASKS_LOGPROBS[view.way.target]
    got = view.result.get(target)
    arrived = got is True if view.way.target == CHAT else isinstance(got, list) and LOGPROBS in got
    if view.logprobs and not arrived:
        message = view.way.words.logprobs.format(got=but_got(view.result.get(target, ABSENT)))
        failures.append(Failure("logprobs-lost", lost_at(view, source[0], target), message))
    top, made = view.form.top, at(view.result, (TOP,))
    if view.logprobs and top is not ABSENT and not equal(top, made) and not (top == 0 and made is ABSENT):
        failures.append(Failure("top-logprobs", output_at(TOP), f"{TOP}: {versus(top, plain(made))}"))
    if view.logprobs is None and not arrived and made not in (ABSENT, None, 0):
        message = f"{TOP} is {brief(made)}: wanted logprobs true beside it, {but_got(view.result.get(target, ABSENT))}"
        failures.append(Failure("top-logprobs-alone", output_at(TOP), message))
    return tuple(failures)


def web_search(view: WholeRequest) -> Findings:
    """C2R-9, R2C-9: a web search is the same search; the loss of the options of Chat is reported."""
    if view.result is None or view.form.search is None:
        return None
    if view.made_search is None:
        return reported(view, ("web_search_options",)) if view.way.source == CHAT else None
    place, made = view.made_search
    if not isinstance(made, dict):
        return (Failure("search-changed", output_at(*place), f"wanted an object, {but_got(made)}"),)
    return tuple(
        Failure("search-changed", output_at(*place, key), f"{key}: {versus(value, made.get(key))}")
        for key, value in write_search(view.way.target, view.form.search).items()
        if not _says(made.get(key), value)
    )


def _says(got: JSON, wanted: JSON) -> bool:
    """Whether a member says what is wanted; one that is null is as good as absent."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        return equal(wanted, {key: value for key, value in got.items() if value is not None})
    return equal(wanted, got)


def storing(view: WholeRequest) -> Findings:
    """C2R-10, R2C-10: what the source says of storing stays; where Chat says nothing, storing is not asked for."""
    if view.result is None or STORE in view.broken:
        return None
    owed, got, stores = view.form.store, at(view.result, (STORE,)), view.way.target == RESPONSES
    if owed is not ABSENT:
        # Responses stores without a word. Chat does not, and a converter need not ask for it.
        if equal(owed, got) or (got is ABSENT and (owed is True or not stores)):
            return OK
        return (Failure("store-changed", output_at(STORE), f"store: {versus(owed, plain(got))}"),)
    if not stores:
        return None
    answers = answer_of(view.trial, "store-when-absent", "write", "omit")
    if (got is False and "write" in answers) or (got is ABSENT and "omit" in answers):
        return OK
    legal = " or ".join({"write": "false", "omit": "no store"}[answer] for answer in answers)
    message = f"the source has no store, so that nothing is stored: wanted {legal}, {but_got(plain(got))}"
    return (Failure("store-invented", output_at(STORE), message),)


# What is lost, and what is added.


def nothing_vanishes(view: WholeRequest) -> Findings:
    """C2R-11, R2C-11: a member without a counterpart is reported or refused, and so is a tool that the input offers."""
    if view.result is None or not (view.reportable or view.offers_later):
        return None
    found = reported(view, view.reportable), _later_tools_reported(view)
    failures = tuple(failure for entry in found if isinstance(entry, tuple) for failure in entry)
    return failures or next((entry for entry in found if entry is NOT_OBSERVABLE), OK)


def _later_tools_reported(view: WholeRequest) -> Findings:
    if not view.lost_later:
        return OK
    if view.reports is None:
        return NOT_OBSERVABLE
    reports = view.reports
    return tuple(
        Failure("silent", output_at("tools"), f"{brief(name)} of additional_tools is dropped without a report")
        for name in view.lost_later
        if not named_in(reports, "additional_tools") and not any(name in report for report in reports)
    )


def idle_members(view: WholeRequest) -> Findings:
    """C2R-12, R2C-12: a member that asks for nothing is no obstacle. What fails on one, its contrast shows."""
    if view.request is None or not view.answered:
        return None
    sound = ((key, value) for key, value in view.given.items() if key not in view.broken)
    return OK if any(is_idle(view.way.source, (key,), value, or_unasked=True) for key, value in sound) else None


def nothing_added(view: WholeRequest) -> Findings:
    """C2R-13, R2C-13: the result asks for nothing that the source does not ask for."""
    if view.result is None or view.broken:
        return None  # what came of a broken member is not to be told from what was added
    return tuple(_added_members(view, view.result)) or OK


def _added_members(view: WholeRequest, result: Request) -> Iterator[Failure]:
    target, known = view.way.target, _asked_for(view)
    for path, value in _request_members(view, result):
        if not known.isdisjoint((path, path[:1])) or is_idle(target, path, value):
            continue
        if _is_of_format(view, path) or equal(at(view.request, path), value):
            continue  # in another place, or left where it was: the rules about the format and the API's own say it
        yield Failure("invented", output_at(*path), f"the source does not ask for {'.'.join(path)}: got {brief(value)}")
    yield from _added_beside(view, result)
    choice = result.get("tool_choice")
    if view.choice is None and choice not in (None, "auto") and view.made_tools:
        yield Failure("invented", output_at("tool_choice"), f"the source does not ask for it: got {brief(choice)}")


def _asked_for(view: WholeRequest) -> frozenset[Path]:
    """Return the places of the result for which the source asks, or which are free."""
    target, form = view.way.target, view.form
    known = {check.at[target] for check in SHARED if check.setting in form.shared} | view.way.free
    if form.limit is not None:
        known |= {(name,) for name in LIMITS[target]}
    if view.logprobs is not False:
        known |= {ASKS_LOGPROBS[target], (TOP,)}
    # A search of Chat becomes a tool.
    if view.source_tools or (target == RESPONSES and len(view.made_tools) == (view.made_search is not None)):
        known |= {("tools",)}
    return frozenset(known)


def _is_of_format(view: WholeRequest, path: Path) -> bool:
    """Whether a place may have the format of the answer, or the rules about the format say that it is another one."""
    is_asked = view.form.format is not None
    return is_asked and path[0] == FORMAT[view.way.target][0] and path[1:] != ("verbosity",)


def _added_beside(view: WholeRequest, result: Request) -> Iterator[Failure]:
    """Yield what was added of members that are free otherwise."""
    if view.way.target == RESPONSES:
        return
    if result.get("web_search_options") is not None and view.form.search is None:
        yield Failure("invented", output_at("web_search_options"), "the source does not ask for a web search")
    if result.get("metadata") and not view.asks("metadata"):
        yield Failure("invented", output_at("metadata"), f"the source has none: got {brief(result['metadata'])}")


def _request_members(view: WholeRequest, result: Request) -> Iterator[tuple[Path, JSON]]:
    """Yield what a request says: its members, and those of members that hold others."""
    for key, value in result.items():
        if key in view.way.holders and isinstance(value, dict):
            yield from (((key, inner), value) for inner, value in value.items())
        else:
            yield (key,), value


def same_request_after_the_way_back(view: WholeRequest) -> Findings:
    """C2R-14, R2C-15: what both APIs express, and arrived, comes back through the operation of the way back."""
    chained = view.trial.chained
    if chained is None or not isinstance(chained.output, dict) or view.result is None or view.broken:
        return None
    return tuple(not_back(view.way, view.request or {}, view.result, chained.output))


# What has to arrive exactly.


def exact(view: WholeRequest) -> Exact | None:
    """Return the texts and numbers of the parts and of the members."""
    if view.result is None:
        return None
    found = list(filter(None, (view.exact_messages,)))
    found += [part.exact(fidelity.exact(part.view)) for part in (view.tools, view.format) if part is not None]
    values: list[JSON] = []
    changed: list[Failure] = []
    for member in SHARED:
        target = member.at[view.way.target]
        owed, got = view.movable(member), at(view.result, target)
        if owed is ABSENT or got is ABSENT or member.setting == "padding":
            continue
        values.append(owed)
        for difference in differences(owed, got):
            if kind_of_change(plain(difference.owed), plain(difference.got)) is not None:
                changed += changes(difference.owed, difference.got, output_at(*target, *difference.path))
    return Exact(
        [*values, *(exact.values for exact in found)],
        (*changed, *(failure for exact in found for failure in exact.changes)),
        view.trial.input,
    )


# The choices.


def read_unsupported(view: WholeRequest) -> str | None:
    """unsupported-members."""
    if not view.alone:
        return None
    return "refuse" if view.outcome.refusal else "report" if view.answered else None
