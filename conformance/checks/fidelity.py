"""What every tool operation keeps exact: numbers, text, order, references, meaning."""

from __future__ import annotations

from collections.abc import Callable

from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at, output_at
from conformance.checks.schemas import dangles, dangling_references, references, same_meaning, without_defaults
from conformance.checks.tools import ToolPair, ToolsView
from conformance.values import ABSENT, JSON, equal, levels

# Tool types that are the same object in every API that knows them.
FORMED_ALIKE = ("local_shell", "web_search")
_NUMBERS = frozenset({int, float})


def numbers_exact(view: ToolsView) -> Findings:
    """Numbers stay equal: 1 is not 1.0, and integers beyond 2**53 keep every digit."""
    if not view.schema_pairs:
        return None
    sources = [pair.source_schema for pair in view.schema_pairs]
    if all(_NUMBERS.isdisjoint(map(type, level)) for level in levels(sources)):
        return None
    failures = tuple(
        Failure(difference.kind, output_at(*view.at(pair, "parameters", *difference.path)),
                f"the number {brief(difference.expected)} became {brief(difference.actual)}")
        for pair, difference in view.schema_differences
        if difference.kind == "number-changed"
        # What became a list or an object was replaced whole; that is another rule's matter.
        or (
            difference.kind == "value-changed"
            and _is_number(difference.expected)
            and not isinstance(difference.actual, list | dict)
        )
    )  # fmt: skip
    if failures or view.trial.exact_numbers:
        return failures
    return NOT_OBSERVABLE if _has_number(view.trial.input, _is_hard) else None


def _is_number(value: JSON) -> bool:
    return type(value) in _NUMBERS


def _is_hard(value: JSON) -> bool:
    """Whether a number is one that a transport of doubles does not keep."""
    if type(value) is int:
        return abs(value) > 2**53
    return type(value) is float and value.is_integer()


def _has_number(value: JSON, wanted: Callable[[JSON], bool]) -> bool:
    if isinstance(value, dict):
        return any(_has_number(member, wanted) for member in value.values())
    if isinstance(value, list):
        return any(_has_number(member, wanted) for member in value)
    return wanted(value)


def text_exact(view: ToolsView) -> Findings:
    """Text is exact: any Unicode, line ends, quotes."""
    if not view.pairs:
        return None
    found = [
        Failure("text-changed", output_at(*view.at(pair, key)), f"wanted {brief(source)}, got {brief(result)}")
        for pair in view.pairs
        for key, source, result in view.texts(pair)
        if source != result and _rewritten(source, result) and not _stands_in((view.entries or [])[pair.entry], result)
    ]
    found += [
        Failure("text-changed", output_at(*view.at(pair, "parameters", *difference.path)),
                f"wanted {brief(difference.expected)}, got {brief(difference.actual)}")
        for pair, difference in view.schema_differences
        if difference.kind == "text-changed" and _rewritten(difference.expected, difference.actual)
    ]  # fmt: skip
    return tuple(found)


def _stands_in(value: JSON, text: str) -> bool:
    """Whether a text is one of the entry's own: it was taken from another place, not rewritten."""
    if isinstance(value, dict):
        return any(_stands_in(member, text) for member in value.values())
    if isinstance(value, list):
        return any(_stands_in(member, text) for member in value)
    return bool(value == text)


def _rewritten(source: str, result: str) -> bool:
    """Whether a text was rewritten character by character, rather than replaced, cut or extended by a rule."""
    import difflib

    if not source or not result:
        return False
    if 2 * min(len(source), len(result)) <= 0.4 * (len(source) + len(result)):
        return False  # the ratio cannot come to more, and finding it in a text of megabytes takes seconds
    return difflib.SequenceMatcher(None, source, result, autojunk=False).ratio() > 0.4 if len(source) < 2000 else True


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
