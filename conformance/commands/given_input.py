"""The inputs that a user gives: files of --input, tools of an MCP server, recorded traffic. Each with its source."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from conformance.base.errors import UsageError
from conformance.base.files import check_nesting, json_of, read_file
from conformance.base.values import JSON
from conformance.commands.recorded_inputs import recorded_inputs, recording_sources
from conformance.commands.subject import operation_name
from conformance.formats.operations import source_format
from conformance.reference import ToolError, events_of_sse
from conformance.running.engine.result import INPUT, TOOL, InputSource
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.mcp_server import harvest

HINT = "Name a JSON file."
# How a line of server-sent-event text begins; no JSON begins so.
_BEGINNINGS = (b"data:", b"event:", b"id:", b"retry:", b":")


class GivenInputs(NamedTuple):
    """Inputs by operation, and beside each where it comes from."""

    inputs: Mapping[str, tuple[JSON, ...]]
    sources: Mapping[str, tuple[InputSource, ...]]


def given_inputs(parsed: argparse.Namespace, operations: Iterable[str]) -> GivenInputs:
    """Return what --input, --mcp-server and --cassettes give the operations. Raises UsageError and HarvestError."""
    found: dict[str, list[tuple[JSON, InputSource]]] = {}
    recorded = None if parsed.cassettes is None else recorded_inputs(parsed)
    if parsed.input is not None:
        asked = parsed.contract or _only_one_bound(parsed)
        if not asked:
            raise UsageError("--input needs --operation.", "Say which operation the input is for.")
        names = each_once(parsed.input)
        files = [(read_input(path), InputSource(INPUT, name)) for path, name in zip(parsed.input, names, strict=True)]
        for operation in asked:
            found.setdefault(operation, []).extend(files)
    if parsed.mcp_server is not None:
        tools = harvest(parsed.mcp_server, timeout=parsed.start_timeout, env=clean_environment(parsed.env))
        if not tools:
            raise UsageError("The server of --mcp-server has no tools.", "Name a server that has some.")
        for operation in operations:
            found.setdefault(operation, []).extend(_of_tools(operation, tools, parsed.mcp_server))
    if recorded is not None:
        for operation, values in recorded.inputs.items():
            found.setdefault(operation, []).extend(zip(values, recording_sources(recorded)[operation], strict=True))
    return given_of(found)


def _only_one_bound(parsed: argparse.Namespace) -> list[str]:
    """Return the operation of --bind, where it names one alone: an input can be for no other."""
    bound = {operation_name(entry.partition("=")[0]) for entry in parsed.bind}
    return list(bound) if len(bound) == 1 else []


def given_of(found: Mapping[str, Sequence[tuple[JSON, InputSource]]]) -> GivenInputs:
    """Return inputs with their sources, by operation."""
    return GivenInputs(
        {operation: tuple(value for value, _source in own) for operation, own in found.items() if own},
        {operation: tuple(source for _value, source in own) for operation, own in found.items() if own},
    )


def _of_tools(operation: str, tools: list[JSON], server: str) -> list[tuple[JSON, InputSource]]:
    """Return the inputs that the tools of a server are of an operation: one each, or one of all of them."""
    names = each_once(tool_name(tool, number) for number, tool in enumerate(tools, 1))
    source = source_format(operation)
    if source == "mcp-tool":
        return [(tool, InputSource(TOOL, name, server)) for tool, name in zip(tools, names, strict=True)]
    if source == "mcp-tools":
        return [(tools, InputSource(TOOL, "all tools", server, tuple(names)))]
    return []


def tool_name(tool: JSON, number: int) -> str:
    """Return the name of a tool of a server; its number if it has none."""
    name = tool.get("name") if isinstance(tool, dict) else None
    return name if isinstance(name, str) and name else f"tool {number}"


def each_once(names: Iterable[str]) -> list[str]:
    """Return names, those that were there before with a number."""
    seen = Counter[str]()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


def read_input(path: str) -> JSON:
    """Return the input that a file holds; of server-sent-event text its events.

    Raises UsageError for one that cannot be read, and where the library that splits such text is not installed.
    """
    named = f"--input {path}"
    data = read_file(path, named, HINT)
    if not data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(_BEGINNINGS):
        return json_of(data, named, "Correct the file.")
    try:
        events = events_of_sse(data)
    except ToolError as error:
        raise UsageError(f"{named} is a stream that cannot be read: {error}.", "Fix its events.") from None
    check_nesting(events, named)
    return events
