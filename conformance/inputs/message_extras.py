"""Chat messages that are dealt to conversations: plain texts with each edge, rare members and calls, and journeys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from conformance.base.values import JSON, packed, unpacked
from conformance.formats.chat.calls import calls_member, old_call_member
from conformance.formats.chat.read import FORMAT
from conformance.formats.chat.write import write_messages
from conformance.formats.cursor import Pen
from conformance.inputs.choices import LIMIT, Choices, DealtOptions
from conformance.inputs.facts import Facts, journeys
from conformance.inputs.material import LONGEST_NAME, SAID
from conformance.inputs.media import WAV

# Messages that follow one another, with calls of the number that they get.
Extra: TypeAlias = Callable[[int], list[JSON]]


def _text_extra(role: str) -> Callable[[str], Extra]:
    return lambda text: lambda _number: [{"role": role, "content": text}]


def _result(text: str) -> Extra:
    return lambda number: _turn([_call(f"call_t{number}")], [text])


def _custom(text: str) -> Extra:
    return lambda number: _turn([_custom_call(f"call_c{number}", text)], ["done"])


def _call(id_: str, name: str = "search", arguments: str = '{"q":"a"}') -> JSON:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def _custom_call(id_: str, text: str = "SELECT 1", name: str = "run_code") -> JSON:
    return {"id": id_, "type": "custom", "custom": {"name": name, "input": text}}


def _turn(calls: list[JSON], results: list[JSON]) -> list[JSON]:
    answers = [
        {"role": "tool", "tool_call_id": call["id"], "content": result}
        for call, result in zip(calls, results, strict=True)
    ]
    return [{"role": "assistant", "content": None, **calls_member(calls)}, *answers]


def _of_system(text: str) -> Extra:
    return lambda _number: [{"role": role, "content": text} for role in ("system", "developer")]


_KINDS = (_of_system, *map(_text_extra, ("user", "assistant")), _result, _custom)
_TEXTS: DealtOptions[Extra] = DealtOptions(kind(text) for kind in _KINDS for text in SAID)

_IMAGE: JSON = {"type": "image_url", "image_url": {"url": "https://example.org/a.png?x=1&y=2", "detail": "original"}}
_AUDIO: JSON = {"type": "input_audio", "input_audio": {"data": WAV, "format": "wav"}}
_FILE: JSON = {"type": "file", "file": {"file_id": "file-1"}}
_TEXT: JSON = {"type": "text", "text": "Remember this."}


def _always(*messages: JSON) -> Extra:
    held = packed(list(messages))
    return lambda _number: list(unpacked(held or b"N"))


def _calls(*ids: str, names: tuple[str, ...] = ("search",), reverse: bool = False) -> Extra:
    def made(number: int) -> list[JSON]:
        calls = [_call(id_.format(number), names[index % len(names)]) for index, id_ in enumerate(ids)]
        turn = _turn(calls, [f"result {index}" for index in range(len(calls))])
        return [turn[0], *turn[:0:-1]] if reverse else turn

    return made


def _cached_extra(role: str, part: JSON) -> Extra:
    """A part after which the API may cache what comes before."""
    message = {"role": role, "content": [part | {"prompt_cache_breakpoint": {"mode": "explicit"}}]}
    return _result_of(message["content"]) if role == "tool" else _always(message)


def _result_of(content: JSON) -> Extra:
    held = packed(content)
    return lambda number: _turn([_call(f"call_m{number}")], [unpacked(held or b"N")])


_NAMED = ("system", "developer", "assistant")
_CUSTOM_NAMES = ("y", "0", "enum", "Match-All", LONGEST_NAME)

RARE: DealtOptions[Extra] = DealtOptions((
    *(_always({"role": role, "content": "Be brief.", "name": "alice"}) for role in _NAMED),
    *(_cached_extra(role, _TEXT) for role in ("system", "developer", "user", "assistant", "tool")),
    *(_cached_extra("user", part) for part in (_IMAGE, _AUDIO, _FILE)),
    *(
        (lambda number, name=name: _turn([_custom_call(f"toolu_{number}", name=name)], ["done"]))
        for name in _CUSTOM_NAMES
    ),
    lambda number: _turn([_custom_call(f"call_{number}_".ljust(40, "c"))], ["done"]),
    _always({"role": "assistant", "content": "Hm.", "audio": None, **old_call_member(None), **calls_member(None)}),
    _always({"role": "assistant", "content": "It is said.", "audio": {"id": "audio_abc123"}}),
    _always({"role": "user", "content": "Again."}, {"role": "user", "content": "Again."}),
    _calls("call_a{}", "call_A{}"), _calls("call_{}", "call_{}0", "call_{}00"), _calls("call_z{}", "call_a{}"),
    _calls("toolu_{}", "fc_{}"), _calls("call_u{}", "call_v{}", names=("search", "Search")),
    _calls(*(f"call_m{{}}_{index}" for index in range(6))), _calls("call_r{}", "call_s{}", "call_t{}", reverse=True),
))  # fmt: skip


_PLACES = DealtOptions(("front", "back", "between"))


def with_extras(choices: Choices, messages: list[JSON], number: int) -> list[JSON]:
    """Return a conversation with a text, something rare and a journey. number: one that none of its calls has."""
    for index, table in enumerate((_TEXTS, RARE)):
        place = choices.pick(_safe_places(messages)[:LIMIT])
        messages[place:place] = choices.pick(table)(number + index)
    pen, turns = Pen(FORMAT), Facts(choices, FORMAT, f"call_j{number}_").turns(choices.pick(journeys(FORMAT)))
    made = [message for turn in turns for message in write_messages(turn, pen)]
    safe = _safe_places(messages)[:LIMIT]
    place = {"front": safe[0], "back": safe[-1], "between": choices.pick(safe)}[choices.pick(_PLACES)]
    return [*messages[:place], *made, *messages[place:]]


def _safe_places(messages: list[JSON]) -> list[int]:
    """Return where messages can be inserted: not between calls and their results."""
    between = {number for number, message in enumerate(messages) if message["role"] in ("tool", "function")}
    return [number for number in range(len(messages) + 1) if number not in between]
