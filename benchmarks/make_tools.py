"""Writes benchmarks/tools.json: 2,000 MCP tools with the schemas that pydantic-based servers emit.

Run `python benchmarks/make_tools.py`. The same seed gives the same bytes, so a change of the file is a change
of this module. A tool is between 200 bytes and 4 kB of compact JSON; the median is about 1 kB.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

Schema = dict[str, Any]

SEED = 20260
COUNT = 2_000
SMALLEST, LARGEST = 200, 4_000
OUTPUT = Path(__file__).with_name("tools.json")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, in order."""
    return tuple(text.split())


VERBS = words_of(
    """
    add archive cancel count create delete export fetch find get import inspect list merge move plan read
    rename render resolve run search send set split start stop sync translate update validate watch write
    """
)
NOUNS = words_of(
    """
    account alert article booking branch bucket build calendar campaign case channel chart cluster comment
    commit contact customer dashboard dataset deployment device document domain email event experiment
    file folder genome image incident invoice issue item job key label lead log map meeting metric model
    note notebook order page payment pipeline playlist policy post product project prompt query queue
    record region release report repository reservation review role route rule sample schedule secret
    sensor series session sheet shipment snapshot stage station store stream table task team template
    thread ticket token trace transaction trip user vector version video volume webhook workflow workspace
    """
)
FIELDS = words_of(
    """
    amount author category code color comment cursor depth duration end expression external_id filter
    format group height host interval key kind language latitude limit location longitude mode name note
    offset owner page parent path pattern position prefix priority query rate reason scope sender size
    sort source start state status subject summary tag target text threshold timeout timezone title topic
    total unit url user_id value visibility weight width default type items properties
    """
)
ANSWERS = words_of(
    """
    all any archived ascending auto blocked closed csv daily descending draft failed fast full high hourly
    json low manual medium monthly new none open pending private public queued raw ready slow text weekly
    xml
    """
)
CLAUSES = (
    "Leave empty to use the workspace's own setting.",
    "Names are compared without case; “*” stands for any.",
    "Must belong to the same project.",
    "Given in UTC unless an offset is written.",
    "See the `search` tool for the syntax.",
    "Large values are slower.",
    "One entry a line.\nEmpty lines are skipped.",
    "Für Umlaute und andere Zeichen gilt UTF-8.",
)


def title(name: str) -> str:
    """The title that pydantic derives from a field's name."""
    return name.replace("_", " ").title()


def class_name(name: str) -> str:
    """The name of a model or enum class for a field."""
    return title(name).replace(" ", "")


def in_key_order(schema: Schema) -> Schema:
    """One schema object with its keywords sorted, which is the order pydantic writes them in."""
    return dict(sorted(schema.items()))


@dataclass(slots=True)
class ToolMaker:
    """Draws one tool; collects in `definitions` the classes its parameters refer to."""

    random: Random
    definitions: dict[str, Schema] = field(default_factory=dict)

    def words(self, count: int) -> str:
        """A phrase of nouns."""
        return " ".join(self.random.sample(NOUNS, count))

    def sentence(self) -> str:
        """A description of one to three sentences."""
        clauses = self.random.sample(CLAUSES, self.random.choice((0, 0, 1, 1, 2)))
        return " ".join([f"The {self.words(1)} of the {self.words(1)}.", *clauses])

    # Each kind of annotation returns its schema and a default a server could state for it.

    def text(self, name: str) -> tuple[Schema, Any]:
        """`str`, plain or with limits."""
        limits: Schema = self.random.choice(
            ({}, {}, {}, {"minLength": 1}, {"maxLength": 200, "minLength": 1}, {"pattern": "^[a-z0-9_-]+$"},
             {"format": "uuid"}, {"format": "date-time"}, {"examples": ["default", "main"]})
        )  # fmt: skip
        return {**limits, "type": "string"}, self.random.choice(("", "default", self.words(1)))

    def whole_number(self, name: str) -> tuple[Schema, Any]:
        """`int`, plain or with limits."""
        limits: Schema = self.random.choice(({}, {}, {"minimum": 0}, {"maximum": 100, "minimum": 1}))
        return {**limits, "type": "integer"}, self.random.choice((0, 1, 10, 50, 100))

    def number(self, name: str) -> tuple[Schema, Any]:
        """`float`, plain or with limits."""
        limits: Schema = self.random.choice(({}, {"maximum": 1.0, "minimum": 0.0}, {"exclusiveMinimum": 0}))
        return {**limits, "type": "number"}, self.random.choice((0.0, 0.5, 1.5))

    def flag(self, name: str) -> tuple[Schema, Any]:
        """`bool`."""
        return {"type": "boolean"}, self.random.random() < 0.4

    def literal(self, name: str) -> tuple[Schema, Any]:
        """`Literal[...]` of one or several strings."""
        answers = self.random.sample(ANSWERS, self.random.choice((1, 2, 3, 4, 6)))
        if len(answers) == 1:
            return {"const": answers[0], "type": "string"}, answers[0]
        return {"enum": answers, "type": "string"}, answers[0]

    def enum_class(self, name: str) -> tuple[Schema, Any]:
        """A reference to an `Enum` class."""
        answers = self.random.sample(ANSWERS, self.random.randint(2, 6))
        enum: Schema = {"enum": answers, "title": class_name(name), "type": "string"}
        return self.reference(class_name(name), lambda: enum), answers[0]

    def anything(self, name: str) -> tuple[Schema, Any]:
        """`Any`."""
        return {}, None

    def free_map(self, name: str) -> tuple[Schema, Any]:
        """`dict[str, Any]`."""
        return {"additionalProperties": True, "type": "object"}, {}

    def typed_map(self, name: str) -> tuple[Schema, Any]:
        """`dict[str, T]`."""
        return {"additionalProperties": self.inner(name), "type": "object"}, {}

    def array(self, name: str) -> tuple[Schema, Any]:
        """`list[T]` or `set[T]`."""
        unique: Schema = self.random.choice(({}, {}, {}, {"uniqueItems": True}))
        return {"items": self.inner(name), "type": "array", **unique}, []

    def fixed_tuple(self, name: str) -> tuple[Schema, Any]:
        """`tuple[A, B]`."""
        members = [self.number(name) for _ in range(self.random.choice((2, 2, 3, 4)))]
        schemas, values = (list(part) for part in zip(*members, strict=True))
        size = len(schemas)
        return {"maxItems": size, "minItems": size, "prefixItems": schemas, "type": "array"}, values

    def model(self, name: str) -> tuple[Schema, Any]:
        """A reference to a model class."""
        model_name = class_name(name)
        return self.reference(model_name, lambda: self.object_of(model_name, (1, 2, 2, 3, 4))), None

    def tagged_union(self, name: str) -> tuple[Schema, Any]:
        """A union of two models that a field tells apart."""
        branches: list[Schema] = []
        mapping: dict[str, str] = {}
        for answer in self.random.sample(ANSWERS, 2):
            branch_name = class_name(name) + class_name(answer)
            branch = self.object_of(branch_name, (0, 1, 2))
            tag: Schema = {"kind": {"const": answer, "title": "Kind", "type": "string"}}
            branch["properties"] = {**branch["properties"], **tag}
            branch["required"] = list(dict.fromkeys([*branch.get("required", []), "kind"]))
            self.definitions[branch_name] = in_key_order(branch)
            branches.append({"$ref": f"#/$defs/{branch_name}"})
            mapping[answer] = f"#/$defs/{branch_name}"
        return {"discriminator": {"mapping": mapping, "propertyName": "kind"}, "oneOf": branches}, None

    def inner(self, name: str) -> Schema:
        """The schema inside a list or map: mostly a leaf, sometimes a model."""
        kinds = (self.text, self.text, self.text, self.whole_number, self.number, self.literal, self.model)
        return in_key_order(self.random.choice(kinds)(name)[0])

    def reference(self, name: str, make: Callable[[], Schema]) -> Schema:
        """A `$ref` to the class of that name, which is made when it is first needed."""
        if name not in self.definitions:
            self.definitions[name] = {}  # taken, so that a model inside a model of its own name ends
            self.definitions[name] = make()
        return {"$ref": f"#/$defs/{name}"}

    def parameter(self, name: str) -> tuple[Schema, bool]:
        """The schema of one field, and whether the field is required."""
        leaves = (self.text, self.text, self.text, self.whole_number, self.number, self.flag, self.literal)
        others = (self.enum_class, self.anything, self.free_map, self.typed_map, self.array, self.array,
                  self.fixed_tuple, self.model, self.tagged_union)  # fmt: skip
        kinds = leaves if self.random.random() < 0.7 else others
        schema, default = self.random.choice(kinds)(name)
        titled = "$ref" not in schema
        manner = self.random.choice(("required", "required", "default", "optional", "optional"))
        if manner == "optional" and schema:
            schema = {"anyOf": [in_key_order(schema), {"type": "null"}], "default": None}
        elif manner != "required":
            schema = {**schema, "default": default}
        if titled:
            schema["title"] = title(name)
        if self.random.random() < 0.55:
            schema["description"] = self.sentence()
        return in_key_order(schema), manner == "required"

    def object_of(self, name: str, sizes: tuple[int, ...]) -> Schema:
        """The schema of a class with one of so many fields."""
        properties: dict[str, Schema] = {}
        required: list[str] = []
        for field_name in self.random.sample(FIELDS, self.random.choice(sizes)):
            properties[field_name], needed = self.parameter(field_name)
            if needed:
                required.append(field_name)
        schema: Schema = {"properties": properties, "title": name, "type": "object"}
        if required:
            schema["required"] = required
        if self.random.random() < 0.1:
            schema["additionalProperties"] = False
        return in_key_order(schema)

    def tool(self, name: str) -> Schema:
        """One MCP tool, as `tools/list` gives it."""
        schema = self.object_of(f"{name}Arguments", (0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 9, 12))
        if self.definitions:
            schema = {"$defs": dict(sorted(self.definitions.items())), **schema}
        tool: Schema = {"name": name}
        if self.random.random() < 0.2:
            tool["title"] = title(name)
        verb, noun = name.split("_")[:2]
        tool["description"] = f"{verb.title()} the {noun}. {self.sentence()}"
        tool["inputSchema"] = schema
        if self.random.random() < 0.3:
            result: Schema = {"result": {"title": "Result", "type": "string"}}
            tool["outputSchema"] = {
                "properties": result, "required": ["result"], "title": f"{name}Output", "type": "object"
            }  # fmt: skip
        if self.random.random() < 0.2:
            tool["annotations"] = {"readOnlyHint": verb in ("get", "list", "read"), "openWorldHint": False}
        return tool


def compact(value: Any) -> str:
    """One line of JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def make_tools(seed: int = SEED, count: int = COUNT) -> list[Schema]:
    """So many tools of different names; each is between SMALLEST and LARGEST bytes of compact JSON."""
    random = Random(seed)
    tools: dict[str, Schema] = {}
    while len(tools) < count:
        name = f"{random.choice(VERBS)}_{random.choice(NOUNS)}"
        if name in tools:
            name += f"_{random.choice(NOUNS)}"
        tool = ToolMaker(random).tool(name)
        if SMALLEST <= len(compact(tool).encode()) <= LARGEST:
            tools.setdefault(name, tool)
    return list(tools.values())


def main() -> None:
    """Write the file and say how large its tools are."""
    lines = [compact(tool) for tool in make_tools()]
    OUTPUT.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8", newline="\n")
    sizes = [len(line.encode()) for line in lines]
    spread = f"{min(sizes)} to {max(sizes)} bytes, median {median(sizes):.0f}"
    print(f"{OUTPUT.name}: {len(sizes)} tools, {spread}")


if __name__ == "__main__":
    main()
