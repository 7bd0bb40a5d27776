"""What must not be in the content of messages, and what must (MSG-9, MSG-11, MSG-16)."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, same
from conformance.formats.chat.read import CALLS as TOOL_CALLS
from conformance.formats.facts import AUDIO, CALL, CALLS, FILE, REFUSAL, TEXT, USE, Path, WireItem, word
from conformance.formats.parts import BREAKPOINT, without_cache_control
from conformance.rules.alignment.matcher import ordered
from conformance.rules.checks.findings import (
    LOST_WITH,
    NOT_OBSERVABLE,
    OK,
    Failure,
    Findings,
    brief,
    is_in_words,
    output_at,
    versus,
)
from conformance.rules.checks.letters.responses_input.view import ResponsesInput
from conformance.rules.checks.trial import is_reported


def no_cache_control(view: ResponsesInput) -> Findings:
    """MSG-9: cache_control is stripped, and nothing else with it; as data it stays."""
    if not view.has_cache_control or view.items is None:
        return None
    message = "cache_control is still there"
    places = (
        place
        for index, item in enumerate(view.items.items)
        for place in _bearers(item, (*view.items.base, index), ("content", "output", TOOL_CALLS))
    )
    found = [Failure("cache-control", output_at(*path, "cache_control"), message) for path in places]
    message = "what bears a cache_control is lost with it; the same without one arrives"
    lost = [pair for pair in view.lost if _is_cached(pair.owed) and not view.beside_calls(pair.owed)]
    found += [pair.lost(LOST_WITH, message) for pair in lost]
    for pair in view.pairs:
        if pair.found is not None and pair.owed.kind in CALLS and _lost_as_data(view, pair.owed, pair.found):
            found.append(pair.wrong("data-stripped", "a key named cache_control is data here, and must stay"))
    return tuple(found)


def _is_cached(owed: WireItem) -> bool:
    """Whether a part, call or message bears a cache_control."""
    if owed.inside or owed.kind == AUDIO:
        return False
    function = owed.source.get("function")
    return "cache_control" in owed.source or (isinstance(function, dict) and "cache_control" in function)


def _bearers(holder: JSON, path: Path, keys: tuple[str, ...]) -> Iterator[Path]:
    """Yield the places of an object, and of the parts in its lists, that bear a cache_control which is no data."""
    if not isinstance(holder, dict):
        return
    if "cache_control" in holder:
        yield path
    for key in keys:
        parts = holder.get(key)
        for number, part in enumerate(parts if isinstance(parts, list) else ()):
            inner = ("content",) if word(part) == "tool_result" and len(keys) > 1 else ()
            yield from _bearers(part, (*path, key, number), inner)


def _lost_as_data(view: ResponsesInput, owed: WireItem, got: WireItem) -> bool:
    before, after = owed.payload, got.payload
    if owed.kind == USE and got.kind == CALL:
        after = view.read_json(after)
    if owed.kind == CALL:
        if not isinstance(before, str) or "cache_control" not in before or before == after:
            return False
        before, after = json_or_absent(before), json_or_absent(after)
    return not same(ordered(before), ordered(after)) and same(ordered(_stripped(before)), ordered(after))


def _stripped(value: JSON) -> JSON:
    """Return a value without any key named cache_control."""
    if isinstance(value, dict):
        return {key: _stripped(member) for key, member in value.items() if key != "cache_control"}
    return [_stripped(member) for member in value] if isinstance(value, list) else value


def content_arrays(view: ResponsesInput) -> Findings:
    """MSG-11: every message item has a content list that is not empty; a user's empty string stays."""
    if view.items is None:
        return None
    empties = [pair for pair in view.of_kind(TEXT) if pair.owed.value == "" and pair.owed.role == "user"]
    messages = [(index, view.items.items[index]) for index in view.items.messages]
    if not messages and not empties:
        return None
    found = []
    for index, item in messages:
        content = item.get("content", ABSENT)
        if not isinstance(content, list) or not content:
            message = f"a message needs a list of parts that is not empty, got {brief(content)}"
            found.append(Failure("no-content", output_at(*view.items.base, index), message))
    if not any(word(item, "role") == "user" and item.get("content") == "" for _index, item in messages):
        lost = [pair for pair in empties if pair.found is None]
        found += [pair.lost("empty-lost", "the user's empty text did not stay") for pair in lost]
    return tuple(found)


def further_content(view: ResponsesInput) -> Findings:
    """MSG-16: refusals and developer messages arrive."""
    pairs = [pair for pair in view.of_kind(REFUSAL, TEXT) if pair.owed.kind == REFUSAL or pair.owed.role == "developer"]
    found = []
    for pair in pairs:
        owed, got = pair.owed, pair.found
        what = "the refusal" if owed.kind == REFUSAL else "the developer's text"
        if not pair.arrived:
            found.append(pair.lost("further-lost", f"{what} {brief(owed.value)} is lost"))
        elif got is not None and pair.has_other_speaker:
            found.append(pair.wrong("further-role", f"{what} is in a message of role {brief(got.role)}"))
        elif got is not None and got.kind == REFUSAL and not is_in_words(owed.value, got.value):
            found.append(pair.wrong("further-changed", f"the refusal: {versus(owed.value, got.value)}"))
    return tuple(found) if pairs else None


def files(view: ResponsesInput) -> Findings:
    """MSG-16a: a file part becomes input_file, with its fields at the part's own level."""
    pairs = [pair for pair in view.of_kind(FILE) if not pair.owed.inside]
    found = []
    for pair in pairs:
        wanted = {"type": "input_file", **pair.owed.value}
        mark = {key: pair.owed.source[key] for key in (BREAKPOINT,) if key in pair.owed.source}
        if pair.found is None:
            found.append(pair.lost("file-lost", "the file is lost"))
        elif not any(
            same(ordered(without_cache_control(pair.found.source)), ordered(entry)) for entry in (wanted, wanted | mark)
        ):
            found.append(pair.wrong("file", versus(wanted, pair.found.source)))
    return tuple(found) if pairs else None


# A report of lost audio has one of these words.
_OF_AUDIO = ("audio", "media", "modal", "part", "block", "content")


def audio_kept(view: ResponsesInput) -> Findings:
    """MSG-16b: audio is kept, or reported: by an error, by a diagnostic, or by a text in its place."""
    owed = [fact.value for fact in view.conversation.facts if fact.kind == AUDIO]
    if not owed or not view.is_broken_by_customs:
        return None
    if view.outcome.refusal:
        return OK
    if view.items is None:
        return None
    came = [item for item in view.spare if item.type == "input_audio"]
    changed = [item for item in came if not any(_has_all(item.value, each) for each in owed)]
    if changed:
        message = "the audio is not the one of the message"
        return tuple(Failure("audio-changed", output_at(*item.at), message) for item in changed)
    kept = [each for each in owed if any(_has_all(item.value, each) for item in came)]
    lost = [
        pair for pair in view.pairs if pair.owed.kind == AUDIO and pair.found is None and pair.owed.value not in kept
    ]
    if not lost or any("audio" in spare_text.value.lower() for spare_text in view.spare_texts):
        return OK
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    if is_reported(view.outcome, *_OF_AUDIO):
        return OK
    return tuple(pair.lost("audio-lost", "the audio is neither kept nor reported") for pair in lost)


def _has_all(value: JSON, owed: JSON) -> bool:
    """Whether a value is an owed one, perhaps with further members."""
    if not (isinstance(value, dict) and isinstance(owed, dict)):
        return same(value, owed)
    return all(name in value and same(value[name], member) for name, member in owed.items())
