"""Converters of Responses requests that read them wrongly, and sound ones that read them in another way."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from tests.suite.selftest.model import Convert

Object: TypeAlias = dict[str, Any]
Reread: TypeAlias = Callable[[Convert], Convert]

LOG = logging.getLogger("conformance.reference")
_KEPT: Final = ("previous_response_id", "conversation", "prompt")
# What changes no answer.
_BESIDE: Final = (
    "include", "prompt_cache_key", "prompt_cache_retention", "prompt_cache_options", "client_metadata",
)  # fmt: skip
_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_RESULTS: Final = ("function_call_output", "custom_tool_call_output")


def _read_as(change: Callable[[Object], Object]) -> Reread:
    """Make a converter read another request than the one that it was given; what is no request stays."""
    return lambda convert: lambda given: convert(change(dict(given)) if isinstance(given, dict) else given)


def _items(change: Callable[[Object], list[Object]]) -> Callable[[Object], Object]:
    """Make a change of each item, by those in its place."""

    def changed(given: Object) -> Object:
        items = given.get("input")
        if not isinstance(items, list):
            return given
        made = [new for item in items for new in (change(dict(item)) if isinstance(item, dict) else [item])]
        return given | {"input": made}

    return changed


def _tools(change: Callable[[Object], list[Object]]) -> Callable[[Object], Object]:
    def changed(given: Object) -> Object:
        tools = given.get("tools")
        if not isinstance(tools, list):
            return given
        return given | {
            "tools": [new for tool in tools for new in (change(tool) if isinstance(tool, dict) else [tool])]
        }

    return changed


def _without_kept(given: Object) -> Object:
    return {key: value for key, value in given.items() if key not in _KEPT}


def _with_report(given: Object) -> Object:
    for name in _KEPT:
        if given.get(name) is not None:
            LOG.warning("%s is left out: the target's host does not keep it", name)
    return _without_kept(given)


def _by_own_ids(item: Object) -> list[Object]:
    """Take the id of an item for that of its call, and leave the one of its result."""
    is_call = str(item.get("type")).endswith("_call") and isinstance(item.get("call_id"), str)
    return [item | {"call_id": item["id"]}] if is_call and isinstance(item.get("id"), str) else [item]


def _without_groups_of_calls(item: Object) -> list[Object]:
    return [{key: value for key, value in item.items() if key != "namespace"}]


def _is_space(tool: Object) -> bool:
    return tool.get("type") == "namespace" and isinstance(tool.get("tools"), list)


def _flat(tool: Object) -> list[Object]:
    return list(tool["tools"]) if _is_space(tool) else [tool]


def _without_spaces(tool: Object) -> list[Object]:
    if not _is_space(tool):
        return [tool]
    LOG.warning("the namespace %s is left out, with its tools", tool.get("name"))
    return []


def _renamed(given: Object) -> Object:
    """Read tools of namespaces, and the calls of them, under names with a hyphen, where these are names."""
    tools = given.get("tools")
    spaces = [tool for tool in tools if isinstance(tool, dict) and _is_space(tool)] if isinstance(tools, list) else []
    inner = [(space.get("name"), tool) for space in spaces for tool in space["tools"] if isinstance(tool, dict)]
    names = {(space, element.get("name")): f"{space}-{element.get('name')}" for space, element in inner}
    if len(set(names.values())) < len(inner) or not all(map(_NAME.fullmatch, names.values())):
        return given

    def offered(tool: Object) -> list[Object]:
        return (
            [other_tool | {"name": f"{tool['name']}-{other_tool['name']}"} for other_tool in tool["tools"]]
            if _is_space(tool)
            else [tool]
        )

    def called(item: Object) -> list[Object]:
        name = names.get((item.get("namespace"), item.get("name")))
        rest = {key: value for key, value in item.items() if key != "namespace"}
        return [item if name is None else rest | {"name": name}]

    return _items(called)(_tools(offered)(given))


def _without_offers(item: Object) -> list[Object]:
    return [] if item.get("type") == "additional_tools" else [item]


def _offers_with_report(item: Object) -> list[Object]:
    if item.get("type") == "additional_tools" and item.get("tools"):
        LOG.warning("additional_tools is left out: %s", item["tools"])
    return _without_offers(item)


def _without_what_is_beside(given: Object) -> Object:
    return {key: value for key, value in given.items() if key not in _BESIDE or _asks(value)}


def _asks(value: Any) -> bool:
    """Whether an include asks for log probabilities, which are a part of the answer."""
    return isinstance(value, list) and "message.output_text.logprobs" in value


def _without_results(item: Object) -> list[Object]:
    """Read the text of a result alone."""
    if item.get("type") in _RESULTS and isinstance(item.get("output"), list):
        parts = item["output"]
        texts = [part.get("text") for part in parts if isinstance(part, dict) and part.get("type") == "input_text"]
        return [item | {"output": "".join(str(text) for text in texts)}]
    return [item]


# By name: the check of specs/laws.yaml that must object, and how a request is read.
DEFECTS: Final[Mapping[str, tuple[str, Reread]]] = {
    "goes_on_without_what_is_kept": ("request-losses-reported", _read_as(_without_kept)),
    "reads_the_ids_of_items": ("results-paired", _read_as(_items(_by_own_ids))),
    "calls_tools_by_their_short_names": ("history-calls-kept", _read_as(_items(_without_groups_of_calls))),
    "offers_tools_by_their_short_names": ("api-rules", _read_as(_tools(_flat))),
    "overlooks_offers": ("request-losses-reported", _read_as(_items(_without_offers))),
    "reads_texts_of_results_alone": ("result-contents-kept", _read_as(_items(_without_results))),
    "reads_a_text_as_no_input": ("said-kept", _read_as(
        lambda given: given | {"input": [{"role": "user", "content": "Hello"}]} if isinstance(given.get("input"), str)
        else given)),
}  # fmt: skip
VARIANTS: Final[Mapping[str, Reread]] = {
    "goes_on_with_a_report": _read_as(_with_report),
    "leaves_out_namespaces": _read_as(_tools(_without_spaces)),
    "joins_names_with_a_hyphen": _read_as(_renamed),
    "leaves_out_offers": _read_as(_items(_offers_with_report)),
    "says_nothing_of_caches": _read_as(_without_what_is_beside),
}
