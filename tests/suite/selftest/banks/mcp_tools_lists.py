"""Mutants of mcp-tools-to-chat-tools: each single defect in a list, and defects of the list itself."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import Any

from conformance.reference import ToolError
from conformance.reference import mcp_tools_to_chat_tools as reference_list
from tests.suite.selftest.banks.bank import MCP_TOOLS, Bank, dying, marking, quietly
from tests.suite.selftest.banks.mcp_tools import BANK, LOG, Tools, is_usable, reference, s2_listing
from tests.suite.selftest.model import Convert, Mutant
from tests.suite.selftest.mutators.tools import OF_LISTS

LISTS = Bank(MCP_TOOLS)


def listed(convert: Convert) -> Convert:
    """The list form of a single form; what fails is left out and reported."""

    def converted(tools: Any) -> Tools:
        if not isinstance(tools, list):
            raise ToolError("tools is no list")
        results = []
        for tool in tools:
            try:
                one = convert(tool)
            except ToolError as error:
                LOG.warning("%s", error)
                continue
            results.append(one)
        return results

    return converted


# Where the list form shows a single form's defect by other rules, or not at all.
_ALONE_ONLY = frozenset({
    "null_for_all", "inside_a_list", "undescribed_gives_null", "dropped_in_silence", "null_schema_emptied",
    "null_for_wide_tools",
    "cut_at_500_properties", "some_names_refused", "undescribed_fails", "works_in_place", "one_result_for_all",
    "unnamed_gets_a_name", "s2_listing", "changes_its_input_before_it_raises", "long_names_kept",
})  # fmt: skip
# Where the list form's result is not the single form's: state, and results that name no entry.
_NOT_LIKE_ALONE = frozenset({"keeps_the_last_description", "grows_required", "error_as_a_result"})

# Of the defects of single tools one for each rule is enough here: the list form's rules are the same checks.
_shown: Counter[str] = Counter()
for _one in BANK:
    if _one.name not in _ALONE_ONLY | OF_LISTS and any(not _shown[rule] for rule in _one.rules):
        _shown.update(_one.rules)
        _innocent = _one.innocent if _one.name in _NOT_LIKE_ALONE else (*_one.innocent, "MCP-5")
        LISTS.append(
            Mutant(
                _one.name,
                MCP_TOOLS,
                listed(_one.function),
                _one.rules,
                _innocent,
                _one.note,
                _one.function,
                place=_one.place,
            )
        )


def _list(name: str, convert: Convert, *rules: str, **more: Any) -> None:
    LISTS.add(name, convert, *rules, single=more.pop("single", reference), **more)


_list("s2_listing", lambda tools: [s2_listing(tool) for tool in tools], "MCP-2", "MCP-2a", single=s2_listing,
      innocent=("MCP-5", "MCP-2b", "MCP-4", "MCP-7"))  # fmt: skip
_INNOCENT = ("MCP-1", "MCP-2", "MCP-2a", "MCP-3", "MCP-4", "MCP-7", "MCP-9", "MCP-10", "MCP-11", "ALL-4")
_list("loses_the_last_of_several", lambda tools: r[:-1] if len(r := reference_list(tools)) > 1 else r, "MCP-5")
_list("one_of_alike_names", lambda tools: list({re.sub(r"\W", "_", t["function"]["name"]): t
      for t in reference_list(tools)}.values()), "MCP-5", innocent=("MCP-2", "MCP-3", "MCP-10"))  # fmt: skip
_list("differs_from_single", partial(reference_list, description_when_absent="name"), "MCP-5", innocent=_INNOCENT)
_list("one_tool_is_no_list", lambda tools: r[0] if len(r := reference_list(tools)) == 1 else r, "MCP-1")
_list("refuses_more_than_128", lambda tools: _limited(tools), "ALL-6", innocent=("MCP-2", "MCP-3", "MCP-10"))
_list("fails_on_equal_names", lambda tools: _distinct(tools), "MCP-5a", innocent=("MCP-1", "MCP-2", "MCP-9", "MCP-11"))
_list("one_failure_ends_all", lambda tools: [reference(t) for t in tools],
      "MCP-10", innocent=("MCP-1", "MCP-2", "MCP-3"), choices={"unusable-tool": "drop"})  # fmt: skip
_list("odd_description_ends_all", lambda tools: [_stripped(t) for t in tools] and reference_list(tools), "MCP-10",
      innocent=("MCP-1", "MCP-2", "MCP-3", "MCP-5", "MCP-9"))  # fmt: skip
_list("dropped_in_silence", quietly(reference_list), "MCP-10", innocent=("MCP-1", "MCP-2", "MCP-5"))
_list("stops_at_unusable", lambda tools: _until_unusable(tools), "MCP-5", innocent=("MCP-2", "MCP-3"))
_list("null_in_place_of_unusable", lambda tools: [reference(t, unusable_tool="drop") for t in tools], "MCP-5")
_list("undescribed_left_out", lambda tools: reference_list([t for t in tools if not (is_usable(t)
      and t.get("description") is None)]), "MCP-9", innocent=("MCP-1", "MCP-2", "MCP-3", "MCP-5"))  # fmt: skip
_list("undescribed_ends_all", lambda tools: [_described(t) for t in tools] and reference_list(tools), "MCP-9",
      innocent=("MCP-1", "MCP-2", "MCP-3", "MCP-5", "MCP-10"))  # fmt: skip
_list("renamed_alike", lambda tools: _renamed_alike(tools), "MCP-1", innocent=("MCP-2", "MCP-3", "MCP-10"))
_list("renamed_to_nothing", lambda tools: _renamed_to_nothing(tools), "MCP-1", innocent=("MCP-2", "MCP-3", "MCP-10"),
      choices={"unsafe-names": "rename"}, single=partial(reference, unsafe_names="rename"))  # fmt: skip
_list("refusal_ends_all", lambda tools: _refusing(tools), "CONV-1", choices={"unsafe-names": "refuse"},
      single=partial(reference, unsafe_names="refuse"))  # fmt: skip
_list("keys_of_an_object", lambda tools: [{"type": "function", "function": {"name": key}} for key in tools]
      if isinstance(tools, dict) else reference_list(tools), "ALL-7", innocent=_INNOCENT, inputs=({"a": {}},))  # fmt: skip


def _limited(tools: Any) -> Tools:
    if isinstance(tools, list) and len(tools) > 128:
        raise ValueError("array too long: at most 128 tools")
    return reference_list(tools)


def _distinct(tools: Any) -> Tools:
    results = reference_list(tools)
    names = [tool["function"]["name"] for tool in results]
    if len(set(names)) < len(names):
        raise ValueError("duplicate tool name")
    return results


def _until_unusable(tools: Any) -> Tools:
    results = reference_list(tools)
    first = next((index for index, tool in enumerate(tools) if not is_usable(tool)), None)
    return results if first is None else reference_list(tools[:first])


def _described(tool: Any) -> Any:
    if is_usable(tool) and tool.get("description") is None:
        raise KeyError("description")
    return tool


def _stripped(tool: Any) -> str:
    return tool["description"].strip() if is_usable(tool) and tool.get("description") is not None else ""


def _renamed_alike(tools: Any) -> Tools:
    results = reference_list(tools)
    for tool, found in zip([t for t in tools if is_usable(t)], results, strict=True):
        if found["function"]["name"] != tool["name"] or not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", tool["name"]):
            LOG.warning("renamed %r", tool["name"])
            found["function"]["name"] = "tool"
    return results


def _renamed_to_nothing(tools: Any) -> Tools:
    """Where two names become the same, neither tool has one."""
    results = reference_list(tools, unsafe_names="rename")
    safe = Counter(re.sub(r"[^A-Za-z0-9_-]", "_", t["name"]) for t in tools if is_usable(t))
    for tool, found in zip([t for t in tools if is_usable(t)], results, strict=True):
        if found["function"]["name"] != tool["name"] and safe[re.sub(r"[^A-Za-z0-9_-]", "_", tool["name"])] > 1:
            found["function"]["name"] = ""
    return results


def _refusing(tools: Any) -> Tools:
    return [reference(tool, unsafe_names="refuse") for tool in tools]


@LISTS.mutant("MCP-4", "ALL-8", single=reference, innocent=_INNOCENT[:3])
def works_in_place_list(tools: Any) -> Tools:
    """The input list itself loses the entries that are not tools."""
    results = reference_list(tools)
    tools[:] = [tool for tool in tools if is_usable(tool)]
    return results


_list("changes_its_list_before_it_raises", marking(partial(reference_list, unusable_tool="raise")), "MCP-4")


def _without_objects(tools: Any) -> bool:
    return not isinstance(tools, list) or bool(tools and not any(isinstance(tool, dict) for tool in tools))


_list("dies_on_wrong_lists", dying(reference_list, _without_objects), "ALL-7", inputs=(None,), mortal=True)

BANKS = (LISTS,)
