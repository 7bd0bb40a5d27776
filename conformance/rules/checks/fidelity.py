"""What every tool operation keeps exact: numbers, text, order, references, meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from conformance.base.values import ABSENT, JSON, Absent, equal, pointer
from conformance.formats.json_schema import (
    Path,
    dangles,
    dangling_references,
    list_of,
    missing_place,
    references,
    same_meaning,
    subschemas,
    without_defaults,
)
from conformance.rules.checks.exact import Exact, changes
from conformance.rules.checks.findings import CLOSED, OK, Failure, Findings, brief, but_got, input_at, output_at, versus
from conformance.rules.checks.meaning import disagreement, rejects_listed
from conformance.rules.checks.tools.closed_objects import reopened
from conformance.rules.checks.tools.view import ToolsView, same_outcome_value
from conformance.rules.laws.offers import ToolPair

# Tool types that are the same object in every API that knows them.
FORMED_ALIKE = ("local_shell", "web_search")


def exact(view: ToolsView) -> Exact:
    """Return the names, descriptions and schemas of the tools that arrived."""
    texts = [source for pair in view.pairs for _key, source, _result in view.texts(pair)]
    schemas = [pair.source_schema for pair in view.schema_pairs]
    return Exact((texts, schemas), tuple(_changes(view)), view.trial.input)


def _changes(view: ToolsView) -> Iterator[Failure]:
    for pair in view.pairs:
        for key, source, result in view.texts(pair):
            if source != result and not _stands_in(view.entry(pair.entry), result):
                yield from changes(source, result, output_at(*view.at(pair, key)))
    moved = ((pair, moved_number) for pair in view.schema_pairs for moved_number in view.moved_numbers(pair))
    for pair, difference in (*view.schema_differences, *moved):
        at = output_at(*view.at(pair, "parameters", *difference.path))
        yield from changes(difference.expected, difference.actual, at)


def _stands_in(value: JSON, text: str) -> bool:
    """Whether a text is one of the entry's own: it was taken from another place, not rewritten."""
    if isinstance(value, dict):
        return any(_stands_in(member, text) for member in value.values())
    if isinstance(value, list):
        return any(_stands_in(member, text) for member in value)
    return bool(value == text)


def key_order(view: ToolsView) -> Findings:
    """Key order inside schemas is kept."""
    if not view.schema_pairs:
        return None
    return tuple(
        Failure("order-changed", output_at(*view.at(pair, "parameters", *difference.path)),
                f"wanted the keys in the order {brief(difference.expected)}, {but_got(difference.actual)}")
        for pair, difference in view.schema_differences
        if difference.kind == "order-changed"
    )  # fmt: skip


def refs_resolve(view: ToolsView) -> Findings:
    """Each `$ref` of the output resolves inside it, if it did before."""
    pairs = [(pair, own) for pair in view.schema_pairs if (own := _source_references(view, pair))]
    if not pairs:
        return None
    found = []
    for pair, own in pairs:
        # Where only defaults went, the references that are left are the source's.
        left = own if view.inherits_schema(pair) else references(pair.schema)
        dangling = {text for text in left if dangles(pair.schema, text)}
        dangling -= {text for text in dangling & own if dangles(pair.source_schema, text)}
        if dangling and view.defaults_go:
            # A reference into a default loses its target by a document's rule, which takes precedence.
            owed = without_defaults(pair.source_schema)
            dangling -= {reference for reference in dangling & references(owed) if dangles(owed, reference)}
        if dangling:
            found += [
                Failure(
                    "dangling",
                    output_at(
                        *view.at(pair, "parameters", *missing_place(pair.source_schema, pair.schema, text, path))
                    ),
                    f"{brief(text)} of {pointer(*path)} points at nothing",
                )
                for path, text in dangling_references(pair.schema)
                if text in dangling
            ]
    return tuple(found)


def _source_references(view: ToolsView, pair: ToolPair) -> set[str]:
    """Return the references of a tool's source schema."""
    # Where the schema is inherited they are in the result too, and that there are none is quickest seen in its bytes.
    if view.inherits_schema(pair) and b"$ref" not in (view.outputs_data[pair.position] or b"$ref"):
        return set()
    return references(pair.source_schema)


def schema_meaning(view: ToolsView) -> Findings:
    """The converted schema accepts exactly what the source did.

    Where the two are equal but for defaults that is plain; elsewhere schema containment decides, and where it
    cannot, sampled instances.
    """
    pairs = view.schema_pairs
    if not pairs:
        return None
    found = []
    for pair in pairs:
        if pair.position not in view.changed:
            continue
        if not equal(without_defaults(pair.source_schema), without_defaults(pair.schema)):
            message = other_meaning(pair.source_schema, pair.schema)
            if message is not None:
                kind = CLOSED if _is_only_closed(pair.source_schema, pair.schema) else "meaning"
                found.append(Failure(kind, output_at(*view.at(pair, "parameters")), message))
    return tuple(found)


def other_meaning(source: JSON, result: JSON) -> str | None:
    """Say that two schemas accept different arguments; None if they do not, or if nothing shows it."""
    meaning = same_meaning(source, result)
    instance = disagreement(source, result) if meaning is not True else ABSENT
    if meaning is not False and instance is ABSENT:
        return None
    example = f", for example {brief(instance)}" if instance is not ABSENT else ""
    return f"it takes other arguments than its source{example}"


def _is_only_closed(source: JSON, result: JSON) -> bool:
    """Whether two schemas differ only in properties that the source does not list."""
    opened = reopened(source, result)
    return opened is not result and other_meaning(source, opened) is None and not rejects_listed(source, result)


def schema_says_the_same(view: ToolsView) -> Findings:
    """What a schema says stays: descriptions, properties, titles and formats; a default stays unchanged or goes."""
    if not view.schema_pairs:
        return None
    return tuple(
        failure
        for pair in view.schema_pairs
        if pair.position in view.changed
        for path, source in subschemas(pair.source_schema)
        for kind, at, message in said_otherwise(
            pair.schema, path, source, may_rename=view.may_rename, keeps_formats=view.keeps_formats
        )
        for failure in (Failure(kind, output_at(*view.at(pair, "parameters"), *at), message),)
    )


def said_otherwise(
    schema: JSON,
    path: Path,
    source: JSON,
    *,
    may_rename: Callable[[Path, str], bool] = lambda _path, _name: False,
    keeps_formats: bool = True,
) -> Iterator[tuple[str, Path, str]]:
    """Yield what a part of a source schema says, and the result no more, or otherwise: a kind, where, and a message.

    schema: the whole result. path: of the part. may_rename: whether a property at a path may have another name.
    """
    result = _at(schema, path)
    if not (isinstance(source, dict) and isinstance(result, dict)):
        return
    if "$ref" in source and "$ref" not in result:
        return  # the result has what the reference leads to in its place
    names, kept = source.get("properties"), result.get("properties")
    if isinstance(names, dict) and isinstance(kept, dict):
        for name in names:
            if name not in kept and not may_rename(path, name):
                yield "property-lost", (*path, "properties"), f"the property {brief(name)} is lost"
    said, got = source.get("description"), result.get("description", ABSENT)
    # What the root says of the arguments is said by the tool's own description.
    if path and isinstance(said, str) and said.strip() and not (isinstance(got, str) and said.strip() in got):
        yield "description", (*path, "description"), f"the description {brief(said)} became {brief(got)}"
    for keyword in ("title", "format", "default"):
        was, now = source.get(keyword, ABSENT), result.get(keyword, ABSENT)
        if now is ABSENT and not (keyword == "format" and isinstance(was, str) and keeps_formats):
            continue
        if was is ABSENT and (keyword != "default" or _says_of_all(source, keyword, now)):
            continue
        if not same_outcome_value(was, now):
            yield keyword, (*path, keyword), f"{keyword}: {versus(was, now)}"


def _says_of_all(source: dict[str, JSON], keyword: str, value: JSON) -> bool:
    """Whether one of the schemas that all hold says this, or the only one beside null: the result may merge them."""
    members = [*list_of(source.get("allOf"))]
    for union in ("anyOf", "oneOf"):
        alternatives = [element for element in list_of(source.get(union)) if element != {"type": "null"}]
        members += alternatives if len(alternatives) == 1 else []
    return any(
        isinstance(member, dict) and same_outcome_value(member.get(keyword, ABSENT), value) for member in members
    )


def _at(value: JSON, path: Path) -> JSON | Absent:
    """Return what is at a path; ABSENT where there is nothing."""
    for step in path:
        held = step in value if isinstance(value, dict) else isinstance(value, list) and step in range(len(value))
        if not held:
            return ABSENT
        value = value[step]
    return value


def target_form_kept(view: ToolsView) -> Findings:
    """What already has the target's form is returned as it is, unless a MUST rejects it."""
    if view.entries is None or view.alignment is None:
        return None
    if view.target != "openai-responses":
        return None  # no MCP tool has the form of a Chat tool
    passed_on = view.trial.choices.get("other-tool-types") == "pass-through"
    found = [
        index for index, entry in enumerate(view.entries) if is_flat_tool(entry) or (passed_on and _formed_alike(entry))
    ]
    if not found:
        return None
    failures = []
    for index in found:
        position = view.arrived.get(index)
        if index in view.uncertain:
            continue
        if position is None:
            failures.append(Failure("lost", input_at(index), "a tool that has the target's form already was left out"))
        elif not equal(view.result(position), view.entries[index]):
            failures.append(
                Failure("changed", output_at(position), "a tool that has the target's form already was changed")
            )
    return tuple(failures) or OK


def _formed_alike(entry: JSON) -> bool:
    return isinstance(entry, dict) and entry.get("type") in FORMED_ALIKE and "function" not in entry


def is_flat_tool(entry: JSON) -> bool:
    """Whether an entry is a complete flat function tool."""
    return (
        isinstance(entry, dict)
        and entry.get("type") == "function"
        and "function" not in entry
        and all(isinstance(entry.get(key), str) and entry[key] for key in ("name", "description"))
        and isinstance(entry.get("parameters"), dict)
        and isinstance(entry.get("strict", False), bool)
    )
