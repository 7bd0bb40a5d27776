"""What generated schemas and tools are filled with: texts, names, data and the simplest schemas.

Each tuple is a table for `Choices.pick`: at most 100 entries, the plainest first. Tables that hold objects or
lists are packed; `fresh` gives copies that share nothing.
"""

from __future__ import annotations

from conformance.base.values import JSON, packed, unpacked
from conformance.inputs.choices import Choices, DealtOptions, weighted


def table(*values: JSON) -> DealtOptions[bytes]:
    """A table of JSON values for `fresh`."""
    return DealtOptions(entry for entry in map(packed, values) if entry is not None)


def fresh(choices: Choices, entries: tuple[bytes, ...]) -> JSON:
    """A copy of one entry of a table."""
    return unpacked(choices.pick(entries))


LONGEST_NAME = "a_name_that_has_exactly_as_many_characters_as_the_chat_api_takes"

TOOL_NAMES = (
    "search", "get_weather", "read_file", "list-models", "create_issue", "Run2", "x", "browser_dom",
    "build_model", "constructor", "toString", "__proto__", "default", "function", "9", "_", "-", LONGEST_NAME,
)  # fmt: skip

# Each breaks `^[a-zA-Z0-9_-]{1,64}$`, the pattern of the API.
UNSAFE_TOOL_NAMES = DealtOptions((
    "get.weather", "files/read", "two words", "größe", "名前", "send🙂", "a:b", " padded ", "line\nbreak",
    "null\u0000", 'quo"te', "get-weather!", LONGEST_NAME + "2", "server__" * 20, "../up", "$ref",
))  # fmt: skip
# Who speaks in a message of Chat Completions: its API takes no blanks, and none of `<|\\/>`.
PARTICIPANTS = DealtOptions(("alice", "Bob-2", "x", "42", "first.last", "größe", "assistant", LONGEST_NAME))
_DEALT_NAMES = DealtOptions(TOOL_NAMES)
_UNSAFE = weighted({False: 3, True: 1})


def name(choices: Choices) -> str:
    """The name of a tool, sometimes one that the API refuses."""
    return choices.pick(UNSAFE_TOOL_NAMES if choices.pick(_UNSAFE) else _DEALT_NAMES)


# Whether a list of tools has two names that differ in case alone.
IS_CASED = weighted({False: 9, True: 1})


def in_other_case(name: str) -> str:
    """Return the name in capitals, or a small one where it has no small letters."""
    return name.upper() if name != name.upper() else name.lower()


# Words that are keywords in a schema, and names in `properties`.
_KEYWORDS = ("default", "properties", "items", "enum", "required", "type", "$ref")
_OTHER_KEYWORDS = (
    "$defs", "definitions", "title", "description", "const", "format", "examples", "not", "anyOf", "pattern",
    "additionalProperties", "strict", "parameters", "function",
)  # fmt: skip
_LANGUAGE_WORDS = ("__proto__", "constructor", "")
_OTHER_LANGUAGE_WORDS = ("toString", "hasOwnProperty", "prototype", "length", "class", "self", "0")
_ODD_TEXTS = ("größe", "名前", "🙂", "two words", "a.b", "a/b", "a~b", 'quo"te', "100%", "line\u2028end")

PROPERTY_NAMES = weighted(
    dict.fromkeys(("id", "name", "query", "path", "limit", "options", "filter", "tags", "unit", "mode"), 2)
    | dict.fromkeys(_KEYWORDS + _LANGUAGE_WORDS, 2)
    | dict.fromkeys(_OTHER_KEYWORDS + _OTHER_LANGUAGE_WORDS + _ODD_TEXTS, 1)
    | {"a_property_with_a_name_that_is_longer_than_the_name_of_any_tool_may_be": 1}
)

DEFINITION_NAMES = DealtOptions((
    "Node", "Options", "Address", "List[int]", "default", "a/b", "a~b", "two words", "Größe", "properties",
))  # fmt: skip

TEXTS = (
    "text", "The city to look up.", "Defaults to 10.", "", " ", "a", "two\nlines", "dos\r\nlines\r\n",
    "tab\there", 'He said "no".', "it's", "back\\slash", "\\n is not a line end", "\\u0041 is not A",
    "{braces} [brackets]", "<b>&amp;</b>", "</script>", "{{ template }}", "${HOME} `id`", "%s %d {0}",
    "Größe in Metern", "naïve café", "nai\u0308ve cafe\u0301", "日本語の説明", "مرحبا", "🙂 🇺🇸",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467 is one", "\U0001d518nicode beyond the first plane",
    "null\u0000inside", "\u0001\u001b[31mred\u007f", "line\u2028separator\u2029", "\ufeffmark",
    "\u202eturned", "zero\u200bwidth", "\u00a0no-break\u00a0", "next\u0085line", "NaN", "null",
    "true", "0", "1e999", "# heading\n\n- item | cell",
    "A longer description, as servers write them: what the argument is for, what happens when it is absent, "
    "which values are allowed (see also `mode`), and an example:\n\n    {\"default\": 5}\n\nNothing else.",
)  # fmt: skip

# Texts are also put together from characters of these ranges, each 100 characters wide.
CHARACTER_RANGES = (
    0x20, 0x61, 0x00, 0xC0, 0x391, 0x410, 0x5D0, 0x300, 0x2010, 0x2190, 0x3041, 0x4E00, 0xE000, 0xFF01,
    0x10330, 0x1F600, 0x1F900, 0x20000,
)  # fmt: skip


_DEALT_TEXTS = DealtOptions(TEXTS)

# Texts that every place gets that has a table of its own: empty, blank, with blanks around and everything that is
# escaped or takes more than one character, what languages write for values, one letter, numbers and JSON, and one
# beyond limits, which has what no program should read as something else.
LONG_TEXT = "A text that is cut off somewhere. " * 121 + "Its end."  # beyond 4,096 characters
_MARKED = (
    "Error: 0 errors, 100%\u2029 next\u0085line \n c:\\temp\\/ %20 <b>&amp;</b> caf\u00e9 \u540d\u524d"
    " \u043c\u0438\u0440 one\rtwo. "
)
EDGES = (
    "", " \t", " \r\n\u0001nai\u0308ve old places\n\U0001f642 12345 ", "null", "k", "{'a': 1}", "007",
    '{"type": "text", "text": "part"}', '[{"type": "text", "text": "part"}]', _MARKED + LONG_TEXT,
)  # fmt: skip
# Of places that few inputs have: one text is both a number and one character.
FEW_EDGES = tuple("7" if edge == "k" else edge for edge in EDGES if edge not in ("null", "007"))
# Of what is said, as of files that are pasted: beyond the limits at which programs cut, 1,024, 4,096 and 10,000.
SAID = (*("1e3" if edge == "007" else edge for edge in EDGES[:-1]), _MARKED + LONG_TEXT * 3)
FEW_SAID = (*FEW_EDGES[:-1], SAID[-1])


def edges(usual: int, *, empty: bool = True, own: tuple[str, ...] = EDGES) -> DealtOptions[str | None]:
    """Return a table for `text`, of one place. usual: how many usual texts come with one round of edges.

    empty: whether a text there may be empty, or blank. own: the edges.
    """
    return DealtOptions((*(own if empty else own[2:]), *[None] * usual))


def text(choices: Choices, own: DealtOptions[str | None] | None = None) -> str:
    """Mostly one of TEXTS, sometimes up to three characters from anywhere in Unicode. own: the table of the place."""
    edge = choices.pick(own) if own is not None else None
    if edge is not None:
        return edge
    if not choices.one_in(8):
        # Some of them as they fall: an input must be able to hold a text twice.
        return choices.pick(TEXTS if choices.one_in(3) else _DEALT_TEXTS)
    count = choices.pick((1, 2, 3))
    return "".join(chr(choices.pick(CHARACTER_RANGES) + choices.pick(range(100))) for _ in range(count))


# Values of default, enum, const, examples. What is an object here only looks like a schema.
DATA = table(
    None, False, 0, "", [], {}, True, 1, 1.0, -1, 10, 5000, 0.5, -273.15, 1e-7, 1e100, -0.0, 9007199254740991,
    2**53 + 1, -(2**63) - 1, 10**30, "value", "metric", "\u2028", "Größe", ["a", "b"], [None], [[]],
    [1, 1.0, "1", True], {"default": 1}, {"default": None, "type": "string"}, {"default": {"default": {}}},
    [{"default": 0}], {"enum": [1]}, {"": {"": ""}}, {"__proto__": {"default": True}},
    {"items": {"default": []}},
    {"type": "object", "properties": {"a": {"type": "string", "default": "b"}}, "required": ["a"]},
    {"anyOf": [{"default": 1}, {"type": "null"}]}, {"properties": {"default": {"default": 2}}},
    {"$ref": "#/$defs/Missing"},
)  # fmt: skip

# Every kind of value; each is also a const of its own.
_VALUES: tuple[JSON, ...] = (
    None, False, True, 0, 7, 2**53 + 1, 10**30, 2.0, -0.0, 1e100, "", "text", [], [1], {}, {"a": 1},
)  # fmt: skip

# Schemas without subschemas, each with a value that it accepts.
LEAVES = table(
    *(({"const": value}, value) for value in _VALUES),
    ({"enum": [*_VALUES]}, 7),
    ({"examples": [*_VALUES]}, 7),
    ({"type": "string", "enum": ["only"]}, "only"),
    ({"anyOf": [{"type": "string"}]}, "value"),
    ({"type": "object", "properties": {"city": {"type": "string"}, "City": {"default": 1}}}, {}),
    ({"type": "string"}, "value"),
    ({"type": "string"}, ""),
    ({"type": "integer"}, 10),
    ({"type": "integer"}, 0),
    ({"type": "number"}, 0.5),
    ({"type": "number"}, 1.0),
    ({"type": "number"}, -0.0),
    ({"type": "boolean"}, False),
    ({"type": "boolean"}, True),
    ({"type": "null"}, None),
    ({"type": "array"}, []),
    ({"type": "object"}, {}),
    ({"type": "object", "properties": {}}, {}),
    ({"type": "object", "additionalProperties": False}, {}),
    ({"type": "object", "additionalProperties": True}, {"default": 1}),
    ({"type": ["string", "null"]}, None),
    ({"type": ["number", "null"]}, -0.0),
    ({"type": ["integer", "string", "boolean"]}, 1),
    ({"type": ["object", "null"], "properties": {}}, {}),
    ({"type": "string", "enum": ["metric", "imperial"]}, "metric"),
    ({"type": "string", "enum": ["", "größe", 'a"b', "\n"]}, ""),
    ({"enum": [None, 0, False, "", [], {}]}, None),
    ({"enum": [1, 2.5, "3", {"default": 4}]}, {"default": 4}),
    ({"enum": [{"type": "object", "default": {}}, ["default"]]}, ["default"]),
    ({"type": "integer", "enum": [1, 2, 3]}, 2),
    ({"const": "fixed"}, "fixed"),
    ({"const": {"default": 1, "properties": {"a": {"default": 2}}}}, {}),
    ({"type": "object", "const": {"default": {}}}, {"default": {}}),
    ({"type": "object", "examples": [{"default": 1}, {"name": "a", "default": None}]}, {}),
    ({"type": "string", "examples": ["a", "b"]}, "a"),
    ({"type": "string", "format": "date-time"}, "2025-01-01T00:00:00Z"),
    ({"type": "string", "format": "uri"}, "https://example.org/?a=b&c=d#e"),
    ({"type": "string", "format": "email", "maxLength": 254}, "a@example.org"),
    ({"type": "string", "format": "uuid"}, "00000000-0000-0000-0000-000000000000"),
    ({"type": "string", "format": "a-format-of-our-own"}, "x"),
    ({"type": "string", "pattern": "^[a-z0-9_]+$"}, "a_1"),
    ({"type": "string", "pattern": '^\\d{3}\\."?$'}, "123."),
    ({"type": "string", "minLength": 0, "maxLength": 100}, "text"),
    ({"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"}, "AA=="),
    ({"type": "integer", "minimum": 0, "maximum": 100}, 0),
    ({"type": "integer", "minimum": -1, "exclusiveMaximum": 2**53 + 1}, -1),
    ({"type": "integer", "minimum": -(2**63) - 1, "maximum": 2**64}, 2**53 + 1),
    ({"type": "integer", "multipleOf": 5}, -15),
    ({"type": "number", "minimum": 0.0, "maximum": 1.0}, 1.0),
    ({"type": "number", "minimum": -273.15, "maximum": 1e100}, -273.15),
    ({"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.01}, 0.25),
    ({"type": "number", "maximum": 10**30}, 1e-7),
    ({"type": "array", "minItems": 0, "maxItems": 10, "uniqueItems": True}, []),
    ({"type": "object", "minProperties": 0, "maxProperties": 20}, {}),
    ({"type": "object", "required": ["default"]}, {"default": 1}),
    ({"type": "string", "x-order": 0, "nullable": False}, "x"),
    ({"type": "string", "deprecated": True, "readOnly": False, "$comment": "internal"}, "old"),
    ({"type": "string", "writeOnly": True}, "secret"),
    ({"description": "anything"}, None),
    ({}, None),
)
