"""How a subject names tools: a prefix or a map that it declares, applied to the names that rules expect.

The names are mapped in the input that checks see, and in what a worked example expects; so no rule knows of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from conformance.base.errors import UsageError
from conformance.base.values import ABSENT, JSON, Absent, levels, packed, unpacked
from conformance.formats.operations import ITSELF, operations, operations_with
from conformance.rules.checks.findings import brief
from conformance.rules.checks.trial import Trial

NAMES = "names"  # as a choice
GIVEN = "given"  # its answer of a subject that changes no name
_SAFE_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")  # which every API takes
_PREFIX, _MAP = "prefix:", "map:"
_ONE_TO_ONE = "Give every tool a name of its own that no other tool of the source has."
_FORMS = 'Write given, prefix:TEXT or map:{"NAME": "NEW NAME", ...}.'

# Operations that convert definitions of tools, by the key under which an input has them, or ITSELF.
_TOOLS_AT: Mapping[str, str] = {
    name: operation.tools for name, operation in operations().items() if operation.tools is not None
}
_LOOP = "tool-loop"
_OF_CALLS = frozenset({"args", "arguments", "input"})  # members of a call, of which one is there
# Operations that take an empty name for one: for the others, such a tool has none.
_WITH_EMPTY_NAMES = frozenset(operations_with(lambda operation: operation.empty_names))
WITH_NAMES = frozenset(_TOOLS_AT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolNames:
    """A one-to-one map of names. prefix: of every new name. map: old name to new name; others stay."""

    prefix: str = ""
    map: Mapping[str, str] = field(default_factory=dict)

    def new(self, name: str) -> str:
        """Return the new name of a tool."""
        return self.map.get(name, f"{self.prefix}{name}")

    def old(self, name: str) -> str:
        """Return the name of which a new one was made."""
        found = next((old for old, new in self.map.items() if new == name), name)
        return found.removeprefix(self.prefix)


_UNCHANGED = ToolNames()


@lru_cache(maxsize=64)
def read_names(answer: str) -> ToolNames:
    """Read the answer `given`, `prefix:TEXT` or `map:OBJECT`. Raises UsageError for another one or for no such map."""
    if answer == GIVEN:
        return _UNCHANGED
    if answer.startswith(_PREFIX) and answer != _PREFIX:
        return ToolNames(prefix=answer.removeprefix(_PREFIX))
    try:
        names = json.loads(answer.removeprefix(_MAP)) if answer.startswith(_MAP) else None
    except ValueError:
        names = None
    if not isinstance(names, dict) or not all(isinstance(new, str) and old and new for old, new in names.items()):
        raise UsageError(f"{NAMES} has no answer {brief(answer)}.", _FORMS)
    own = ToolNames(map=names)
    _check_one_to_one(names, own, "")
    return own


def check_names(names: ToolNames, operation: str, value: JSON) -> None:
    """Raise UsageError for names that are not one to one over the tools of an input."""
    found = {holder["name"] for holder in _holders(operation, value, _TOOLS_AT[operation])}
    _check_one_to_one(sorted(found), names, f" in an input of {operation}")


def _check_one_to_one(old: Collection[str], names: ToolNames, where: str) -> None:
    by_new: dict[str, str] = {}
    for name in old:
        new = names.new(name)
        other = new if new in old and new != name else by_new.setdefault(new, name)
        if new != name and other == new:
            raise UsageError(f"{NAMES} gives {name!r} the name {new!r} of another tool{where}.", _ONE_TO_ONE)
        if other != name:
            raise UsageError(f"{NAMES} gives {other!r} and {name!r} the one name {new!r}{where}.", _ONE_TO_ONE)


def trial_with_names(trial: Trial) -> Trial:
    """Return a trial as the rules see it: its input has the names that the subject gives to tools."""
    names = _declared(trial.operation, trial.choices)
    if names is _UNCHANGED:
        return trial
    change = partial(named_input, trial.operation, choices=trial.choices)
    # A subject that changed its argument must not seem to have left it as it was, nor the other way round.
    outcome, again = replace(trial.outcome, input_after=change(trial.outcome.input_after)), trial.again
    if trial.operation == _LOOP:  # which may list calls by the names of its own tools
        outcome = replace(outcome, output=_named_calls(trial.input, outcome.output, names))
        again = again and replace(again, output=_named_calls(trial.input, again.output, names))
    given, chained = change(trial.input), trial.chained
    if chained is not None:  # each operation of the chain may have changed the names
        new = [holder["name"] for holder in _holders(trial.operation, given, _TOOLS_AT[trial.operation])]
        once = ToolNames(map={names.new(name): name for name in new})
        chained = replace(chained, output=_value_with_names(trial.operation, chained.output, at=ITSELF, names=once))
    return replace(trial, input=given, outcome=outcome, again=again, chained=chained)


def named_input(operation: str, value: JSON | Absent, choices: Mapping[str, str]) -> JSON | Absent:
    """Return an input with the names that a subject with these choices gives to tools.

    In a tool loop the API calls tools by these names; what was said before stays as it is.
    """
    names = _declared(operation, choices)
    if names is _UNCHANGED:
        return value
    renamed = _value_with_names(operation, value, at=_TOOLS_AT[operation], names=names)
    if operation != _LOOP or not isinstance(renamed, dict) or not isinstance(value, dict):
        return renamed
    results = value.get("results")
    if isinstance(results, dict):
        renamed["results"] = {names.new(name): result for name, result in results.items()}
    return renamed | {"script": _named_calls(value, value["script"], names)} if "script" in value else renamed


def named_script(loop: JSON, choices: Mapping[str, str]) -> JSON:
    """Return a planned loop whose API calls tools by the names that a subject with these choices gives to them.

    The loop's tools and results keep their names: it is the subject's part to give them new ones.
    """
    names = _declared(_LOOP, choices)
    if names is _UNCHANGED or not isinstance(loop, dict) or "script" not in loop:
        return loop
    return loop | {"script": _named_calls(loop, loop["script"], names)}


def _named_calls(loop: JSON, value: JSON | Absent, names: ToolNames) -> JSON | Absent:
    """Return a copy of a value in which each call of a tool of a loop has the tool's new name."""
    data = packed(value)
    if data is None:
        return value
    value = unpacked(data)
    own = {holder["name"] for holder in _holders(_LOOP, loop, "tools")}
    if isinstance(loop, dict) and isinstance(loop.get("results"), dict):
        own.update(loop["results"])
    for level in levels(value):
        for schema in level:
            is_call = isinstance(schema, dict) and not schema.keys().isdisjoint(_OF_CALLS)
            if is_call and isinstance(schema.get("name"), str) and schema["name"] in own:
                schema["name"] = names.new(schema["name"])
    return value


def named_output(operation: str, given: JSON, output: JSON, choices: Mapping[str, str]) -> JSON | Absent:
    """Return the output that is expected of an input, with the names that a subject with these choices gives to tools.

    A hosted tool has no name in the input: it keeps the one that a document states, which is its type. ABSENT where the
    worked example says nothing: if a tool has a hosted tool's type for a name, so that it is not known which of the two
    a tool of the output is, and if an API takes an old name and refuses the new one.
    """
    names = _declared(operation, choices)
    if names is _UNCHANGED:
        return output
    if operation == _LOOP:
        return _named_calls(given, output, names)
    at = _TOOLS_AT[operation]
    old = [holder["name"] for holder in _holders(operation, given, at)]
    if any(entry.get("type") in old for entry in _entries(given, at) if isinstance(entry, dict)):
        return ABSENT
    new = {name: names.new(name) for name in old}
    if any(_SAFE_NAME.fullmatch(name) and not _SAFE_NAME.fullmatch(new[name]) for name in new):
        return ABSENT
    return _value_with_names(operation, output, at="tools" if at == "tools" else ITSELF, names=ToolNames(map=new))


def source_name(trial: Trial, name: str) -> str:
    """Return the name in the source of a tool whose name is mapped in a trial."""
    return _declared(trial.operation, trial.choices).old(name)


def _declared(operation: str, choices: Mapping[str, str]) -> ToolNames:
    answer = choices.get(NAMES)
    return _UNCHANGED if answer is None or operation not in WITH_NAMES else read_names(answer)


def _value_with_names(operation: str, value: JSON | Absent, *, at: str, names: ToolNames) -> JSON | Absent:
    """Return a copy of an input or an output in which every tool has its new name."""
    data = packed(value)
    if data is None:
        return value
    value = unpacked(data)
    for holder in _holders(operation, value, at):
        holder["name"] = names.new(holder["name"])
    return value


def _entries(value: JSON, at: str) -> list[JSON]:
    found = value if at == ITSELF else value.get(at) if isinstance(value, dict) else None
    return list(found) if isinstance(found, list) else [found]


def _holders(operation: str, value: JSON, at: str) -> Iterator[dict[str, JSON]]:
    """Yield the objects with the names of an input or output: its tools, or the objects under their types.

    at: the key under which an object has its tools; ITSELF if it is one, or a list of them.
    """
    tools = _entries(value, at)
    if at == "tools" and isinstance(value, dict):
        tools.append(value.get("tool_choice"))
    for tool in tools:
        for holder in (tool, tool.get("function"), tool.get("custom")) if isinstance(tool, dict) else ():
            if isinstance(holder, dict) and isinstance(holder.get("name"), str):
                if holder["name"] or operation in _WITH_EMPTY_NAMES:
                    yield holder
