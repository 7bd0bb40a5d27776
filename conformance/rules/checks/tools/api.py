"""What the target's API refuses in function tools, and would not refuse in their sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from conformance.apis.oracles import Finding, findings_of_tools, schema_takes_tools
from conformance.base.values import ABSENT, JSON, Absent, equal, packed
from conformance.rules.checks.api import SCHEMA, UNKNOWN_KEY, Path, Refused, path_of
from conformance.rules.checks.tools.view import ToolsView
from conformance.rules.laws.offers import ToolPair

_AT_ONCE = 100  # tools: no more than a request may have
# Characters of a text; no API has a rule about what comes after them.
LONGEST_TEXT = 100_000
# Those whose function tools `_inherits` knows the rules of.
_OPENAI = frozenset({"openai-chat", "openai-responses"})
# Rules about schemas that a document's list of keywords does not answer.
_OF_REBUILT = frozenset({"root-type", "properties-missing"})


def refused_tools(view: ToolsView) -> tuple[Refused, ...] | None:
    """Return what the API refuses; None where no tool arrived."""
    form = _FORMS.get(view.target)
    if not view.pairs:
        return None
    if form is None or inherits_everything(view):
        return ()
    changed = []
    for pair in view.pairs:
        # A custom tool of the API's own is no function: a document's rule says whether it should be one.
        is_function = isinstance(pair.body, dict) and pair.result.get("type") != "custom"
        plain = form(_plain(view, pair)) if is_function else ABSENT
        if plain is not ABSENT and not equal(plain, pair.result):
            changed.append((pair, plain))
    refused: list[Refused] = []
    for start in range(0, len(changed), _AT_ONCE):
        refused += _refused_changes(view, changed[start : start + _AT_ONCE])
    return tuple(refused)


def inherits_everything(view: ToolsView) -> bool:
    """Whether the tools are refused for nothing that their sources do not bring. Quick, and true of most lists.

    It may say no where yes is true: then the oracle is asked in full. The pinned schema takes all of the tools; and of
    the rules beyond it, each tool breaks none that its plain source would not break as well.
    """
    if view.target not in _OPENAI:
        return False
    if not all(view.inherits_schema(pair) and _inherits(pair) for pair in view.pairs):
        return False
    return schema_takes_tools(view.target, [pair.result for pair in view.pairs])


def _inherits(pair: ToolPair) -> bool:
    """Whether a tool that inherits its schema breaks only rules that its plain source breaks too.

    Rules look at the name, at `strict`, which `_plain` takes from the result, and at the schema. That is the source's
    but for `default`, which no rule and no draft asks for, and an empty `properties`, which breaks none: one is a JSON
    Schema exactly where the other is. Only `properties` that were null would be repaired, and what the API then refuses
    is more than it would say of the source.
    """
    body, source = pair.body, pair.source_schema
    if not isinstance(body, dict) or body is not (pair.result if pair.body_path == () else pair.result.get("function")):
        return False
    name = body.get("name")
    if not isinstance(name, str) or name != pair.source_name:
        return False
    if pair.schema is ABSENT or pair.schema is None:
        return True
    return isinstance(source, dict) and source.get("properties", ABSENT) is not None


def _refused_changes(view: ToolsView, changed: Sequence[tuple[ToolPair, JSON]]) -> Iterator[Refused]:
    """Yield what is refused of some tools and not of what they were made of."""
    made, sources = [pair.result for pair, _plain in changed], [plain for _pair, plain in changed]
    found = _refusals(view.target, made, view.trial.profile)
    if not found:
        return
    excused = {
        _likeness(path, finding.rule, sources) for path, finding in _refusals(view.target, sources, view.trial.profile)
    }
    lifts = view.trial.choices.get("extra-function-fields") == "lift"
    for path, finding in found:
        if not path or _likeness(path, finding.rule, made) in excused:
            continue
        pair, _source = changed[int(path[0])]
        if lifts and finding.code == UNKNOWN_KEY:
            continue  # that choice brings keys of any name
        if "parameters" in path and _is_free(view, pair, path, finding.rule):
            continue
        yield Refused(
            path=(*view.position_path(pair.position), *path[1:]),
            rule=finding.rule,
            code=finding.code,
            message=finding.message,
            mistake=finding.mistake,
        )


def _is_free(view: ToolsView, pair: ToolPair, path: Path, rule: str) -> bool:
    """Whether what the API refuses in a schema is the matter of a choice, or of a document that lists its keywords."""
    if rule.startswith("strict-") and (
        isinstance(pair.source_schema, dict) or view.kinds[pair.entry] in view.own_schemas
    ):
        return False
    is_whole = rule == SCHEMA and path[-1] == "parameters"
    if not isinstance(pair.source_schema, dict):
        return pair.source_schema is not ABSENT or not is_whole
    if rule == "properties-missing" and not isinstance(pair.source_schema.get("properties"), dict):
        return view.rebuilds_schemas  # the source has a keyword instead of them that the document does not list
    return view.rebuilds_schemas and not is_whole and rule not in _OF_REBUILT


def _refusals(target: str, tools: Sequence[JSON], profile: str) -> list[tuple[Path, Finding]]:
    """Return what an API refuses of some tools, each with its path from the list."""
    asked = [_shortened(tool) if len(packed(tool) or b"") > LONGEST_TEXT else tool for tool in tools]
    return [
        (path_of(finding.at), finding)
        for finding in findings_of_tools(target, asked, profile)
        if finding.level == "refused"
    ]


def _shortened(value: JSON) -> JSON:
    """Return a value with its texts cut: each error of the validator holds a copy of what it is about."""
    if isinstance(value, str):
        return value[:LONGEST_TEXT]
    if isinstance(value, dict):
        return {key: _shortened(member) for key, member in value.items()}
    return [_shortened(member) for member in value] if isinstance(value, list) else value


def _likeness(path: Path, rule: str, tools: Sequence[JSON]) -> tuple[JSON, ...]:
    """Name what a plain source and its result share: tool and rule; for a schema the place, for a name the name."""
    if rule == SCHEMA:
        return (*path, rule)
    if not rule.startswith(("tool-name-", "anthropic-name", "google-name")) or path[-1] != "name":
        return (*path[:1], rule)
    value: JSON = tools
    for step in path:
        value = value[step]
    return (*path[:1], rule, value)


def _plain(view: ToolsView, pair: ToolPair) -> dict[str, JSON]:
    """Return a pair's source as what describes a function, in the words that both APIs have for it."""
    entry = view.entry(pair.entry)
    function = entry.get("function") if isinstance(entry, dict) else None
    holder = function if isinstance(function, dict) else entry
    said = holder.get("strict") if isinstance(holder, dict) else None
    # Without a schema strict mode is a fault of its own, which is the source's only if the source says so.
    strict = said if isinstance(pair.source_schema, Absent) else pair.body.get("strict", said)
    strict = strict if isinstance(strict, bool) else said
    schema = pair.source_schema
    if isinstance(schema, dict) and isinstance(pair.schema, dict) and "$schema" not in pair.schema:
        # Whether the API reads an older draft where a schema names it is not known: to name none breaks nothing.
        schema = {key: member for key, member in schema.items() if key != "$schema"}
    fields = {"name": pair.source_name, "description": pair.source_description, "parameters": schema}
    plain = {key: value for key, value in fields.items() if not isinstance(value, Absent)}
    return plain if strict is None else {**plain, "strict": strict}


# How each target's API has a function tool, from what `_plain` gives.
_FORMS: dict[str, Callable[[dict[str, JSON]], JSON]] = {
    "openai-chat": lambda body: {"type": "function", "function": body},
    "openai-responses": lambda body: {"type": "function", **body},
    "anthropic": lambda body: _body_with_name(body, "input_schema"),
    # This API takes any JSON Schema under that name.
    "google": lambda body: _body_with_name(body, "parametersJsonSchema"),
}


def _body_with_name(body: dict[str, JSON], name: str) -> JSON:
    return {name if key == "parameters" else key: value for key, value in body.items() if key != "strict"}
