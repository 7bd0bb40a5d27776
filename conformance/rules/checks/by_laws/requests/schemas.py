"""How the schema of a tool, or of an answer, differs from its source's, where the target takes only some schemas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from conformance.base.values import JSON, copy_of, same
from conformance.formats.json_schema import differences, subschemas
from conformance.rules.checks.findings import CLOSED, WRITTEN_OUT
from conformance.rules.checks.tools.anthropic_schemas import TAKEN, folded, is_of_another_draft, kind_of_schema, left
from conformance.rules.checks.tools.changed_schemas import schema_changes
from conformance.rules.checks.tools.redundant_keywords import without_additions
from conformance.rules.laws.history import CHANGED

_ANY_OBJECT: tuple[JSON, ...] = ({"type": "object"}, {"type": "object", "properties": {}})


def changes_toward(host: str, owed: JSON, got: JSON) -> Sequence[str]:
    """Return the kinds of changes that a host's own limits do not explain; saying what holds unsaid is none."""
    return [kind for kind in _OF_HOST.get(host, schema_changes)(owed, got) if kind != WRITTEN_OUT]


def closed(schema: JSON) -> JSON:
    """Return a schema in which no object may have further properties."""
    made = copy_of(schema)
    for _path, subschema in subschemas(made):
        if isinstance(subschema, dict) and (subschema.get("type") == "object" or "properties" in subschema):
            subschema["additionalProperties"] = False
    return made


def _for_anthropic(owed: JSON, got: JSON) -> Sequence[str]:
    """A schema is that of an object, without unions at its root; whether objects must be closed, the tool says."""
    if not isinstance(owed, dict):
        plain = without_additions({"type": "object"}, got)
        return [] if any(same(plain, element) for element in _ANY_OBJECT) else [CHANGED]
    if not isinstance(got, dict):
        return [CHANGED]
    rooted = owed if owed.get("type") == "object" else owed | {"type": "object"}
    found = schema_changes(rooted, got)
    if CHANGED not in found or (kind_of_schema(owed) == TAKEN and not is_of_another_draft(owed)):
        return found
    rest = [
        difference
        for difference in left(owed, got, differences(owed, got, defaults_go=False))
        if not _closes(difference)
    ]
    lost = any(folded(owed, got).values())
    others = [kind for kind in found if kind not in (CHANGED, CLOSED)]
    return [*others, *([CHANGED] if rest or lost else [])]


def _closes(difference: object) -> bool:
    path, actual = getattr(difference, "path", ()), getattr(difference, "actual", None)
    return path[-1:] == ("additionalProperties",) and actual is False


_OF_HOST: Mapping[str, Callable[[JSON, JSON], Sequence[str]]] = {"anthropic": _for_anthropic}
