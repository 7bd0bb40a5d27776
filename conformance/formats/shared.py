"""What the readers of several formats share."""

from __future__ import annotations

import json
import re
from typing import Any

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import ObjectCursor
from conformance.formats.model.answer import AnswerFailure
from conformance.formats.model.conversation import Arguments, Call
from conformance.formats.model.fact import Fact, Path

_DATA_URL = re.compile(r"data:([^;,]*);base64,(.*)", re.DOTALL)
SOUNDS = {"wav": "audio/wav", "mp3": "audio/mpeg"}
FORMATS = {word: key for key, word in SOUNDS.items()}


def arguments_of(text: str | None, at: Path) -> Arguments:
    """Read arguments that are a text."""
    return Arguments(text=text, value=json_or_absent(text), at=() if text is None else (at, at))


def text_of(arguments: Arguments) -> str | None:
    """Write arguments as a text."""
    if arguments.text is not None:
        return arguments.text
    return None if arguments.value is ABSENT else json.dumps(arguments.value, ensure_ascii=False)


def unread_member(fact: Fact, *names: str) -> JSON:
    """Return the value of a member of one of some names that is not what the model holds there; None for none."""
    return next((other.value for other in fact.others if other.place and other.place[-1] in names), None)


def written_arguments(call: Call) -> JSON:
    """Return the arguments of a call as they are written: a text, or what is in its place; None where nothing is."""
    if call.arguments.text is not None:
        return call.arguments.text
    return unread_member(call, "arguments", "input") if call.arguments.value is ABSENT else call.arguments.value


def located(url: str | None) -> dict[str, Any]:
    """Return the members of media at a URL: those of a data URL are inline."""
    found = _DATA_URL.fullmatch(url or "")
    if found:
        return {"media_type": found[1] or None, "data": found[2], "is_inline": True}
    return {"url": url}


def failure_of(node: ObjectCursor) -> AnswerFailure:
    """Read an error of OpenAI or Anthropic."""
    return AnswerFailure(
        kind=node.take("type", str), code=node.take("code", str, int), message=node.take("message", str), **node.fact
    )


def is_nested(value: JSON) -> bool:
    """Whether the format of a custom tool has a grammar in the nested form."""
    if not isinstance(value, dict) or value.keys() != {"type", "grammar"} or value["type"] != "grammar":
        return False
    return isinstance(value["grammar"], dict) and "type" not in value["grammar"]


def flat_grammar(value: JSON) -> JSON:
    """Return the format of a custom tool in the flat form."""
    return {"type": "grammar", **value["grammar"]} if is_nested(value) else value


def nested_grammar(value: JSON) -> JSON:
    """The reverse of flat_grammar."""
    if isinstance(value, dict) and value.get("type") == "grammar":
        return {"type": "grammar", "grammar": {key: value for key, value in value.items() if key != "type"}}
    return value
