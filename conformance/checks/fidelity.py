"""What every tool operation keeps exact: numbers, text, order, references, meaning."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.exact import Exact, changes
from conformance.checks.findings import OK, Failure, Findings, brief, input_at, output_at
from conformance.checks.tools import ToolPair, ToolsView
from conformance.formats.json_schema import dangles, dangling_references, references, same_meaning, without_defaults
from conformance.values import ABSENT, JSON, equal

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
            if source != result and not _stands_in((view.entries or [])[pair.entry], result):
                yield from changes(source, result, output_at(*view.at(pair, key)))
    for pair, difference in view.schema_differences:
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
                f"wanted the keys in the order {brief(difference.expected)}, got {brief(difference.actual)}")
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
        dangling = {one for one in left if dangles(pair.schema, one)}
        dangling -= {one for one in dangling & own if dangles(pair.source_schema, one)}
        if dangling and view.defaults_go:
            # A reference into a default loses its target by a document's rule, which stands before this one.
            owed = without_defaults(pair.source_schema)
            dangling -= {one for one in dangling & references(owed) if dangles(owed, one)}
        if dangling:
            found += [
                Failure("dangling", output_at(*view.at(pair, "parameters", *path)), f"{brief(one)} points at nothing")
                for path, one in dangling_references(pair.schema)
                if one in dangling
            ]
    return tuple(found)


def _source_references(view: ToolsView, pair: ToolPair) -> set[str]:
    """Return the references of a tool's source schema."""
    # Where the schema is inherited they stand in the result too, and that there are none is quickest seen in its bytes.
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
            from conformance.checks.meaning import disagreement  # late: only changed schemas need it

            meaning = same_meaning(pair.source_schema, pair.schema)
            instance = disagreement(pair.source_schema, pair.schema) if meaning is not True else ABSENT
            if meaning is False or instance is not ABSENT:
                at = output_at(*view.at(pair, "parameters"))
                example = f", for example {brief(instance)}" if instance is not ABSENT else ""
                found.append(Failure("meaning", at, f"it takes other arguments than its source{example}"))
    return tuple(found)


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
        if position is None:
            failures.append(Failure("lost", input_at(index), "a tool that has the target's form already was left out"))
        elif not equal((view.outputs or [])[position], view.entries[index]):
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
