"""What becomes of Chat's nested custom tools where chat-tools-to-responses-tools flattens them."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.chat_tools.view import NESTED_CUSTOM, NEVER_LIFTED, FlatTools
from conformance.checks.findings import Failure, Findings, brief, output_at
from conformance.formats.facts import is_filled
from conformance.values import ABSENT, JSON, equal

# What the Responses API knows on a custom tool (openai 3.54's parameter types).
_KNOWN = frozenset({"type", "name", "description", "format", "async", "allowed_callers", "defer_loading"})
_GRAMMAR = ("syntax", "definition")
# Free text is what the API takes where a custom tool has no format.
_FREE_TEXT: tuple[JSON, ...] = (None, {"type": "text"})


def custom_flattened(view: FlatTools) -> Findings:
    """API-6: a custom tool that is flattened is still the same tool, in the form of the Responses API."""
    arrived = [
        (view.arrived[index], view.entries[index], view.outputs[view.arrived[index]])
        for index in view.entries_of(NESTED_CUSTOM)
        if view.entries
        and view.outputs
        and index in view.arrived
        and is_filled(view.entries[index]["custom"].get("name"))
    ]
    # A function that was made of it is none that was flattened, and INV-2 judges it.
    flattened = [one for one in arrived if not (isinstance(one[2], dict) and one[2].get("type") == "function")]
    if not flattened:
        return None
    return tuple(failure for position, entry, tool in flattened for failure in _failures(position, entry, tool))


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
            got = brief(tool[key]) if key in tool else "none"
            yield Failure(f"{key}-changed", output_at(position, key), f"{key}: wanted {brief(wanted)}, got {got}")
    if not _has_format(tool.get("format"), custom.get("format")):
        yield Failure("format-changed", output_at(position, "format"), _about_format(tool, custom))
    for key, value in tool.items():
        # A field that the source has may be lifted; a null is what SDKs write where nothing is.
        from_source = key not in (*NEVER_LIFTED, "custom") and (key in custom or key in entry)
        if key not in _KNOWN and not from_source and value is not None:
            yield Failure("unknown-key", output_at(position, key), f"the API knows no {brief(key)} on a custom tool")


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
    return f"format: wanted {wanted}, got {brief(tool['format']) if 'format' in tool else 'none'}"
