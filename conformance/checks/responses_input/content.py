"""What must not be in the content of messages, and what must (MSG-9, MSG-11, MSG-16)."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at, output_at
from conformance.checks.responses_input.conversation import without_cache_control
from conformance.checks.responses_input.pairing import Pair, speaker
from conformance.checks.responses_input.parts import decoded, refused
from conformance.checks.responses_input.view import ResponsesInput
from conformance.formats.facts import AUDIO, CALL, FILE, REFUSAL, TEXT, USE, Fact, word
from conformance.matching.matcher import ordered
from conformance.values import ABSENT, JSON, same


def no_cache_control(view: ResponsesInput) -> Findings:
    """MSG-9: cache_control is stripped, and nothing else with it; as data it stays."""
    if not view.has_cache_control:
        return None
    failed = refused(view, "MSG-9")
    if failed or view.items is None:
        return failed or None
    found = [Failure("cache-control", output_at(*path, "cache_control"), "cache_control is still there")
             for path in _cached(view)]  # fmt: skip
    lost = [pair for pair in view.pairs if not pair.arrived and view.requires(pair.owed)
            and not view.beside_calls(pair.owed)]  # fmt: skip
    plain = {_sort(view, pair.owed) for pair in view.pairs if pair.arrived and not _is_cached(pair.owed)}
    plain -= {_sort(view, pair.owed) for pair in lost if not _is_cached(pair.owed)}
    for pair in lost:
        if _is_cached(pair.owed) and _sort(view, pair.owed) in plain:
            message = "what bears a cache_control is lost with it; the same without one arrives"
            found.append(Failure("lost-with-it", input_at(*pair.owed.at), message))
    for pair in view.pairs:
        if pair.found is not None and pair.owed.kind in (USE, CALL) and _lost_as_data(pair):
            message = "a key named cache_control is data here, and must stay"
            found.append(Failure("data-stripped", output_at(*pair.found.at), message))
    return tuple(found)


def _is_cached(owed: Fact) -> bool:
    """Whether a part, call or message bears a cache_control."""
    if owed.inside or owed.kind == AUDIO:
        return False
    function = owed.source.get("function")
    return "cache_control" in owed.source or (isinstance(function, dict) and "cache_control" in function)


def _sort(view: ResponsesInput, owed: Fact) -> tuple[str, str | None, bool]:
    """Name what a fact may be lost for without a cache_control: what it is, who says it, calls beside it, also none."""
    message = view.conversation.messages[owed.entry]
    return owed.kind, owed.role, isinstance(message, dict) and "tool_calls" in message


def _cached(view: ResponsesInput) -> Iterator[tuple[str | int, ...]]:
    """Yield the places of the output that bear a cache_control which is none of the data."""
    items = view.items.items if view.items is not None else []
    base = view.items.base if view.items is not None else ()
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            continue
        if "cache_control" in item:
            yield (*base, index)
        for key in ("content", "output", "tool_calls"):
            parts = item.get(key)
            for number, part in enumerate(parts if isinstance(parts, list) else ()):
                path = (*base, index, key, number)
                yield from _cached_part(part, path)


def _cached_part(part: JSON, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    if not isinstance(part, dict):
        return
    if "cache_control" in part:
        yield path
    if part.get("type") == "tool_result":
        for number, inner in enumerate(part["content"] if isinstance(part.get("content"), list) else ()):
            if isinstance(inner, dict) and "cache_control" in inner:
                yield (*path, "content", number)


def _lost_as_data(pair: Pair) -> bool:
    owed, got = pair.owed.value[2], pair.found.value[2] if pair.found is not None else None
    if pair.owed.kind == USE and pair.found is not None and pair.found.kind == CALL:
        got = decoded(got)
    if pair.owed.kind == CALL:
        if not isinstance(owed, str) or "cache_control" not in owed or owed == got:
            return False
        owed, got = decoded(owed), decoded(got)
    return not same(ordered(owed), ordered(got)) and same(ordered(_stripped(owed)), ordered(got))


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
    if not view.items.messages and not empties:
        return None
    found = []
    for index in view.items.messages:
        item = view.items.items[index]
        content = item.get("content", ABSENT)
        if not isinstance(content, list) or not content:
            at = output_at(*view.items.base, index)
            got = "none" if content is ABSENT else brief(content)
            found.append(Failure("no-content", at, f"a message needs a list of parts that is not empty, got {got}"))
    bare = {word(view.items.items[index], "role") for index in view.items.messages
            if view.items.items[index].get("content") == ""}  # fmt: skip
    for pair in empties:
        if pair.found is None and "user" not in bare:
            found.append(Failure("empty-lost", input_at(*pair.owed.at), "the user's empty text did not stay"))
    return tuple(found)


def further_content(view: ResponsesInput) -> Findings:
    """MSG-16: refusals and developer messages arrive."""
    failed = refused(view, "MSG-16")
    if failed:
        return failed
    pairs = [
        pair
        for pair in view.pairs
        if view.requires(pair.owed) and (pair.owed.kind == REFUSAL or _is_developers(pair.owed))
    ]
    if not pairs:
        return None
    found = []
    for pair in pairs:
        what = "the refusal" if pair.owed.kind == REFUSAL else "the developer's text"
        if not pair.arrived:
            found.append(Failure("further-lost", input_at(*pair.owed.at), f"{what} {brief(pair.owed.value)} is lost"))
        elif pair.found is not None and speaker(pair.found.role) != speaker(pair.owed.role):
            at = output_at(*pair.found.at)
            found.append(Failure("further-role", at, f"{what} stands in a message of role {brief(pair.found.role)}"))
    return tuple(found)


def _is_developers(owed: Fact) -> bool:
    return owed.kind == TEXT and owed.role == "developer"


def files(view: ResponsesInput) -> Findings:
    """MSG-16a: a file part becomes input_file, with its fields at the part's own level."""
    failed = refused(view, "MSG-16a")
    if failed:
        return failed
    pairs = [pair for pair in view.of_kind(FILE) if not pair.owed.inside]
    if not pairs:
        return None
    found = []
    for pair in pairs:
        if pair.found is None:
            found.append(Failure("file-lost", input_at(*pair.owed.at), "the file is lost"))
            continue
        wanted = {"type": "input_file", **pair.owed.value}
        if not same(ordered(without_cache_control(pair.found.source)), ordered(wanted)):
            at = output_at(*pair.found.at)
            found.append(Failure("file", at, f"wanted {brief(wanted)}, got {brief(pair.found.source)}"))
    return tuple(found)


def audio_kept(view: ResponsesInput) -> Findings:
    """MSG-16b: audio is kept, or reported: by an error, by a diagnostic, or by a text in its place."""
    if view.is_broken or not any(fact.kind == AUDIO for fact in view.conversation.facts):
        return None
    if view.outcome.refusal:
        return OK
    if view.pairing is None:
        return None
    lost = [pair for pair in view.pairs if pair.owed.kind == AUDIO and pair.found is None]
    if not lost or any("audio" in one.value.lower() for one in view.pairing.spare if one.kind == TEXT):
        return OK
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    if view.outcome.diagnostics:
        return OK
    return tuple(
        Failure("audio-lost", input_at(*pair.owed.at), "the audio is neither kept nor reported") for pair in lost
    )
