"""What becomes of Chat's nested custom tools: flat custom tools, or functions."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.chat_tools.view import NESTED_CUSTOM, NEVER_LIFTED, FlatTools
from conformance.checks.findings import Failure, Findings, brief, is_in_words, output_at
from conformance.checks.written_schemas import takes_any_text, unknown_types
from conformance.formats.facts import is_filled
from conformance.oracles.tools import strict_problems
from conformance.values import ABSENT, JSON, equal

# What the Responses API knows on a custom tool (openai 3.54's parameter types).
_KNOWN = frozenset({"type", "name", "description", "format", "async", "allowed_callers", "defer_loading"})
_KNOWN_ON_FUNCTIONS = _KNOWN - {"format"} | {"parameters", "strict"}
_GRAMMAR = ("syntax", "definition")
# Free text is what the API takes where a custom tool has no format.
_FREE_TEXT: tuple[JSON, ...] = (None, {"type": "text"})


def custom_flattened(view: FlatTools) -> Findings:
    """API-6: a custom tool that is flattened is still the same tool, in the form of the Responses API."""
    flattened = [one for one in _arrived(view) if not _is_function(one[2])]
    if not flattened:
        return None
    return tuple(failure for position, entry, tool in flattened for failure in _failures(position, entry, tool))


def custom_as_function(view: FlatTools) -> Findings:
    """API-6a: a custom tool that becomes a function keeps its name and its description, and takes a text."""
    made = [one for one in _arrived(view) if _is_function(one[2])]
    if not made:
        return None
    return tuple(failure for position, entry, tool in made for failure in _of_function(position, entry, tool))


def _arrived(view: FlatTools) -> list[tuple[int, JSON, JSON]]:
    """Return position, entry and tool of the custom tools that arrived and have a name."""
    if not view.entries or not view.outputs:
        return []
    return [
        (view.arrived[index], view.entries[index], view.outputs[view.arrived[index]])
        for index in view.entries_of(NESTED_CUSTOM)
        if index in view.arrived and is_filled(view.entries[index]["custom"].get("name"))
    ]


def _is_function(tool: JSON) -> bool:
    return isinstance(tool, dict) and tool.get("type") == "function"


def _of_function(position: int, entry: JSON, tool: dict[str, JSON]) -> Iterator[Failure]:
    custom, name, description = entry["custom"], tool.get("name"), tool.get("description")
    if not equal(name, custom["name"]):
        message = f"name: wanted {brief(custom['name'])}, got {brief(name)}"
        yield Failure("name-changed", output_at(position, "name"), message)
        return  # whose description and parameters these are is not certain
    wanted = custom.get("description")
    if isinstance(wanted, str) and not (isinstance(description, str) and is_in_words(wanted, description)):
        message = f"description: wanted {brief(wanted)}, perhaps with more, got {brief(description)}"
        yield Failure("description-changed", output_at(position, "description"), message)
    elif not isinstance(description, str | None):
        message = f"description: wanted a text, got {brief(description)}"
        yield Failure("description-changed", output_at(position, "description"), message)
    yield from _unknown_keys(position, entry, tool, _KNOWN_ON_FUNCTIONS, "a function")
    schema, strict = tool.get("parameters"), tool.get("strict", ABSENT)
    if not takes_any_text(schema) or any(True for _type in unknown_types(schema)):
        message = f"parameters: wanted an object with a text property, or open to any, got {brief(schema)}"
        yield Failure("not-free", output_at(position, "parameters"), message)
    elif not isinstance(strict, bool | None) and strict is not ABSENT:
        yield Failure("strict", output_at(position, "strict"), f"strict: wanted true or false, got {brief(strict)}")
    elif strict in (True, ABSENT) and (problem := next(strict_problems(schema), None)):
        said = "strict true" if strict is True else "no strict, which the API reads as true,"
        yield Failure(
            "strict", output_at(position, "strict"), f"{said} on a schema that strict mode refuses: {problem}"
        )


def _failures(position: int, entry: JSON, tool: JSON) -> Iterator[Failure]:
    if not isinstance(tool, dict):
        yield Failure("no-object", output_at(position), f"wanted a tool, got {brief(tool)}")
        return
    custom = entry["custom"]
    owed = {"type": "custom", "name": custom["name"]}
    if isinstance(custom.get("description"), str):
        owed["description"] = custom["description"]
    for key, wanted in owed.items():
        if not equal(tool.get(key, ABSENT), wanted):
            got = brief(tool.get(key, ABSENT))
            yield Failure(f"{key}-changed", output_at(position, key), f"{key}: wanted {brief(wanted)}, got {got}")
    if not _has_format(tool.get("format"), custom.get("format")):
        yield Failure("format-changed", output_at(position, "format"), _about_format(tool, custom))
    yield from _unknown_keys(position, entry, tool, _KNOWN, "a custom tool")


def _unknown_keys(
    position: int, entry: JSON, tool: dict[str, JSON], known: frozenset[str], on: str
) -> Iterator[Failure]:
    for key, value in tool.items():
        # A field that the source has may be lifted; a null is what SDKs write where nothing is.
        from_source = key not in (*NEVER_LIFTED, "custom") and (key in entry["custom"] or key in entry)
        if key not in known and not from_source and value is not None:
            yield Failure("unknown-key", output_at(position, key), f"the API knows no {brief(key)} on {on}")


def _has_format(arrived: JSON, source: JSON) -> bool:
    """Whether a flat tool has the format of its source. One that Chat does not know may become anything."""
    if source in _FREE_TEXT:
        return arrived in _FREE_TEXT
    if not _is_grammar(source):
        return True
    if not isinstance(arrived, dict) or "grammar" in arrived or arrived.get("type") != "grammar":
        return False
    if not arrived.keys() <= {"type", *_GRAMMAR}:  # which the API refuses
        return False
    return all(equal(arrived.get(key, ABSENT), source["grammar"][key]) for key in _GRAMMAR)


def _is_grammar(source: JSON) -> bool:
    """Whether a format is a grammar in Chat's form."""
    if not isinstance(source, dict) or source.get("type") != "grammar":
        return False
    grammar = source.get("grammar")
    return isinstance(grammar, dict) and all(isinstance(grammar.get(key), str) for key in _GRAMMAR)


def _about_format(tool: JSON, custom: JSON) -> str:
    source = custom.get("format")
    wanted = brief({"type": "grammar"} | source["grammar"]) if _is_grammar(source) else "free text"
    return f"format: wanted {wanted}, got {brief(tool.get('format', ABSENT))}"
