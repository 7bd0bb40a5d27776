"""Wrong answers of any kind, drawn by a seed: sound ones in which values have other types, or are elsewhere."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from conformance.base.values import JSON, holders, packed, unpacked

SURROGATE = "\ud800"
ODD: list[JSON] = [
    *(None, True, 0, -1, 1.0, 2.5, 1e30, 2**53 + 1, 10**400),
    *(
        "",
        " ",
        "x",
        SURROGATE,
        "\0",
        "日本語",
        "{}",
        "[]",
        '{"a": [1]}',
        "NaN",
        "1e999",
        "data:",
        "#/$defs/x",
        "(",
        "null",
    ),
    *("function", "custom", "message", "user", "input_text"),
    *([], [[]], [{}], [None], ["x", "x"], {}, {"a": 1}, {"": ""}, {SURROGATE: SURROGATE}, {"$ref": 1}, {"role": {}}),
    *(
        {"type": {}},
        {"type": ["string", {}]},
        {"type": "custom", "custom": None},
        {"required": [{}]},
        {"enum": [[], {}]},
    ),
    {"properties": []},
]
NAMES = [
    *("type", "name", "role", "id", "call_id", "tool_call_id", "content", "text", "arguments", "function", "custom"),
    *(
        "input", "output", "parameters", "required", "properties", "items", "enum", "$ref", "detail", "image_url",
        "status",
    ),
    *(
        "tool_calls", "annotations", "usage", "finish_reason", "choices", "message", "delta", "index", "strict",
        "format",
    ),
]  # fmt: skip


def wrong(answer: JSON, draw: Random) -> JSON:
    """A copy of an answer with something wrong in it."""
    answer = _copy(answer)
    inside: list[Any] = list(holders(answer))
    if not inside or draw.random() < 0.03:
        return _copy(draw.choice(ODD))
    change = draw.choice((_every_member, _every_text, _json_in_text, _one_place, _one_place, _one_place))
    change(inside, draw)
    return answer


def _copy(value: JSON) -> JSON:
    return unpacked(packed(value) or b"N")


def _every_member(inside: list[Any], draw: Random) -> None:
    """Change all members of one name alike."""
    names = sorted({name for inner in inside if isinstance(inner, dict) for name in inner})
    name, odd, change = draw.choice(names or ["x"]), draw.choice(ODD), draw.randrange(4)
    for inner in inside:
        if isinstance(inner, dict) and name in inner:
            inner[name] = ([inner[name]], {"x": inner[name]}, _copy(odd), None)[change]


def _every_text(inside: list[Any], draw: Random) -> None:
    """Put half a character behind some texts and names."""
    for inner in inside:
        for place in list(inner) if isinstance(inner, dict) else range(len(inner)):
            if isinstance(inner[place], str) and draw.random() < 0.3:
                inner[place] += SURROGATE
            if isinstance(inner, dict) and draw.random() < 0.1:
                inner[place + SURROGATE] = inner.pop(place)


def _json_in_text(inside: list[Any], draw: Random) -> None:
    """Change what a text says that is JSON."""
    for inner in inside:
        for place in list(inner) if isinstance(inner, dict) else range(len(inner)):
            if isinstance(inner[place], str) and inner[place][:1] in ("{", "["):
                try:
                    inner[place] = json.dumps(wrong(json.loads(inner[place]), draw))
                except ValueError:
                    continue


def _one_place(inside: list[Any], draw: Random) -> None:
    """Change one object or list: something goes, comes, changes places or becomes something else."""
    one, odd, way = draw.choice(inside), _copy(draw.choice(ODD)), draw.randrange(5)
    places = list(one) if isinstance(one, dict) else list(range(len(one)))
    if way == 0 or not places:
        if isinstance(one, dict):
            one[draw.choice(NAMES)] = odd
        else:
            one.insert(draw.randint(0, len(one)), odd)
        return
    place, other = draw.choice(places), draw.choice(places)
    if way == 1:
        del one[place]
    elif way == 2:
        one[place] = draw.choice(([one[place]], {draw.choice(NAMES): one[place]}))
    elif way == 3:
        one[place], one[other] = one[other], one[place]
    else:
        one[place] = odd
