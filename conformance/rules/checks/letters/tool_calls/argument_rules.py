"""Rules about the arguments of calls: decoded once, strictly, and never made up; numbers and text exact."""

from __future__ import annotations

import json
from collections.abc import Iterator

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, pointer, same
from conformance.formats.model.fact import Path
from conformance.rules.checks.exact import (
    DIGITS,
    NUMBER,
    TEXT,
    Exact,
    ValueDifference,
    changes,
    differences,
    is_close,
    lost_digits,
)
from conformance.rules.checks.findings import OK, Failure, Findings, brief, but_got, output_at, versus
from conformance.rules.checks.letters.tool_calls.arguments import (
    BLANK,
    GIVEN_AS_OBJECT,
    MALFORMED,
    MISSING,
    OBJECT,
    OPEN,
    UNFINISHED,
    read_arguments,
)
from conformance.rules.checks.letters.tool_calls.rules import numbers_in, of_another
from conformance.rules.checks.letters.tool_calls.view import CallPair, ToolCallsView

# What is wrong with the arguments of a pair. Each kind belongs to one rule.
UNDECODED, LOST, IGNORED, CHANGED = "not-decoded", "lost", "ignored", "changed"
DECODED_TWICE = "decoded-twice"
# JSON parsers of JavaScript refuse a key that could change the prototype of every object.
KEY_REFUSED = "key-refused"
EMPTIED, REPAIRED, KEPT, BLANK_READ = "emptied", "repaired", "not-null", "blank"
OTHER_OBJECT = "other-object"
OVERFLOW = "overflow"  # decides no more than robust: parsers do it
_OF_MALFORMED = (EMPTIED, KEPT, BLANK_READ, OTHER_OBJECT, OVERFLOW)
NOT_THERE = "not-there"
HALF, HALF_REPAIRED, HALF_TEXT, MERGED = "half-call", "half-repaired", "half-text", "merged"


def _kind(view: ToolCallsView, pair: CallPair, found: tuple[ValueDifference, ...]) -> str:
    owed, got = pair.call.arguments, pair.get("arguments")
    if pair.call.half:
        if view.result is not None and view.result.get("done") is False and _is_no_json(got):
            return HALF_TEXT  # what came of the arguments so far, of a result that is not done: nobody can run it
        return HALF_REPAIRED if isinstance(got, dict) and got else HALF
    if owed.kind == MALFORMED:
        if not isinstance(got, dict):
            return KEPT
        if not got:
            return EMPTIED
        return DECODED_TWICE if _is_decoded_twice(owed.raw, got) else OVERFLOW if _overflows(owed.raw) else REPAIRED
    if isinstance(got, str) and got.strip():
        return UNDECODED
    if owed.kind == BLANK:
        return BLANK_READ
    if owed.kind == MISSING:
        return CHANGED
    if of_another(view, pair):
        return MERGED
    if got is None and isinstance(owed.raw, str) and '"__proto__"' in owed.raw and _holds(pair.parsed, owed.raw):
        return KEY_REFUSED
    if owed.kind == GIVEN_AS_OBJECT:
        return OTHER_OBJECT if got else EMPTIED
    if owed.legal and owed.legal[0] and not got:
        return IGNORED if got == {} and pair.call.mixed else LOST
    if not isinstance(got, dict):
        return LOST if got is None else CHANGED
    if found and all(difference.kind == NUMBER for difference in found):
        return DIGITS if any(lost_digits(difference.owed, difference.got) for difference in found) else NUMBER
    return TEXT if found and all(difference.kind == TEXT for difference in found) else CHANGED


def _is_no_json(got: JSON) -> bool:
    return isinstance(got, str) and json_or_absent(got) is ABSENT


def _is_decoded_twice(raw: JSON, got: JSON) -> bool:
    """Whether the arguments decode to a text, and that text to what was parsed."""
    try:
        return bool(json.loads(json.loads(raw)) == got)
    except (TypeError, ValueError):
        return False


def _overflows(raw: JSON) -> bool:
    """Whether arguments are an object but for a number beyond a double, which common parsers make null or infinity."""
    try:
        return isinstance(raw, str) and isinstance(json.loads(raw, parse_constant=_no_constant), dict)
    except ValueError:
        return False


def _no_constant(word: str) -> JSON:
    raise ValueError(f"{word} is no JSON")


def _faults(view: ToolCallsView) -> list[tuple[CallPair, str, tuple[ValueDifference, ...]]]:
    return [(pair, _kind(view, pair, found), found) for pair, found in view.argument_differences]


def _failures(
    view: ToolCallsView, *kinds: str, mixed: bool | None = None, one_key: bool | None = None
) -> tuple[Failure, ...]:
    return tuple(
        pair.wrong(kind, _worded(pair, found), "arguments")
        for pair, kind, found in _faults(view)
        if kind in kinds and mixed in (None, pair.call.mixed) and one_key in (None, pair.call.one_key)
    )


def _worded(pair: CallPair, found: tuple[ValueDifference, ...]) -> str:
    legal = pair.call.arguments.legal or (None,)
    got, number = pair.get("arguments"), _ordinal(pair.position + 1)
    if legal[0] is None or pair.call.half:
        raw, why = brief(pair.call.arguments.raw), "are cut off" if pair.call.half else "are no JSON object"
        return f"the arguments of the {number} call, {raw}, {why}: wanted null, {but_got(got)}"
    if len(found) == 1 and found[0].path:
        where = pointer(*found[0].path)
        return f"the {number} call has other arguments at {brief(where)}: {versus(found[0].owed, found[0].got)}"
    verb = "lost its" if not got else "has other"
    return f"the {number} call {verb} arguments: {versus(legal[0], got)}"


def _ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in (11, 12, 13) else endings.get(number % 10, 'th')}"


def _some(view: ToolCallsView, *kinds: str) -> bool:
    return any(pair.call.arguments.kind in kinds and not pair.call.half for pair in view.pairs)


def decoded_once(view: ToolCallsView) -> Findings:
    """CALL-3: arguments are decoded once, or their text is kept; absent or null ones are an empty object."""
    found = _failures(view, UNDECODED, DECODED_TWICE) + _not_as_text(view)
    if not found and not _some(view, OBJECT, MISSING, OPEN, UNFINISHED):
        return None
    return (*found, *_other_texts(view)) + (
        _failures(view, CHANGED, mixed=False) if view.is_stream else _failures(view, LOST, KEY_REFUSED, CHANGED)
    )


def _not_as_text(view: ToolCallsView) -> tuple[Failure, ...]:
    if not view.must_keep_text:
        return ()
    return tuple(
        pair.wrong("not-text", f"the {_ordinal(pair.position + 1)} call does not have the text of its arguments")
        for pair in view.pairs
        if pair.call.arguments.kind == OBJECT and not pair.call.half and not isinstance(pair.get("arguments_raw"), str)
    )


def _other_texts(view: ToolCallsView) -> Iterator[Failure]:
    """Yield the calls that keep a text of no object, although theirs are one: of a cut answer, or a blank text.

    That of a stream may be blank, where no piece of it came.
    """
    for pair in view.pairs:
        text = pair.get("arguments_raw")
        found = read_arguments(text).kind if isinstance(text, str) else None
        is_blank = found == BLANK and pair.call.arguments.kind == OBJECT and not view.in_pieces
        if is_blank or (found == MALFORMED and pair.call.arguments.kind == UNFINISHED):
            message = f"the text of the arguments: {versus(pair.call.arguments.raw, text)}"
            yield pair.wrong(CHANGED, message, "arguments_raw")


def malformed(view: ToolCallsView) -> Findings:
    """CALL-4: blank arguments are an empty object; malformed ones are null, never an empty object, never an error."""
    if view.outcome.not_json and view.has_no_number:
        return (Failure("not-json", "/output", view.outcome.not_json),)
    if not _some(view, BLANK, MALFORMED, GIVEN_AS_OBJECT):
        return None
    return tuple(
        pair.wrong(kind, _worded(pair, differing), "arguments")
        for pair, kind, differing in _faults(view)
        if kind in (EMPTIED, KEPT, BLANK_READ, OTHER_OBJECT, OVERFLOW)
        or (kind == REPAIRED and not pair.call.arguments.cut)
    ) + tuple(
        pair.wrong(NOT_THERE, f"the arguments of the {_ordinal(pair.position + 1)} call: wanted null, but it is absent")
        for pair in view.pairs
        if pair.call.arguments.kind in (MALFORMED, GIVEN_AS_OBJECT)
        and isinstance(pair.parsed, dict)
        and "arguments" not in pair.parsed
        and not view.keeps_text(pair)
    )


def raw_kept(view: ToolCallsView) -> Findings:
    """CALL-4a: the text of malformed arguments is kept beside the null."""
    pairs = [
        pair
        for pair in view.pairs
        if pair.call.arguments.kind == MALFORMED
        and isinstance(pair.call.arguments.raw, str)
        and not pair.call.half
        and isinstance(pair.parsed, dict)
        and pair.get("arguments") is None
    ]
    if not pairs:
        return None
    return tuple(
        pair.wrong("raw-lost", "the call does not keep the text of its arguments")
        for pair in pairs
        if not _holds(pair.parsed, pair.call.arguments.raw)
    )


def _holds(value: JSON, text: str) -> bool:
    if isinstance(value, dict):
        return any(_holds(member, text) for member in value.values())
    if isinstance(value, list):
        return any(_holds(member, text) for member in value)
    return isinstance(value, str) and text in value


def never_repaired(view: ToolCallsView) -> Findings:
    """CALL-15: arguments that were cut off are not completed by a lenient parser."""
    cut = [pair for pair in view.pairs if pair.call.half or pair.call.arguments.cut]
    if not cut:
        reached = any(call.half or call.arguments.cut for call in view.answer.calls)
        return OK if reached and view.is_paired else None
    repaired = (fault for fault in _faults(view) if fault[1] == REPAIRED and fault[0].call.arguments.cut)
    found = [pair.wrong(kind, _worded(pair, differing), "arguments") for pair, kind, differing in repaired]
    return (*_failures(view, HALF_REPAIRED), *found)


def half_calls(view: ToolCallsView) -> tuple[Failure, ...]:
    """Return half calls that are presented as complete."""
    return _failures(view, HALF)


def emptied_calls(view: ToolCallsView) -> tuple[Failure, ...]:
    """Return calls that would run without their arguments."""
    return tuple(
        pair.wrong(kind, _worded(pair, found), "arguments")
        for pair, kind, found in _faults(view)
        if kind in (LOST, IGNORED) and pair.get("arguments") is not None
    )


def carried_arguments(view: ToolCallsView) -> tuple[Failure, ...]:
    """Return calls whose arguments did not come from whichever events carry them."""
    return _failures(view, LOST, KEY_REFUSED, mixed=False) + _failures(view, IGNORED, one_key=False)


def mixed_arguments(view: ToolCallsView) -> tuple[Failure, ...]:
    """Return calls whose deltas were not kept apart from another item's."""
    return _failures(view, LOST, KEY_REFUSED, CHANGED, MERGED, mixed=True) + _failures(view, IGNORED, one_key=True)


# ALL-3, ALL-3a, ALL-4


def exact(view: ToolCallsView) -> Exact | None:
    """Return the content, the arguments and the usage."""
    if view.result is None or view.unfit:
        return None
    answer = view.answer
    texts = [] if answer.loose_text else [part.value for part in answer.texts if part.value]
    arguments = [pair.call.arguments for pair in view.pairs if pair.call.arguments.kind in (OBJECT, GIVEN_AS_OBJECT)]
    found = _failures(view, NUMBER, DIGITS, TEXT) + _usage_numbers(view, answer.usage)
    if view.content_differs and (owed := view.rewritten_content) is not None:
        found += tuple(changes(owed, view.result.get("content"), output_at("content")))
    # A transport that keeps no numbers changes those that were decoded: they come back as JSON.
    carried = (answer.usage, [_raw_value(argument.raw) for argument in arguments])
    data = [argument.legal for argument in arguments]
    return Exact((texts, data, answer.usage), found, carried, data)


def _raw_value(raw: JSON) -> JSON:
    return json.loads(raw) if isinstance(raw, str) else raw


def _usage_numbers(view: ToolCallsView, usage: JSON) -> tuple[Failure, ...]:
    got = view.result.get("usage") if view.result is not None else None
    if usage is ABSENT or not isinstance(got, dict):
        return ()
    found = [_numbers_between(each, got) for each in (usage, *view.answer.counted)]
    return () if () in found else found[0]


def _numbers_between(usage: JSON, got: JSON) -> tuple[Failure, ...]:
    found = tuple(differences(usage, got))
    if not all(difference.kind == NUMBER for difference in found):
        return tuple(_renamed_numbers(usage, got))
    return tuple(_number(difference.path, difference.owed, difference.got) for difference in found)


def _renamed_numbers(usage: JSON, got: JSON) -> Iterator[Failure]:
    """Yield the numbers that arrived under whatever names, and with other digits."""
    held, missing = list(numbers_in(got)), []
    for _path, number in numbers_in(usage):
        exact = next((pair for pair in held if same(pair[1], number)), None)
        if exact is None:
            missing.append(number)
        else:
            held.remove(exact)
    for number in missing:
        near = next(((path, other_number) for path, other_number in held if is_close(number, other_number)), None)
        if near is not None:
            yield _number(near[0], number, near[1])


def _number(path: Path, owed: JSON, got: JSON) -> Failure:
    return Failure(NUMBER, output_at("usage", *path), f"the number {brief(owed)} became {brief(got)}")
