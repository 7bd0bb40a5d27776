"""How the schema of a tool, or of an answer, differs from its source's, where the target takes only some schemas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from conformance.apis.oracles.anthropic_grammars import refused_limits
from conformance.base.values import JSON, copy_of, same
from conformance.formats.json_schema import differences, subschemas
from conformance.rules.checks.findings import CLOSED, WRITTEN_OUT
from conformance.rules.checks.letters.provider_tools import google_losses, google_schemas
from conformance.rules.checks.letters.provider_tools.google_alignment import aligned
from conformance.rules.checks.tools.anthropic_schemas import TAKEN, folded, is_of_another_draft, kind_of_schema, left
from conformance.rules.checks.tools.changed_schemas import schema_changes
from conformance.rules.checks.tools.redundant_keywords import without_additions
from conformance.rules.laws.history import CHANGED

_ANTHROPIC, _GEMINI = "anthropic", "gemini"
# Of an object without properties, what says nothing of its values.
_REMARKS = frozenset(
    {"type", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$schema", "$id",
     "$comment", "$defs", "definitions"}
)  # fmt: skip
_CLOSING = ("additionalProperties", "unevaluatedProperties")
_OF_CONDITIONS = frozenset({"then", "else"})  # which limit nothing without `if`
_ANY_OBJECT: tuple[JSON, ...] = ({"type": "object"}, {"type": "object", "properties": {}})


def changes_toward(host: str, owed: JSON, got: JSON) -> Sequence[str]:
    """Return the kinds of changes that a host's own limits do not explain; saying what holds unsaid is none."""
    if host == _GEMINI and got is None and _takes_nothing(owed):
        return []
    if host not in _OF_HOST and not isinstance(owed, dict):
        plain = without_additions({"type": "object"}, got)
        is_any = owed is None and any(same(element, plain) for element in ({}, *_ANY_OBJECT))
        return [] if is_any or same(owed, got) else [CHANGED]
    return [kind for kind in _OF_HOST.get(host, schema_changes)(owed, got) if kind != WRITTEN_OUT]


def _takes_nothing(schema: JSON) -> bool:
    """Whether a schema is of an object of which it says nothing: Gemini's API refuses it in one dialect, needs none."""
    return (
        isinstance(schema, dict)
        and schema.get("type", "object") == "object"
        and not any(_says_more(keyword, value) for keyword, value in schema.items())
    )


def _says_more(keyword: str, value: JSON) -> bool:
    return bool(value) and value is not True and keyword not in _REMARKS and not keyword.startswith("x-")


def without_unsayable(schema: JSON) -> JSON:
    """Return a schema without the limits at its root that the dialect of OpenAPI has not."""
    if not isinstance(schema, dict):
        return schema
    gone = google_losses.LIMITING | (_OF_CONDITIONS if "if" in schema else set())
    return {keyword: value for keyword, value in schema.items() if keyword not in gone}


def closed(schema: JSON) -> JSON:
    """Return a schema in which no object may have further properties."""
    made = copy_of(schema)
    for _path, subschema in subschemas(made):
        if isinstance(subschema, dict) and (subschema.get("type") == "object" or "properties" in subschema):
            subschema["additionalProperties"] = False
    return made


def strict_form(host: str) -> Callable[[JSON], JSON]:
    """Return what makes of a schema the one that a host takes of a strict tool, and of the form of an answer."""
    return _compiled if host == _ANTHROPIC else closed


def _compiled(schema: JSON) -> JSON:
    """Return a schema that is closed, sets none of the limits that Anthropic refuses, and has anyOf for oneOf."""
    made = closed(schema)
    for _path, subschema in [*subschemas(made)]:
        for keyword in refused_limits(subschema):
            del subschema[keyword]
        if isinstance(subschema, dict) and "oneOf" in subschema and "anyOf" not in subschema:
            subschema["anyOf"] = subschema.pop("oneOf")
    return made


def unsaid_limits(host: str) -> Callable[[JSON, JSON], tuple[JSON, list[str]]]:
    """Return the function that finds the limits of a schema that a host refuses and the result does not say."""
    return _unsaid_limits if host == _ANTHROPIC else lambda _schema, got: (got, [])


def _unsaid_limits(schema: JSON, got: JSON) -> tuple[JSON, list[str]]:
    """Return a schema of the result without the words that were added to descriptions for the limits that Anthropic
    refuses, and the limits that are lost: the keyword is gone, and the description has no words more.

    schema: that of the source. got: what it became.
    """
    made, lost = copy_of(got), []
    for path, subschema in subschemas(schema):
        limits, came = refused_limits(subschema), _at(made, path)
        if not limits or not isinstance(subschema, dict) or not isinstance(came, dict):
            continue
        said, words = subschema.get("description"), came.get("description")
        if isinstance(words, str) and words != said and words.startswith(said if isinstance(said, str) else ""):
            came.pop("description")
            came |= {"description": said} if said is not None else {}
        else:
            lost += [keyword for keyword in limits if keyword not in came]
    return made, lost


def narrowed_changes(owed: JSON, got: JSON) -> Sequence[str]:
    """Return the kinds of changes of a schema in the dialect of OpenAPI, but for what that cannot say."""
    if not isinstance(owed, dict):
        said = {key: value for key, value in got.items() if value not in ({}, [])} if isinstance(got, dict) else {}
        return [] if said in ({}, {"type": "OBJECT"}) else [CHANGED]
    places = [*aligned(owed, got)]
    found = (*google_schemas.differences(owed, got, places), *google_schemas.narrowed(owed, places))
    return [CHANGED] if found else []


def left_out(owed: JSON, got: JSON) -> Sequence[str]:
    """Return the keywords that limit the values, and that a schema in the dialect of OpenAPI does not say.

    Without a schema, which is None, a function takes nothing: that its object is closed is said by that.
    """
    found = [keyword for _path, keyword in google_losses.left_out(owed, [*aligned(owed, {} if got is None else got)])]
    closed_by = [keyword for keyword in _CLOSING if isinstance(owed, dict) and owed.get(keyword) is False]
    return found if got is not None else [keyword for keyword in found if keyword not in closed_by]


def _at(schema: JSON, path: Sequence[str | int]) -> JSON:
    for step in path:
        if isinstance(schema, dict) and step == "oneOf" and "oneOf" not in schema:
            step = "anyOf"
        try:
            schema = schema[step]
        except (KeyError, IndexError, TypeError):
            return None
    return schema


def _for_anthropic(owed: JSON, got: JSON) -> Sequence[str]:
    """A schema is that of an object, without unions at its root; whether objects must be closed, the tool says."""
    if not isinstance(owed, dict):
        plain = without_additions({"type": "object"}, got)
        return [] if any(same(plain, element) for element in _ANY_OBJECT) else [CHANGED]
    if not isinstance(got, dict):
        return [CHANGED]
    if same(owed, got):
        return []  # whether the API takes it is another rule's matter
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


_OF_HOST: Mapping[str, Callable[[JSON, JSON], Sequence[str]]] = {_ANTHROPIC: _for_anthropic}
