"""What goes of the settings, the tools and the form of the answer of a request, and must be reported."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from conformance.base.values import JSON
from conformance.base.wording import brief
from conformance.formats.json_schema import Path, subschemas
from conformance.formats.model.conversation import CUSTOM, FUNCTION
from conformance.formats.model.request import NONE, PLAIN, SCHEMA, Setting, Tool
from conformance.rules.laws import said_forms
from conformance.rules.laws.losses import Loss
from conformance.rules.laws.request_members import (
    IN_OWN_WORDS,
    THINKING,
    asks_nothing,
    choice_of_arrived,
    entries_taken,
    has_arrived,
    is_alike,
    is_left_in_place,
    is_taken,
    may_go,
    members_that_say,
    needs_schema,
    owed_settings,
    unchecked,
)
from conformance.rules.laws.requests import RequestComparison, wire_name, words_of

_LIMITS: Final = ("keyword", "constraint", "bounds")  # how a report may call what a schema demands of values
_OTHER_NAMES: Final = {"stop": ("stop_sequence", "stop_sequences"), "most_calls": ("max_calls",)}  # of reports


def setting_losses(pair: RequestComparison, *, only_lacking: bool = False) -> Iterator[Loss]:
    """Yield the settings that went. only_lacking: those that the target has no place for, or no word, or too few."""
    lost = [
        setting
        for setting in owed_settings(pair, beside=only_lacking)
        if may_go(pair, setting) and not has_arrived(pair, setting)
    ]
    lost = [setting for setting in lost if not is_left_in_place(pair, setting)]
    lost = [setting for setting in lost if not only_lacking or _has_no_place(pair, setting)]
    lost = [setting for setting in lost if not _loses_nothing(pair, setting)]
    names = [setting.name for setting in lost]
    for setting in lost:
        if setting.name in THINKING and setting.name != next(name for name in THINKING if name in names):
            continue  # one wish
        together = [each for each in lost if each.name in THINKING] if setting.name in THINKING else [setting]
        paths = [tuple(words_of(each)) for each in together]
        own = {word for path, each in zip(paths, together, strict=True) for word in (*path[-1:], each.name)}
        own |= {word for each in together for word in _OTHER_NAMES.get(each.name, ())}
        above = {word for path in paths for word in path} - own
        what = f"{wire_name(setting)} {brief(pair.as_given(setting, setting.value))}"
        came = brief(pair.found[setting.name]) if setting.name in pair.found and len(together) == 1 else ""
        words = (*sorted(own), *sorted(above))
        yield Loss(setting.at[0], what, words, tuple(sorted(above)), came=came, key=f"setting/{setting.name}")
    yield from _format_losses(pair)


def _loses_nothing(pair: RequestComparison, setting: Setting) -> bool:
    """Whether of an object only members went that say nothing, or a number beyond a bound is there as it was."""
    if not pair.terms.one_host or pair.terms.lacks(f"setting/{setting.name}"):
        return False
    if not isinstance(setting.value, dict):
        return setting.name in pair.found and is_alike(pair.found[setting.name], setting.value)
    return is_alike(members_that_say(setting), pair.found.get(setting.name, {}))


def _has_no_place(pair: RequestComparison, setting: Setting) -> bool:
    most = pair.terms.most.get(setting.name, math.inf)
    is_too_long = isinstance(setting.value, list) and len(setting.value) > most
    has_unknown = isinstance(setting.value, list) and entries_taken(pair, setting) != setting.value
    if isinstance(setting.value, dict) and not pair.terms.one_host:
        has_unknown = not is_taken(pair, setting.name, setting.value)
    is_lacking = pair.terms.lacks(f"setting/{setting.name}") or setting.name in IN_OWN_WORDS
    return is_lacking or is_too_long or has_unknown


def _format_losses(pair: RequestComparison) -> Iterator[Loss]:
    wanted, got = pair.asked.format, pair.made.format
    if wanted is None:
        return
    is_schema = wanted.kind == SCHEMA and (wanted.schema is not None or not needs_schema(pair))
    if pair.terms.one_host and wanted.kind != SCHEMA:
        return
    if not is_schema and wanted.kind not in (PLAIN, "") and got is None:
        if is_left_in_place(pair, wanted) or said_forms.is_said(pair.asked, pair.made, pair.terms):
            return
        yield Loss(wanted.at[0], wire_name(wanted), (*words_of(wanted), "format"), key="format")
    elif wanted.description and (got is None or got.description != wanted.description):
        if not _has_format_words(pair):
            what = f"the description of {wire_name(wanted)}"
            yield Loss(wanted.at[0], what, (*words_of(wanted), "description"), about="description", key="format")
    if wanted.schema is None or got is None:
        return
    lost = () if got.schema is None else pair.target.left_out(wanted.schema.value, got.schema.value)
    if lost:
        what = f"each limit of the schema of the answer ({', '.join(dict.fromkeys(lost))})"
        yield Loss(wanted.at[0], what, (*_LIMITS, *lost), about="limits", key="format")
    if pair.target.takes_format(wanted):
        return
    if any(map(_is_open, subschemas(wanted.schema.value))):
        words = (*words_of(wanted), "closed", "propert", "strict")
        yield Loss(wanted.at[0], "that objects of the answer may have further properties", words, key="format")
    _came, unsaid = pair.target.unsaid_limits(wanted.schema.value, got.schema.value if got.schema is not None else None)
    if unsaid:
        what = f"each limit of the schema of the answer ({', '.join(dict.fromkeys(unsaid))})"
        yield Loss(wanted.at[0], what, (*_LIMITS, *unsaid), about="limits", key="format")


def _left_out(pair: RequestComparison, tool: Tool, made: Tool | None) -> Sequence[str]:
    """Return the limits of a function's schema that the dialect of the target cannot say."""
    if tool.schema is None or made is None:
        return ()
    return pair.target.left_out(tool.schema.value, made.schema.value if made.schema is not None else None)


def _is_open(found: tuple[Path, JSON]) -> bool:
    _path, schema = found
    is_object = isinstance(schema, dict) and (schema.get("type") == "object" or "properties" in schema)
    return is_object and isinstance(schema, dict) and schema.get("additionalProperties") is not False


def _has_format_words(pair: RequestComparison) -> bool:
    """Whether the target has a place for what is said of a form of the answer."""
    return not pair.terms.lacks("format/name")


def tool_losses(pair: RequestComparison) -> Iterator[Loss]:
    """Yield the tools that no client runs, and what else of tools has no place in the target."""
    made = {tool.name: tool for tool in pair.made.tools or () if tool.name}
    unsaid = (None,) if pair.terms.unsaid_strict else ()
    strict_held = {name for name, tool in made.items() if tool.strict in (True, *unsaid)}
    searches = "search" in pair.found or any(tool.kind not in (FUNCTION, CUSTOM) for tool in pair.made.tools or ())
    choice = pair.asked.choice
    is_chosen = choice is not None and choice.is_list and pair.terms.lacks("choice/some")
    if choice is not None and is_chosen:
        offered = {(FUNCTION, name) for name in made}
        if pair.owed_tools and not offered <= set(choice.names or ()):
            what = f"the list of allowed tools in {wire_name(choice)}"
            yield Loss(choice.at[0], what, (*words_of(choice), "choice", "allowed"), key="choice")
    is_gone = pair.arrived is not None and pair.made.choice is None
    if choice is not None and pair.owed_tools and unchecked(pair, choice) != choice:
        words = (*words_of(choice), "choice", "validated", "checked")
        yield Loss(
            choice.at[0], f"that calls are checked, by {wire_name(choice)}", words, about="checked", key="choice"
        )
    is_one_by_one = pair.wanted.get("parallel") is False and (choice is None or choice.mode != NONE)
    if is_one_by_one and pair.terms.lacks("setting/parallel") and pair.owed_tools:
        setting = next(setting for setting in pair.asked.settings if setting.name == "parallel")
        yield Loss(setting.at[0], wire_name(setting), (*words_of(setting), "parallel"), key="parallel")
    if choice is not None and pair.terms.one_host and choice.mode != NONE and is_gone:
        if not asks_nothing(choice) and (not made or choice_of_arrived(pair, choice) is None):
            yield Loss(choice.at[0], wire_name(choice), tuple(words_of(choice)), key="choice")
    for tool in pair.asked.tools or ():
        named = f"the tool {brief(tool.name or tool.word)}"
        words = tuple(each for each in (tool.word, "tool") if each)
        if tool.kind != FUNCTION:
            if tool.name not in made and not searches:
                yield Loss(tool.at[0], named, words, own=(tool.name or "",), about="tool", key="tool")
            continue
        may_be_called = choice is None or not is_chosen or (FUNCTION, tool.name) in (choice.names or ())
        if not may_be_called and tool.name not in made:
            continue
        if tool.strict and tool.name not in strict_held and not (pair.terms.one_host and pair.arrived is None):
            yield Loss(tool.at[0], f"strict of {named}", ("strict",), about="strict", key="strict")
        if tool.strict and (lost := pair.limits.get(tool.name, (None, []))[1]):
            what = f"each limit of the schema of {named} ({', '.join(dict.fromkeys(lost))})"
            yield Loss(tool.at[0], what, (*_LIMITS, *lost), about="limits", key="tool")
        if left := _left_out(pair, tool, made.get(tool.name or "")):
            what = f"each limit of the schema of {named} ({', '.join(dict.fromkeys(left))})"
            yield Loss(tool.at[0], what, (*_LIMITS, *left), about="limits", key="tool")
        if tool.later and pair.terms.lacks("tool/later"):
            what = f"that {named} is loaded later"
            yield Loss(tool.at[0], what, tuple(_members(tool, tool.later)), about="defer_loading", key="tool")


def _members(tool: Tool, value: JSON) -> Iterator[str]:
    """Yield the names of the members of a tool that are no others, and a word for the later ones."""
    yield from (path[-1] for path in tool.at[1:] if isinstance(path[-1], str) and value)
    yield "later"
