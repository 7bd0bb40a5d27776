"""Reads one result of a call as Gemini's API has it: a part with a functionResponse, by itself."""

from __future__ import annotations

import json
from typing import Any, Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import ObjectCursor, Pen
from conformance.formats.gemini.read_parts import read_parts
from conformance.formats.gemini.words import FORMAT
from conformance.formats.gemini.write_parts import write_parts
from conformance.formats.model.conversation import Call, Result, Text, Turn
from conformance.formats.model.fact import Path
from conformance.formats.model.reading import AnswerText, ParsedSide, WrongType

_PART: Final = "functionResponse"
_NAMES: Final = (_PART, "function_response")
_TEXTS: Final = ("output", "result", "content", "error")  # under which converters put what a tool returned
_RESPONSE: Path = (_PART, "response")
_PLACES: Final[dict[str, Path]] = {
    "speaker": (_PART,),
    "result/id": (_PART, "name"),
    "result/content": _RESPONSE,
    "result/failed": (*_RESPONSE, "error"),
}


def read_returned(value: JSON) -> ParsedSide:
    """Read one part as the result of a call, which is known by its function's name. Its object is a text.

    What it says under a name that is usual for it is what it says; else it is the JSON of all of it.
    """
    if not isinstance(value, dict):
        return ParsedSide(answer=None, form="one part", value=value, places=_PLACES)
    name = next((each for each in _NAMES if each in value), _PART)
    held = value.get(name, ABSENT)
    inner: dict[str, Any] = held if isinstance(held, dict) else {}
    said, failed = _said(inner.get("response", ABSENT))
    text = said if isinstance(said, str) else "" if said is None or said is ABSENT else _json(said)
    at = (name, "response")
    media = read_parts(ObjectCursor(inner, (name,), FORMAT, is_snake=True))[1]
    content = (Text(value=text, at=(at, at)), *media)
    called = inner.get("name")
    return ParsedSide(
        answer=None, form="one part", value=value,
        places={key: (name, *place[1:]) for key, place in _PLACES.items()},
        returned=Result(id=called if isinstance(called, str) else None, failed=failed, content=content, at=((),)),
        flow=AnswerText(value=None if said is None else text, text=text),
        misfits={} if isinstance(held, dict) else {"speaker": WrongType("a functionResponse", held)},
    )  # fmt: skip


def _said(response: JSON) -> tuple[JSON, bool | None]:
    """Return what a response says, and whether it says that the tool failed."""
    if not isinstance(response, dict):
        return response, None
    failed = True if _is_marked(response) else None
    (name,) = response if len(response) == 1 else (None,)
    return (response[name] if name in _TEXTS else response), failed


def _is_marked(response: dict[str, JSON]) -> bool:
    """Whether an object says that something failed."""
    is_flagged = any(response.get(flag) is True for flag in ("isError", "is_error"))
    return is_flagged or response.get("error") not in (None, False, "", [], {}) or response.get("success") is False


def _json(value: JSON) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return ""


def write_turn(turn: Turn, pen: Pen) -> list[JSON]:
    """Write the calls and the results of a turn, each as a part. Each is known by the name of its function, its id."""
    made: list[JSON] = []
    for said in turn.says:
        if isinstance(said, Call):
            made.append({"functionCall": {"name": said.id, "args": {}}})
        elif isinstance(said, Result):
            texts = "".join(text.value for text in said.content if isinstance(text, Text))
            response = {"error" if said.failed else "output": texts}
            beside = [each for each in said.content if not isinstance(each, Text)]
            parts = {"parts": write_parts(beside, pen)} if beside else {}
            made.append({_PART: {"name": said.id, "response": response, **parts}})
    return made
