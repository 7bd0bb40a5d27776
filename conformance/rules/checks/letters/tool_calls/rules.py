"""Rules about which calls are parsed and what each is called, and about text, end and finish_reason."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from conformance.base.values import ABSENT, JSON, levels
from conformance.formats.chat.chunks import paired
from conformance.formats.chat.read import OLD_CALL
from conformance.formats.model.conversation import ModelRefusal
from conformance.formats.model.fact import Path
from conformance.formats.parsed.result import ASKS, beside_calls, calls_at
from conformance.rules.alignment.alignment import MAY, MUST, NEVER
from conformance.rules.checks.exact import is_close
from conformance.rules.checks.findings import (
    LEFT_OUT_NAMED,
    OK,
    OWN_FINISH,
    Failure,
    Findings,
    brief,
    but_got,
    input_at,
    is_in_words,
    output_at,
    versus,
)
from conformance.rules.checks.letters.tool_calls.arguments import MALFORMED
from conformance.rules.checks.letters.tool_calls.chat import CONTENT_FILTER, CUT_SHORT
from conformance.rules.checks.letters.tool_calls.facts import (
    COMPLETED,
    CUT,
    ERROR,
    FAILED,
    INCOMPLETE,
    UNKNOWN,
    OwedCall,
)
from conformance.rules.checks.letters.tool_calls.view import CallPair, ToolCallsView
from conformance.rules.checks.trial import reports_of

# These say that an answer was cut. A refusal may be reported as content that was filtered.
_LIMIT_WORDS = frozenset({"length", "max_output_tokens", "max_tokens"})
_CUT_WORDS = _LIMIT_WORDS | {"incomplete"}
NO_TEXT = "no-text"  # the kind of a content that is no string

_TEXTS_OF_NULL = ("", "null", "None")


def _together(*findings: Findings) -> Findings:
    """Return what several halves of a rule find."""
    reached = [finding for finding in findings if isinstance(finding, tuple)]
    return tuple(failure for entry in reached for failure in entry) if reached else None


def no_result(view: ToolCallsView) -> tuple[Failure, ...] | None:
    """Return what is wrong with the result as a whole."""
    if view.answered and not view.unfit:
        if view.result is None:
            return (Failure("no-object", "/output", f"wanted a parsed result, {but_got(view.output)}"),)
        if view.parsed is None:
            message = f"{calls_at()[0]} must be a list, got {brief(view.listed)}"
            return (Failure("no-list", output_at(*calls_at()), message),)
    return None


def lost(view: ToolCallsView, call: OwedCall) -> Failure:
    """Return the failure of a call that did not arrive."""
    name = brief(call.names[0]) if call.names else "without a readable name"
    at, message = input_at(*call.at), f"the call {name} did not arrive"
    if call.arguments.kind == MALFORMED and _is_reported(view, call):
        why = f"its arguments, {brief(call.arguments.raw)}, are malformed"
        return Failure(LEFT_OUT_NAMED, at, f"the call {name} is left out, and a report names it: {why}")
    return Failure("lost", at, message)


def _is_reported(view: ToolCallsView, call: OwedCall) -> bool:
    """Whether a warning or an error that was logged has the name or the id of a call."""
    messages = reports_of(view.trial) or ()
    return any(own in message for own in (*(call.names or ()), *(call.ids or ())) for message in messages)


# Which calls are parsed.


def completed_calls(view: ToolCallsView) -> Findings:
    """CALL-1: completed function calls are parsed, in order; nothing else is."""
    missing = tuple(lost(view, call) for call in view.missing) if view.is_paired else None
    return _together(no_result(view), missing, _only_completed_calls(view))


def stream_calls(view: ToolCallsView) -> Findings:
    """CALL-1 of a stream: nothing but completed calls is parsed, in order. A lost call is charged to the rule about
    the events that it came in.
    """
    held = [call for call in view.missing if call.held] if view.answer.ending == INCOMPLETE else []
    return _together(tuple(lost(view, call) for call in held) or None, _only_completed_calls(view))


def _only_completed_calls(view: ToolCallsView) -> Findings:
    """Nothing but completed function calls is parsed, and they are in order."""
    if not view.is_paired or view.parsed is None or not (view.answer.items or view.parsed):
        return None
    found = []
    for pair in view.pairs:
        if pair.call.fate == NEVER:
            kind = "half-shown" if _is_shown_as_half(pair) else "not-completed"
            found.append(pair.wrong(kind, f"a call that is not completed was parsed: {brief(pair.parsed)}"))
    for position in (at for at in view.unasked if at not in view.doubles):
        call, at = view.parsed[position], output_at(*calls_at(position))
        if _is_for_the_program(view, call):
            message = f"wanted function calls alone, got {brief(call)}, which is another kind of call in the input"
            found.append(Failure("call-of-another-kind", at, message))
        else:
            found.append(Failure("made-up", at, f"the input has no such call: {brief(call)}"))
    if not view.is_in_order and view.answer.ordered:
        kind = "order-of-ends" if view.answer.staggered else "order"
        found.append(Failure(kind, output_at(*calls_at()), "the calls are not in the order of the input"))
    return tuple(found)


def _is_shown_as_half(pair: CallPair) -> bool:
    """Whether a call that is not completed has no arguments that a program could run it with."""
    return pair.call.arguments.kind == MALFORMED and not isinstance(pair.get("arguments"), dict)


# Calls that the program runs, not the API: a caller may want them beside those of functions.
_RUN_BY_THE_PROGRAM = ("custom_tool_call", "computer_call", "local_shell_call", "shell_call", "apply_patch_call")


def _is_for_the_program(view: ToolCallsView, parsed: JSON) -> bool:
    """Whether a parsed call has the id of an item that the program is to run, and the name of a custom one."""
    if not isinstance(parsed, dict):
        return False
    items = (schema for level in levels(view.given) for schema in level if isinstance(schema, dict))
    return any(
        item.get("type") in _RUN_BY_THE_PROGRAM
        and parsed.get("id") in (item.get("call_id"), item.get("id"))
        and item.get("name", parsed.get("name")) == parsed.get("name")
        for item in items
    )


def chat_calls(view: ToolCallsView) -> Findings:
    """CALL-7: the calls of the first choice arrive, in order, ids and names kept."""
    problem = no_result(view)
    if not view.is_paired or not (view.answer.calls or view.parsed):
        return problem
    missing = tuple(lost(view, call) for call in view.missing)
    changed = tuple(
        pair.wrong(f"{key}-changed", message, key)
        for pair in view.pairs
        for key, legal in (("id", pair.call.ids), ("name", pair.call.names))
        if _is_own(legal) and (message := _wrong(pair, key, legal))
    )
    return _together(problem, missing, changed, _only_completed_calls(view))


def _is_own(legal: tuple[str, ...] | None) -> bool:
    """Whether an id or a name of a Chat call is one that the call has."""
    return legal is not None and len(legal) == 1 and legal != (UNKNOWN,)


def all_arrive(view: ToolCallsView) -> Findings:
    """CALL-11: several calls all arrive; none is merged, overwritten or doubled."""
    if not view.is_paired:
        return None
    owed = [call for call in view.answer.calls if call.fate == MUST]
    found = [Failure("twice", output_at(*calls_at(position)), "this call arrived already") for position in view.doubles]
    if 0 < len(view.missing) < len(owed):
        message = f"of {len(owed)} calls {len(owed) - len(view.missing)} arrived"
        found += (Failure("overwritten", input_at(*call.at), message) for call in view.missing)
    for pair, _differences in view.argument_differences:
        if not pair.call.mixed and of_another(view, pair):
            found.append(pair.wrong("merged", "these are the arguments of another call", "arguments"))
    return tuple(found) if found or len(owed) > 1 else None


def of_another(view: ToolCallsView, pair: CallPair) -> bool:
    """Whether a call has another one's arguments."""
    got = pair.get("arguments")
    return bool(got) and any(
        other is not pair.call and got in (other.arguments.legal or ()) for other in view.answer.calls
    )


def own_index(view: ToolCallsView) -> Findings:
    """CALL-11a: index is null or the call's place, in the result or among the answer's calls and what stands there."""
    if not view.parsed or view.unfit:
        return None
    found = []
    places = {pair.position: pair.call.place for pair in view.pairs}
    for position, parsed in enumerate(view.parsed):
        index = parsed.get("index") if isinstance(parsed, dict) else None
        if index is not None and not (type(index) in (int, float) and index in (position, places.get(position))):
            message = f"index: wanted null or {position}, {but_got(index)}"
            found.append(Failure("index", output_at(*calls_at(position, "index")), message))
    return tuple(found)


# What a call is called.


def ids_and_names(view: ToolCallsView) -> Findings:
    """CALL-2: id, type and name of each call."""
    if not view.is_paired or view.parsed is None:
        return None
    found = [
        Failure("no-object", output_at(*calls_at(position)), f"wanted a call, {but_got(parsed)}")
        for position, parsed in enumerate(view.parsed)
        if not isinstance(parsed, dict)
    ]
    for pair in view.pairs:
        if not isinstance(pair.parsed, dict) or pair.call.fate == NEVER:
            continue
        if pair.parsed.get("type") != "function":
            message = f'type: wanted "function", {but_got(pair.parsed.get("type", ABSENT))}'
            found.append(pair.wrong("type", message, "type"))
        for key, legal in (("id", pair.call.ids), ("name", pair.call.names)):
            message = _wrong(pair, key, legal) or ""
            if message and not (view.is_chat and _is_own(legal)):
                found.append(pair.wrong(key, message, key))
    found += _made_ids(view)
    return tuple(found) if view.pairs or found else None


def _made_ids(view: ToolCallsView) -> Iterator[Failure]:
    """Yield the ids of calls whose source has none that are no text, or another call's too. None need be made.

    Calls that are there twice are another rule's matter.
    """
    ids = [] if view.unasked else [pair.get("id") for pair in view.pairs]
    for pair, id_ in zip(view.pairs, ids, strict=False):
        if not pair.call.made or id_ in (None, "") or not isinstance(pair.parsed, dict):
            continue
        if not isinstance(id_, str):
            yield pair.wrong("id", f"id: wanted a text, {but_got(id_)}", "id")
        elif ids.count(id_) > 1:
            yield pair.wrong("id", f"id: wanted one that no other call has, {but_got(id_)}", "id")


def _wrong(pair: CallPair, key: str, legal: tuple[str, ...] | None) -> str | None:
    got = pair.get(key)
    if legal is None or got in legal:
        return None
    return f"{key}: wanted {' or '.join(map(brief, legal))}, {but_got(got)}"


# finish_reason.


def finish_reason(view: ToolCallsView) -> Findings:
    """CALL-5: finish_reason is tool_calls exactly when a call was parsed."""
    if view.result is None or view.parsed is None or view.unfit:
        return None
    got, at = view.finish_reason, output_at("finish_reason")
    if not isinstance(got, str | None) or got in _TEXTS_OF_NULL:
        return (Failure("no-string", at, f"finish_reason: wanted a word or null, {but_got(got)}"),)
    if not view.parsed:
        if got == ASKS:
            return (Failure("no-call", at, f"finish_reason is {ASKS}, but no call was parsed"),)
        own = view.answer.own_finish if view.answer.ending != ERROR else None
        if isinstance(own, str) and own != ASKS and got not in (own, *_words_of_a_refusal(view)):
            kind = OWN_FINISH if got is None and own not in CUT_SHORT else "own-reason"
            return (Failure(kind, at, f"finish_reason: {versus(own, got)}"),)
        return OK
    own = view.answer.own_finish
    accepted = (ASKS, own) if own in (*CUT_SHORT, OLD_CALL) else (ASKS,)
    if got not in accepted and view.answer.ending in (COMPLETED, INCOMPLETE):
        cut = view.answer.ending == INCOMPLETE and got in {CONTENT_FILTER, *_CUT_WORDS}
        # The Responses API has no such word, and neither have the results of some libraries.
        none = own is None and "finish_reason" not in view.result
        kind = OWN_FINISH if cut or none or (got is not None and got == own) else "calls"
        return (Failure(kind, at, f"a call was parsed, but finish_reason is {brief(got)}"),)
    return OK


def _words_of_a_refusal(view: ToolCallsView) -> tuple[str, ...]:
    """Return what a finish_reason may say of an answer that refuses, instead of its own: Chat ends it with stop."""
    return (CONTENT_FILTER,) if view.answer.refusals else ()


_OF_TOKENS = ("_tokens", "TokenCount")  # what a host measures beside them, such as times, is its own
_DETAILS = "_details"  # behind the name of a count: what its parts are
_TOTALS = (("total_tokens",), ("totalTokenCount",))
_COUNTS = (
    ("prompt_tokens", "completion_tokens"),
    ("input_tokens", "output_tokens"),
    ("promptTokenCount", "candidatesTokenCount"),
)
# What formats name in two ways. Under Chat's name for the input, the tokens of a cache may be among it.
_OTHER_NAME: Final[dict[Path, Path]] = {
    ("output_tokens",): ("completion_tokens",),
    ("completion_tokens",): ("output_tokens",),
    ("input_tokens",): ("prompt_tokens",),
    ("promptTokenCount",): ("prompt_tokens",),
    ("candidatesTokenCount",): ("completion_tokens",),
    ("totalTokenCount",): ("total_tokens",),
}
_CACHES: Final = (("cache_creation_input_tokens",), ("cache_read_input_tokens",))


def usage_kept(view: ToolCallsView) -> Findings:
    """CALL-17: what the usage counts is in the result, under whatever names."""
    return usage_failures(view)


def usage_failures(view: ToolCallsView) -> tuple[Failure, ...] | None:
    """Return a failure where a number of the answer's usage is lost or wrong; None where there is none to keep.

    A number that is zero may be left out, and so may the sum of the two others. An answer that failed may lose all.
    """
    usage = view.answer.usage
    if view.result is None or view.unfit or not isinstance(usage, dict):
        return _other_counts(view) if view.result is not None and view.answer.counts else None
    found = [_failures_of_counts(view, counts) for counts in view.answer.counted or (usage,)]
    lost = next((failures for failures in found if not failures), found[0])
    words = dict(_leaves(view.result.get("usage")))
    changed = tuple(
        Failure("usage", output_at("usage", *path), f"{path[-1]} of the usage: {versus(word, words[path])}")
        for path, word in _leaves(usage)
        if isinstance(word, str) and words.get(path) not in (None, word)
    )
    return lost or changed if lost is not None else None


def _failures_of_counts(view: ToolCallsView, usage: JSON) -> tuple[Failure, ...] | None:
    """Return the first count that is lost or wrong; None where neither side counts tokens."""
    if view.result is None:
        return None
    failed = view.answer.ending in (FAILED, ERROR)
    rest = beside_calls(view.result)
    held = [number for _path, number in numbers_in(rest)]
    got = dict(numbers_in(view.result.get("usage")))
    owed = [(path, number) for path, number in numbers_in(usage) if str(path[-1]).endswith(_OF_TOKENS)]
    if not owed and not got:
        return None  # neither side counts tokens
    total = _sum_of(dict(owed))
    said = next((number for path, number in owed if path in _TOTALS), math.nan)
    if not any(path in got for path in _TOTALS) and is_close(said, total):
        owed = [pair for pair in owed if pair[0] not in _TOTALS]
    for path, number in owed:
        if path in _TOTALS and is_close(got.get(path, math.nan), total):
            continue  # a sum that the server got wrong may be put right
        named = next((entry for entry in (path, _OTHER_NAME.get(path)) if entry in got), None)
        legal = _with_caches(number, dict(owed)) if named == ("prompt_tokens",) else [number]
        is_wrong = named is not None and not any(is_close(got[named], number) for number in legal)
        needed = sum(is_close(other, number) for _path, other in owed)
        if is_wrong or (not failed and number and sum(is_close(other, number) for other in held) < needed):
            where = " ".join(map(str, path))
            message = (
                f"{where} of the usage is {'wrong' if is_wrong else 'lost'}: {versus(usage, view.result.get('usage'))}"
            )
            return (Failure("usage", output_at("usage"), message),)
    less = [path for path, number in got.items() if number < 0]
    if less and not _is_impossible(dict(owed)):
        message = f"{' '.join(map(str, less[0]))} of the usage is {got[less[0]]}, and no count is less than 0"
        return (Failure("usage", output_at("usage"), message),)
    return OK


def _with_caches(number: float, owed: dict[Path, float]) -> list[float]:
    """Return a count of the input, alone and with the tokens of a cache that are counted beside it."""
    read, written = (owed.get(path, 0) for path in _CACHES)
    return [number, number + read, number + written, number + read + written]


def _other_counts(view: ToolCallsView) -> tuple[Failure, ...]:
    """Return a failure where a count of a stream that broke off is none that it was said to be. Nothing counts as 0."""
    got = dict(numbers_in(view.result.get("usage"))) if view.result is not None else {}
    return tuple(
        Failure("usage", output_at("usage", *path), f"{path[-1]} of the usage: {versus(counts[-1], got[path])}")
        for path, counts in view.answer.counts.items()
        if path in got and got[path] and got[path] not in counts
    )


def _is_impossible(usage: dict[Path, float]) -> bool:
    """Whether a server counted less than nothing, or more of a part than of the whole: then so is the rest."""
    return any(
        number < 0 or (len(path) == 2 and number > usage.get((str(path[0]).removesuffix(_DETAILS),), math.inf))
        for path, number in usage.items()
    )


def _sum_of(usage: dict[Path, float]) -> float:
    """Return the sum of the tokens of both directions; not a number where one is missing."""
    sums = (sum(usage[name,] for name in names) for names in _COUNTS if all((name,) in usage for name in names))
    return next(sums, math.nan)


def numbers_in(value: JSON) -> Iterator[tuple[Path, float]]:
    """Yield the numbers in a value, each with its path."""
    return ((path, leaf) for path, leaf in _leaves(value) if type(leaf) in (int, float))


def _leaves(value: JSON, path: Path = ()) -> Iterator[tuple[Path, JSON]]:
    if isinstance(value, dict | list):
        for step, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(member, (*path, step))
    else:
        yield path, value


def shows_the_cut(view: ToolCallsView) -> Findings:
    """CALL-5a: an incomplete answer shows that it is, and why; a whole one does not show a cut."""
    if view.answer.finished and view.result is not None and not view.has_wrong_part:
        return _shown_of_a_whole_one(view.result)
    if view.answer.ending != INCOMPLETE or view.result is None:
        return None
    got = view.finish_reason
    if isinstance(got, str) and _is_of_another_reason(view, got):
        message = f"the answer is incomplete for {brief(view.answer.reason)}, but finish_reason is {brief(got)}"
        return (Failure("another-reason", output_at("finish_reason"), message),)
    if isinstance(got, str) and got not in (ASKS, "stop", "completed"):
        return OK
    rest = beside_calls(view.result, "usage")
    words = ["incomplete", "truncat", "cut"] + ([view.answer.reason] if isinstance(view.answer.reason, str) else [])
    if rest.get("done") is False or _mentions(rest, words):
        return OK
    return (Failure("unseen", output_at("finish_reason"), "nothing of the result says that the answer is incomplete"),)


def _is_of_another_reason(view: ToolCallsView, got: str) -> bool:
    """Whether a finish_reason says that a limit ended an answer that a filter ended, or the reverse."""
    reason = view.answer.reason
    if got == CONTENT_FILTER:
        return isinstance(reason, str) and reason in _LIMIT_WORDS and not view.answer.refusals
    return got in _LIMIT_WORDS and reason == CONTENT_FILTER


def _shown_of_a_whole_one(result: dict[str, JSON]) -> Findings:
    """Judge what a result says of the end of an answer that is whole, where it says it in an API's own words."""
    if isinstance(reason := result.get("finish_reason"), str) and reason in _CUT_WORDS:
        message = f"the answer is complete, but finish_reason is {brief(reason)}"
        return (Failure("cut", output_at("finish_reason"), message),)
    if result.get("incomplete_details"):
        message = f"the answer is complete, but incomplete_details is {brief(result['incomplete_details'])}"
        return (Failure("cut", output_at("incomplete_details"), message),)
    return OK


def _mentions(value: JSON, words: list[str]) -> bool:
    """Whether a key with a value, or a text, says one of some words."""
    if isinstance(value, dict):
        return any(_mentions(member, words) or (member and _mentions(key, words)) for key, member in value.items())
    if isinstance(value, list):
        return any(_mentions(member, words) for member in value)
    return isinstance(value, str) and any(word and word.lower() in value.lower() for word in words)


# Text.


def content(view: ToolCallsView) -> Findings:
    """CALL-6, CALL-9: the content is all text, joined by nothing, in order."""
    if view.result is None or view.unfit or view.answer.loose_text:
        return None
    if view.content_differs and view.rewritten_content is None:
        return (_content_failure(view),)
    return OK


def beginning_of_a_cut(view: ToolCallsView) -> Findings:
    """CALL-18: what a result says of a stream that broke off is what came, or the beginnings of it."""
    answer = view.answer
    if answer.ending != CUT or view.result is None or view.unfit or answer.garbled:
        return None
    got, texts = view.result.get("content"), [paired(part.value) for part in answer.texts]
    if not isinstance(got, str) or not got or _is_made_of_beginnings(got, texts):
        return OK if any(texts) else None
    message = f"of the stream, which broke off, came {brief(''.join(texts))}, but the content is {brief(got)}"
    return (Failure("other-text", output_at("content"), message),)


def _is_made_of_beginnings(text: str, parts: Sequence[str]) -> bool:
    """Whether a text is, of each of some parts in their order, the beginning, all or nothing."""
    if text == "".join(parts):
        return True
    ends = {0}
    for part in parts:
        for end in tuple(ends):
            known = sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], zip(text[end:], part, strict=False)))
            ends.update(range(end, end + known + 1))
    return len(text) in ends


def _content_failure(view: ToolCallsView) -> Failure:
    got = view.result.get("content", ABSENT) if view.result is not None else ABSENT
    shown = brief(got)
    kind = NO_TEXT
    if isinstance(got, str):
        # Messages that overlap may be joined in the order in which they arrive.
        arrived = view.answer.overlapping and sorted(got) in map(sorted, view.answer.contents)
        kind = "order-of-ends" if arrived else "content"
    return Failure(kind, output_at("content"), f"content: wanted {brief(view.answer.contents[0])}, got {shown}")


def refusal_kept(view: ToolCallsView) -> Findings:
    """CALL-16: a refusal is somewhere in the result."""
    if not view.answer.refusals or view.answer.ending not in (COMPLETED, INCOMPLETE) or view.result is None:
        return None
    if view.answer.loose_text:
        return None
    kept = _texts(view.result)
    return tuple(
        Failure("refusal-lost", input_at(*part.at[0]), f"the refusal {brief(part.value)} is nowhere in the result")
        for part in view.answer.texts
        if isinstance(part, ModelRefusal) and part.value and not any(is_in_words(part.value, text) for text in kept)
    )


def _texts(value: JSON) -> list[str]:
    if isinstance(value, dict):
        return [text for member in value.values() for text in _texts(member)]
    if isinstance(value, list):
        return [text for member in value for text in _texts(member)]
    return [value] if isinstance(value, str) else []


# How an answer ends that did not go well.


def bad_end(view: ToolCallsView) -> Findings:
    """CALL-13: a failed answer is reported, and an incomplete one is never taken for a clean empty one."""
    answer = view.answer
    if answer.unfit or answer.ending in (COMPLETED, CUT):
        return None
    if answer.ending == INCOMPLETE:
        return None if view.is_chat else _incomplete(view)  # Chat's own finish_reason says it
    refused = bool(view.outcome.refusal)
    if refused or view.result is None:
        # An event of an error raises one in the API's own client, where its error is one level lower.
        if refused and "raise" not in view.failing_as and answer.ending != ERROR:
            return (Failure("raised", "/input", "a failure that is to be reported raised an error"),)
        return OK if refused else None
    if "report" not in view.failing_as:
        return (Failure("not-raised", "/output", "a failure that is to raise an error gave a result"),)
    if names_failure(view.result, answer.error) or (answer.refusable and _shows_an_end(view.result)):
        return OK
    return (
        Failure("unnamed", "/output", f"the answer failed ({brief(answer.error)}), and the result does not say so"),
    )


def _shows_an_end(result: dict[str, JSON]) -> bool:
    """Whether a result says, in whichever words, that its answer is not whole."""
    word = result.get("finish_reason")
    says = isinstance(word, str) and word not in ("", ASKS, "stop", "completed")
    return says or _mentions(beside_calls(result, "usage"), ["incomplete", "truncat", "cut"])


def names_failure(result: JSON, error: JSON) -> bool:
    """Whether a result says that its answer failed: in a member, or, in the error's own words, in its content."""
    rest = beside_calls(result, "usage")
    return _mentions(rest, ["fail", "error", *_texts_of_error(error)]) or _mentions(
        result.get("content"), _texts_of_error(error)
    )


def _texts_of_error(error: JSON) -> list[str]:
    if not isinstance(error, dict):
        return []
    return [error[key] for key in ("code", "message", "type") if isinstance(error.get(key), str) and error[key]]


def _incomplete(view: ToolCallsView) -> Findings:
    if view.result is None or view.parsed is None or any(call.fate in (MUST, MAY) for call in view.answer.calls):
        return None
    got = view.finish_reason
    if got == ASKS and any(_is_for_the_program(view, call) for call in view.parsed):
        return OK
    clean = got in ("stop", "completed") and not view.result.get("content")
    if isinstance(got, str) and got and got != ASKS and not clean:
        return OK
    message = f"an incomplete answer without a call: finish_reason must say so, got {brief(got)}"
    shown = any(pair.call.fate == NEVER and _is_shown_as_half(pair) for pair in view.pairs)
    return (Failure("half-shown" if shown else "clean", output_at("finish_reason"), message),)
