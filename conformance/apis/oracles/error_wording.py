"""How each API reports a mistake: its words for what a schema refuses, and how it writes the place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from conformance.apis.oracles import google
from conformance.apis.oracles.anthropic_words import place, tool_place
from conformance.apis.oracles.explain import MISSING, TYPE, UNKNOWN, VALUE, Complaint, Path
from conformance.apis.oracles.table import BrokenApiRule, table
from conformance.apis.oracles.unions import TAGS
from conformance.apis.oracles.words import by_dots, dotted, list_in_words, quoted, short_json, type_of, types
from conformance.base.values import JSON

# The order in which the APIs list the roles that they take, by the list of the request that holds them.
_ORDERS: dict[str | int, Sequence[str]] = {
    "messages": ("system", "assistant", "user", "function", "tool", "developer"),
    "input": ("assistant", "system", "developer", "user"),
}
_PARTS = ("text", "image_url", "input_audio", "refusal", "audio", "file")  # of Chat Completions, as it lists them
_PYDANTIC = {"object": "dictionary", "array": "list", "number": "number", "integer": "integer"}
_PROTO = {"string": "TYPE_STRING", "boolean": "TYPE_BOOL", "integer": "TYPE_INT64", "number": "TYPE_DOUBLE"}
_GOOGLE_TYPES = "type.googleapis.com/google.ai.generativelanguage.v1beta"


# Writes a place of a value as Google does; positions: whether the keys of a map are counted.
_Place: TypeAlias = Callable[[Path, JSON, int, bool], str]


class ErrorWording(NamedTuple):
    """A mistake as an API reports it."""

    message: str
    param: str | None
    code: str | None


class Voice(NamedTuple):
    """One API's way. Both take the value that is judged and its index in a list of such.

    of_schema: words for what a schema refuses. of_rule: fields of a rule's message, beside the rule's own fields.
    """

    of_schema: Callable[[Complaint, JSON, int], ErrorWording]
    of_rule: Callable[[BrokenApiRule, JSON, int], Mapping[str, Any]]


def _wording(api: str, kind: str, fields: Mapping[str, Any], param: str | None) -> ErrorWording:
    words = table().words[api][kind]
    return ErrorWording(words.message.format_map(fields), param, words.code)


def _plainly(api: str, complaint: Complaint, value: JSON, index: int) -> ErrorWording:
    """Word a mistake as OpenAI does; APIs without a wording of their own share it."""
    param = dotted(("tools", index, *complaint.at) if api == "mcp" else complaint.at)
    kind = complaint.kind if complaint.at else "root"
    return _wording(api, kind, {"param": param, **_plain_fields(complaint)}, param or None)


def _plain_fields(complaint: Complaint) -> dict[str, Any]:
    if complaint.kind == VALUE:
        return {"expected": list_in_words(_ordered(complaint)), "got": quoted(complaint.got)}
    return {"expected": _expected_types(complaint), "got": type_of(complaint.got), "detail": complaint.detail}


def _expected_types(complaint: Complaint) -> str:
    if not complaint.expected:
        return "something else"
    match complaint.at:
        case ("input", _, "output") if complaint.expected == ("object",):
            return "a computer call output"  # no other output is one object
        case ("input", _, "content"):
            return types(sorted(complaint.expected, key=str))
    return types(complaint.expected)


def _ordered(complaint: Complaint) -> list[JSON]:
    match complaint.at:
        case ("messages", _, "content", _, "type") if complaint.got not in _PARTS:
            return list(_PARTS)  # whatever the role of the message is
    order = _ORDERS.get(complaint.at[0], ()) if complaint.at[-1] == "role" else ()
    return sorted(complaint.expected, key=lambda value: order.index(value) if value in order else len(order))


def _openai_rule(broken: BrokenApiRule, value: JSON, index: int) -> Mapping[str, Any]:
    return {"param": dotted(broken.at) if broken.param is None else broken.param}


def _mcp_rule(broken: BrokenApiRule, value: JSON, index: int) -> Mapping[str, Any]:
    return {"param": dotted(("tools", index, *broken.at))}


def _tool_schema(complaint: Complaint, value: JSON, index: int) -> ErrorWording:
    if not complaint.at:
        return _wording("anthropic", "root", {"param": by_dots(("tools", index))}, None)
    if _is_tag(complaint):
        where = by_dots(("tools", index)) if len(complaint.at) == 1 else tool_place(complaint.at[:-1], value, index)
        return _anthropic_wording(complaint, where)
    return _anthropic_wording(complaint, tool_place(complaint.at, value, index))


def _anthropic_schema(complaint: Complaint, value: JSON, index: int) -> ErrorWording:
    if not complaint.at:
        return _wording("anthropic", "root", {"param": "body"}, None)
    at = complaint.at[:-1] if _is_tag(complaint) else complaint.at
    return _anthropic_wording(complaint, place(at, value))


def _is_tag(complaint: Complaint) -> bool:
    return complaint.kind == VALUE and complaint.at[-1:] == ("type",) and len(complaint.expected) > 1


def _anthropic_wording(complaint: Complaint, param: str) -> ErrorWording:
    fields: dict[str, Any] = {"param": param, "detail": complaint.detail, "got": quoted(complaint.got)}
    if _is_tag(complaint):
        return _wording("anthropic", "tag", fields | {"expected": ", ".join(map(quoted, complaint.expected))}, None)
    if complaint.kind == TYPE:
        named = [name for name in complaint.expected if name != "null"]
        fields["expected"] = " or ".join(_PYDANTIC.get(str(name), str(name)) for name in named)
    elif complaint.kind == VALUE:
        *first, last = map(quoted, complaint.expected)
        fields["expected"] = f"{', '.join(first)} or {last}" if first else last
    return _wording("anthropic", complaint.kind, fields, None)


def _tool_rule(broken: BrokenApiRule, value: JSON, index: int) -> Mapping[str, Any]:
    return {"param": tool_place(broken.at, value, index)}


def _anthropic_rule(broken: BrokenApiRule, value: JSON, index: int) -> Mapping[str, Any]:
    return {"param": place(broken.at, value) if broken.param is None else broken.param}


def _google_schema(where: _Place, complaint: Complaint, value: JSON, index: int) -> ErrorWording:
    param = where(complaint.at, value, index, complaint.kind != MISSING)
    fields: dict[str, Any] = {"param": param, "detail": complaint.detail, "got": short_json(complaint.got)}
    kind = complaint.kind if complaint.at else "root"
    if complaint.kind in (UNKNOWN, TYPE, VALUE) and complaint.at:
        fields |= _at_parent(where, complaint.at, value, index)
        if complaint.kind == UNKNOWN and not fields["parent"]:
            kind = "unknown-at-root"
        elif isinstance(complaint.got, list) and complaint.kind != UNKNOWN:
            kind = "repeated"
        elif complaint.kind == VALUE:
            fields["expected"] = f"{_GOOGLE_TYPES}.{'Type' if complaint.at[-1] in TAGS else 'Enum'}"
        else:
            named = [str(name) for name in complaint.expected if name != "null"]
            fields["expected"] = _PROTO.get(named[0], f"{_GOOGLE_TYPES}.Schema") if named else "TYPE_MESSAGE"
    return _wording("google", kind, fields, None)


def _at_parent(where: _Place, path: Path, value: JSON, index: int) -> dict[str, Any]:
    return {"parent": where(path[:-1], value, index, True), "key": path[-1]}


def _google_rule(where: _Place, broken: BrokenApiRule, value: JSON, index: int) -> Mapping[str, Any]:
    return {
        "param": where(broken.at, value, index, False),
        **(_at_parent(where, broken.at, value, index) if broken.at else {}),
    }


def _in_tools(path: Path, value: JSON, index: int, positions: bool) -> str:
    return google.place(path, value, index, positions=positions)


def _in_request(path: Path, value: JSON, _index: int, positions: bool) -> str:
    return google.request_place(path, value, positions=positions)


OPENAI = Voice(partial(_plainly, "openai"), _openai_rule)
ANSWER = Voice(partial(_plainly, "answer"), _openai_rule)
MCP = Voice(partial(_plainly, "mcp"), _mcp_rule)
ANTHROPIC = Voice(_anthropic_schema, _anthropic_rule)
ANTHROPIC_TOOL = Voice(_tool_schema, _tool_rule)
GOOGLE = Voice(partial(_google_schema, _in_tools), partial(_google_rule, _in_tools))
GEMINI = Voice(partial(_google_schema, _in_request), partial(_google_rule, _in_request))
