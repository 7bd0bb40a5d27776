"""What is equal in Gemini's generateContent: values that say the same."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

from conformance.base.values import JSON
from conformance.formats.model.fact import Path
from tests.formats.equalities import OPAQUE, walked, without, without_empty, without_nulls

_FREE: Final = OPAQUE | {"response", "parameters_json_schema", "response_schema", "response_json_schema"}


def normal(value: JSON, form: str, counts: Counter[str]) -> JSON:
    """Return the normal form of a request or an answer. counts: how often each equality was needed."""
    return walked(_camel(value, counts), _change, counts)


def _camel(value: JSON, counts: Counter[str]) -> JSON:
    if isinstance(value, list):
        return [_camel(element, counts) for element in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for key, member in value.items():
        name = re.sub(r"_([a-z])", lambda hit: hit[1].upper(), key)
        counts["snake_case is camelCase"] += name != key
        found[name] = member if key in _FREE else _camel(member, counts)
    return found


def _change(at: Path, holder: dict[str, Any], counts: Counter[str]) -> dict[str, Any]:
    if "response" in at:
        return holder
    without_nulls(holder, counts)
    if at == ():
        _change_whole(holder, counts)
    if at == ("systemInstruction",):
        without(holder, counts, "role", "the system's role says nothing")
    if at == ("usageMetadata",) and "thoughtsTokenCount" in holder and "candidatesTokenCount" not in holder:
        counts["no count is a count of 0"] += 1
        holder["candidatesTokenCount"] = 0
    if at[-1:] == ("thinkingConfig",):
        holder |= {name: _upper(value, counts) for name, value in holder.items() if name == "thinkingLevel"}
    if at == ("generationConfig",) and isinstance(holder.get("responseModalities"), list):
        holder["responseModalities"] = [
            _upper(responsemodality, counts) for responsemodality in holder["responseModalities"]
        ]
    if at[-1:] == ("functionCallingConfig",):
        holder |= {name: _upper(value, counts) for name, value in holder.items() if name == "mode"}
        without(holder, counts, "allowedFunctionNames", "an empty list is absent", [])
    if (at[:-1] == ("contents",) or at[-1:] == ("content",)) and holder.get("role") == "function":
        counts["results may be of a role of their own"] += 1
        holder["role"] = "user"
    if at[-2:-1] == ("candidates",):
        without_empty(holder, counts)
    return holder


def _change_whole(holder: dict[str, Any], counts: Counter[str]) -> None:
    if isinstance(holder.get("tools"), dict):
        holder["tools"] = [holder["tools"]]
        counts["a tool alone is a list of one"] += 1
    if isinstance(holder.get("tools"), list):
        holder["tools"] = _separate(holder["tools"], counts)
    if isinstance(holder.get("systemInstruction"), str):
        holder["systemInstruction"] = {"parts": [{"text": holder["systemInstruction"]}]}
        counts["a text is one part"] += 1
    without(holder, counts, "candidates", "an empty list is absent", [])
    without_empty(holder, counts)


def _separate(tools: list[JSON], counts: Counter[str]) -> list[JSON]:
    """Return each function and each tool of the host as an entry."""
    entries = [tool for tool in tools if isinstance(tool, dict)]
    lists = [tool["functionDeclarations"] for tool in entries if isinstance(tool.get("functionDeclarations"), list)]
    counts["declarations may be in several entries"] += len(lists) > 1
    counts["one tool a list entry"] += any(len(tool) > 1 for tool in entries)
    hosted = [{name: value} for tool in entries for name, value in tool.items() if name != "functionDeclarations"]
    rest = [tool for tool in tools if not isinstance(tool, dict)]
    return [*(function for functions in lists for function in functions), *hosted, *rest]


def _upper(word: JSON, counts: Counter[str]) -> JSON:
    """Return a word of a list of words in capitals."""
    if not isinstance(word, str):
        return word
    counts["the case of a word says nothing"] += word != word.upper()
    return word.upper()
