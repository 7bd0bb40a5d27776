"""What Chat Completions has no form for: tools, members of tools, and namespaces."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from conformance.base.values import ABSENT, JSON, equal
from conformance.formats.offers import name_of, read_nested
from conformance.rules.checks.by_laws.responses_tools.view import (
    CUSTOM,
    FUNCTION,
    NAMELESS,
    NAMESPACE,
    NOT_AN_OBJECT,
    WITHOUT_COUNTERPART,
    NestedTools,
    is_web_search,
    without_place,
)
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at, output_at
from conformance.rules.checks.tools.fields import reported
from conformance.rules.checks.trial import reports_of


def no_counterpart(view: NestedTools) -> Findings:
    """RTC-5: a tool that Chat Completions does not have is left out or refused, never passed on nor made a function."""
    found = [i for i in view.entries_of(*WITHOUT_COUNTERPART) if not view.in_space(i)]
    if not found:
        return None
    if view.outcome.refusal:
        failing = (
            []
            if "refuse" in view.answers_to_lacking
            else [index for index in found if index in (view.failing_entries or ())]
        )
        message = "the call failed on a tool that other calls leave out"
        return tuple(Failure("failed-instead", input_at(*view.entry_path(index)), message) for index in failing[:1])
    if view.alignment is None:
        return None
    failures = [failure for index in found for failure in _passed(view, index)]
    left = [index for index in found if index not in view.arrived]
    if not failures and left and view.answers_to_lacking == ("refuse",):
        message = f"the call must fail on {brief(view.entry(left[0]))}, but it returned"
        return (Failure("did-not-refuse", input_at(*view.entry_path(left[0])), message),)
    return tuple(failures)


def _passed(view: NestedTools, index: int) -> Iterator[Failure]:
    entry, position = view.entry(index), view.arrived.get(index)
    if position is None:
        return
    result = view.result(position)
    if isinstance(result, dict) and result.get("type") == "function":
        if view.fates[index] == "may":
            return  # a converter of both directions may translate its calls too
        message = f"{brief(entry)} became a function tool, which the host does not answer: {brief(result)}"
    else:
        message = f"{brief(entry)} was passed on: Chat Completions has no such tool"
    yield Failure("passed", output_at(position), message)


def left_out_reported(view: NestedTools) -> Findings:
    """RTC-5a: a tool that is left out is reported. A web search may be elsewhere in the request."""
    return reported(view, [index for index in _left_out(view) if not is_web_search(view.entry(index))])


def reports_name(view: NestedTools) -> Findings:
    """RTC-5b: a report says which tool was left out, by its type, its name or its position."""
    left = [index for index in _left_out(view) if not is_web_search(view.entry(index))]
    reports = reports_of(view.trial)
    if not view.answered or not left or reports == ():
        return None
    if reports is None:
        return NOT_OBSERVABLE
    failures = []
    for index in left:
        entry, owner = view.entry(index), view.owners[index]
        words = [entry.get("type"), entry.get("name"), owner.space, entry.get("server_label")]
        if not _is_named(reports, words, (owner.position, owner.position + 1)):
            message = f"no report names {brief(entry)}"
            failures.append(Failure("unnamed", input_at(*view.entry_path(index)), message))
    return tuple(failures)


def _left_out(view: NestedTools) -> list[int]:
    """Return the tools that are whole and did not arrive."""
    if view.alignment is None:
        return []
    kinds = view.entries_of(*WITHOUT_COUNTERPART, CUSTOM, FUNCTION)
    return [index for index in kinds if index not in view.arrived and view.fates[index] != "must"]


def _is_named(reports: Iterable[str], words: Iterable[JSON], numbers: Iterable[int] = ()) -> bool:
    """Whether a report has one of the words or numbers. An empty one stands for the best, as in `named_in`."""
    known = {str(number) for number in numbers}
    named = [word for word in words if isinstance(word, str) and word]
    return any(
        not report
        or any(word in report or repr(word)[1:-1] in report for word in named)
        or not known.isdisjoint(re.findall(r"\d+", report))
        for report in reports
    )


def members_accounted(view: NestedTools) -> Findings:
    """RTC-6: a member of a tool that arrives without it is named by a report."""
    entries = view.entries or []
    found = [
        (index, key)
        for index in view.entries_of(FUNCTION, CUSTOM)
        if index in view.arrived and index not in view.uncertain
        for key in _without_place(entries[index])
        if not _is_kept(view, index, key)
    ]
    carried = [index for index in view.entries_of(FUNCTION, CUSTOM) if _without_place(entries[index])]
    if view.alignment is None or not carried:
        return None
    reports = reports_of(view.trial)
    if found and reports is None:
        return NOT_OBSERVABLE
    return tuple(
        Failure("silent", input_at(*view.entry_path(index), key), f"{brief(key)} is gone, and no report names it")
        for index, key in found
        if not _is_named(reports or (), [key, "grammar"] if key == "format" else [key])
    )


def _without_place(entry: dict[str, JSON]) -> list[str]:
    """Return the members that may have no place in the result: a grammar has none where the tool is a function."""
    return [*without_place(entry), *(["format"] if _grammar(entry) else [])]


def _grammar(entry: dict[str, JSON]) -> str:
    """Return the definition of a custom tool's grammar; "" where there is none."""
    form = entry.get("format") if entry.get("type") == CUSTOM else None
    definition = form.get("definition") if isinstance(form, dict) else None
    return definition if isinstance(definition, str) else ""


def _is_kept(view: NestedTools, index: int, key: str) -> bool:
    result = view.result(view.arrived[index])
    if not isinstance(result, dict):
        return False
    if key == "format":  # of what is a custom tool still, RTC-4 says it
        written = json.dumps(result, ensure_ascii=False)
        return (
            result.get("type") == CUSTOM or json.dumps(_grammar(view.entry(index)), ensure_ascii=False)[1:-1] in written
        )
    wanted = view.entry(index)[key]
    return any(equal(held.get(key, ABSENT), wanted) for held in (result, read_nested(result).body))


def namespaces_flat(view: NestedTools) -> Findings:
    """RTC-7: tools of a namespace arrive under names that lead back to them, and the namespace does not."""
    inside = [index for index in range(len(view.owners)) if view.in_space(index)]
    if not inside or view.alignment is None or view.outputs is None:
        return None
    failures = [
        Failure("passed", output_at(position), "a namespace was passed on: Chat Completions has none")
        for position, tool in enumerate(view.outputs)
        if isinstance(tool, dict) and tool.get("type") == NAMESPACE
    ]
    names = Counter(name_of(tool) for tool in view.outputs)
    outside = [entry for i, entry in enumerate(view.entries or ()) if i not in inside]
    given = Counter(name_of(element) for element in outside)
    for index in inside:
        position = view.arrived.get(index)
        tool = view.outputs[position] if position is not None else None
        name = name_of(tool)
        if position is not None and name is not None and names[name] > max(1, given[name]):
            message = f"the name {brief(name)} is that of several tools: a call of it leads to none of them"
            failures.append(Failure("names-clash", output_at(position), message))
    spaces = {view.owners[index].space for index in inside}
    for position in view.unasked:
        tool = view.outputs[position]
        if isinstance(tool, dict) and name_of(tool) in spaces:
            message = f"the namespace {brief(name_of(tool))} became a tool of its own"
            failures.append(Failure("space-as-tool", output_at(position), message))
    return tuple(failures) or OK


def no_tool_arrives(view: NestedTools) -> Findings:
    """RTC-9: an entry that is no object, or has no name, is left out, or the call fails."""
    found = view.entries_of(NAMELESS, NOT_AN_OBJECT)
    if not found or view.alignment is None:
        return None
    return tuple(
        Failure("passed", output_at(view.arrived[i]), f"{brief(view.entry(i))} is no tool, but arrived")
        for i in found
        if i in view.arrived and i not in view.uncertain
    )


def error_names_entry(view: NestedTools) -> Findings:
    """RTC-9a: an error says which entry it is about: by its position, its name, its type, or a member of it."""
    suspects = [index for index, entry in enumerate(view.entries or ()) if view.may_be_refused(entry)]
    return view.names_entry(suspects, _words_of)


def _words_of(entry: JSON) -> Iterable[JSON]:
    return (entry.get("type"), entry.get("name"), *without_place(entry)) if isinstance(entry, dict) else ()
