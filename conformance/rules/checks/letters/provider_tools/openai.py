"""The two forms of OpenAI's APIs: flat for Responses, nested for Chat Completions and for who speaks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.write import write_tool
from conformance.formats.cursor import Pen
from conformance.formats.model.request import Tool
from conformance.formats.responses.write import write_tool as write_flat_tool
from conformance.rules.checks.findings import Failure, Findings, brief, but_got, output_at
from conformance.rules.checks.letters.provider_tools.requests import CHAT, FLAT
from conformance.rules.checks.letters.provider_tools.view import ProviderTool, form, name_failures, unchanged
from conformance.rules.checks.tools.fields import strict_off
from conformance.rules.checks.tools.kept_strict import KEEP, strict_as_said
from conformance.rules.laws.offers import ToolPair


class FlatTool(ProviderTool):
    """For the Responses API of OpenAI."""

    target = FLAT

    def owed(self, tool: Tool) -> JSON:
        """The flat form."""
        strict = bool(tool.strict) if self.trial.choices.get("strict-in-flat") == KEEP else None
        return write_flat_tool(replace(tool, strict=strict), Pen("responses"))[0]


class NestedTool(ProviderTool):
    """For Chat Completions, of OpenAI or of another API with its format."""

    target = CHAT
    holder = "function"

    def owed(self, tool: Tool) -> JSON:
        """The nested form."""
        strict = tool.strict if self.trial.choices.get("strict-in-chat") != "drop" else None
        return write_tool(replace(tool, strict=strict), Pen("chat"))[0]


def flat_form(view: ProviderTool) -> Findings:
    """PRV-1: type, name, description and parameters at the top level; a strict tool does not say false."""
    return form(view, _flat) if isinstance(view, FlatTool) else None


def _flat(view: ProviderTool, pair: ToolPair) -> Iterator[Failure]:
    yield from _typed(pair)
    if "function" in pair.body:
        yield Failure("nested", output_at("function"), "a flat tool has no key `function`")
        return  # what is nested is not also missing from the top level
    yield from _fields(view, pair)
    if view.said.strict is True and pair.body.get("strict") is False:
        yield Failure("strict-off", output_at("strict"), "the definition is strict: wanted true or nothing, got false")


def flat_tool_strict(view: ProviderTool) -> Findings:
    """PRV-1a: strict as strict-in-flat says."""
    pairs = [pair for pair in view.pairs if isinstance(pair.body, dict)] if isinstance(view, FlatTool) else []
    strict = view.said.strict if pairs else None
    failures = (failure for pair in pairs for failure in strict_as_said(view, pair, strict, "strict-in-flat", "omit"))
    return tuple(failures) if pairs else None


def nested_form(view: ProviderTool) -> Findings:
    """PRV-2: name, description and parameters under `function`, strict as strict-in-chat says."""
    return form(view, _nesting_failures) if isinstance(view, NestedTool) else None


def _nesting_failures(view: ProviderTool, pair: ToolPair) -> Iterator[Failure]:
    yield from _typed(pair)
    for key in pair.result:
        if key not in ("type", "function"):
            yield Failure("beside-function", output_at(key), f"{brief(key)} is beside `function`")
    if not pair.body_path:
        yield Failure("not-nested", "/output", "name, description and parameters must be under `function`")
        return
    yield from _fields(view, pair)
    yield from strict_as_said(view, pair, view.said.strict, "strict-in-chat", "drop")


def _typed(pair: ToolPair) -> Iterator[Failure]:
    if pair.result.get("type") != "function":
        yield Failure("type", output_at("type"), f'wanted "function", {but_got(pair.result.get("type", ABSENT))}')


def _fields(view: ProviderTool, pair: ToolPair) -> Iterator[Failure]:
    yield from name_failures(view, pair)
    if pair.source_schema is not ABSENT and not isinstance(pair.schema, dict):
        message = f"wanted the parameters, {but_got(pair.schema)}"
        yield Failure("no-parameters", output_at(*view.at(pair, "parameters")), message)


def strict_stays_off(view: ProviderTool) -> Findings:
    """API-3: a definition that is not strict gives `strict: false` to the Responses API, which reads none as true."""
    pairs = [pair for pair in view.pairs if isinstance(pair.body, dict)] if isinstance(view, FlatTool) else []
    return strict_off(view, pairs if pairs and view.said.strict is not True else [])


def parameters_unchanged(view: ProviderTool) -> Findings:
    """PRV-5: for OpenAI's forms the parameters are the definition's."""
    return unchanged(view) if isinstance(view, FlatTool | NestedTool) else None
