"""Arguments of calls as models write them, and what goes wrong with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import DATA, PROPERTY_NAMES, fresh, table, text
from conformance.inputs.shapes import LEVELS

Object: TypeAlias = dict[str, JSON]

# Arguments as models write them: texts of objects.
ARGUMENTS = DealtOptions((
    '{"location":"Paris, France"}', "{}", '{"message":"test","count":1}', '{"query": "weather", "units": null}',
    '{"a":17,"b":23}', ' {"spaced" : [ 1 , 2 ] }\n', '{\n  "path": "/tmp/a",\n  "lines": [1, 2, 3]\n}',
    '{"city":"Gr\\u00f6\\u00dfe"}', '{"city":"Größe 名前 is\\nold \\"x\\" y"}',
    '{"emoji":"\\ud83d\\ude42🙂","line":"\u2028"}',
    '{"text":"line\\nend \\"quoted\\" \\\\ back\\tslash \\/"}', '{"p":"12345","q":"true","r":"null","s":"1.0"}',
    '{"data":"{\\"message\\":\\"hello\\"}"}', '{"todos":"[1, 2]"}', '{"n":1.0,"m":1,"low":-0.0,"tiny":1e-7}',
    '{"id":9007199254740993,"most":123456789012345678901234567890}',
    '{"id":-9223372036854775809,"big":123456789012345678901234567890}', 
    '{"limit":1E+2,"all":false,"low":-0.0}',
    '{"NaN":"NaN","Infinity":"Infinity"}', '{"":{"__proto__":{"constructor":0}}}', '{"b":1,"a":{"d":[],"c":{}}}',
    '{"raw":"file_path=foo"}', '{"html":"<b>&amp;</b></script>"}', '{"on":true,"off":false,"none":null}',
    '{"arguments":"{}","name":"other","type":"function_call"}',
    '{"none":null,"said":"None","text":"","object":{}}', '{"deep":{"deep":{"deep":[[[{"x":[0]}]]]}}}',
))  # fmt: skip
_BLANK = DealtOptions((" ", "\n\t "))
# Arguments that end too early, that are JSON and no object, and that are no JSON.
_CUT_OFF = DealtOptions((
    '{"city": "Par', '{"a": 1', '{"a": [1, 2', '{"a": {"b": 1}', "{", '{"a":', '{"a": 1,', '{"a": "b\\', '{"a": tru',
    '{"content": "first line\\nsecond',
))  # fmt: skip
_NO_OBJECTS = DealtOptions(("[]", '[{"a": 1}]', '"text"', '"{\\"a\\": 1}"', "true", "7"))
_NO_JSON = DealtOptions((
    "not json", "file_path=foo", "{'a': 1}", '{"a": 1,}', '{"a": NaN}', '{"a": Infinity}', '{"a": [-Infinity]}',
    '{"a": -1e999}', "{}{}", '{"a": 1}{"a": 1}', '{"a": 1} and more', '{"a": undefined}', '{"a": 01}',
    '{"a": "line\nend"}', '{"a" 1}', "{a: 1}", '{"a": 1 /* one */}', "<tool_call>",
))  # fmt: skip
_MADE = weighted({False: 10, True: 3})
_OBJECTS = table({}, {"location": "Paris"}, {"a": {"b": [1, 1.0, "1"]}}, {"__proto__": 1})


def make_arguments(choices: Choices) -> JSON:
    """The text of an object as a model writes it."""
    value = {choices.pick(PROPERTY_NAMES): _value(choices) for _ in range(choices.pick((1, 2, 3)))}
    separators, ascii_only = choices.pick((((",", ":"), False), ((", ", ": "), True), ((",", ": "), False)))
    return json.dumps(value, ensure_ascii=ascii_only, separators=separators)


def _value(choices: Choices) -> JSON:
    return text(choices) if choices.one_in(3) else fresh(choices, DATA)


def arguments_text(choices: Choices) -> str:
    """Arguments of a call: a known difficult text, or a made one."""
    return make_arguments(choices) if choices.pick(_MADE) else choices.pick(ARGUMENTS)


Fault: TypeAlias = Callable[[Choices, Object], object]
ARGUMENT_FAULTS: dict[str, Fault] = {
    "arguments that are no JSON": lambda choices, holder: holder.update(arguments=choices.pick(_NO_JSON)),
    "arguments beyond a double": lambda _choices, holder: holder.update(arguments='{"a": 1e999}'),
    "arguments cut off": lambda choices, holder: holder.update(arguments=choices.pick(_CUT_OFF)),
    "arguments that are no object": lambda choices, holder: holder.update(arguments=choices.pick(_NO_OBJECTS)),
    "empty arguments": lambda _choices, holder: holder.update(arguments=""),
    "blank arguments": lambda choices, holder: holder.update(arguments=choices.pick(_BLANK)),
    "no arguments": lambda _choices, holder: holder.pop("arguments"),
    "null arguments": lambda _choices, holder: holder.update(arguments=None),
    "arguments as an object": lambda choices, holder: holder.update(arguments=fresh(choices, _OBJECTS)),
}


def fault_names(*tables: Mapping[str, object], **often: int) -> DealtOptions[str]:
    """The names of faults, each once but for some."""
    return weighted({name: often.get(name.replace(" ", "_"), 1) for faults in tables for name in faults})


def dealt_arguments(choices: Choices) -> str:
    """Arguments of a call of which there are few: mostly a known difficult text."""
    return make_arguments(choices) if choices.one_in(12) else choices.pick(ARGUMENTS)


def deep_arguments() -> str:
    """Arguments that nest as deeply as a suite may ask for."""
    return '{"a":' * LEVELS + "1" + "}" * LEVELS


def deep_item() -> Object:
    """An item of an unknown type that nests as deeply as a suite may ask for."""
    value: JSON = "bottom"
    for _level in range(LEVELS):
        value = {"inner": value}
    return {"type": "an_item_of_next_year", "id": "ny_1", "payload": value}
