"""How one tool definition pairs with the tool it became, whatever the provider, and what every form has to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, ClassVar

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.read import read_tool
from conformance.formats.model.conversation import FUNCTION
from conformance.formats.model.request import Tool
from conformance.rules.alignment.alignment import MAY, MUST, NEVER
from conformance.rules.checks.findings import Failure, Findings, brief, but_got
from conformance.rules.checks.letters.provider_tools.requests import (
    MALFORMED,
    ODD,
    UNKNOWN_PROVIDER,
    UNSAFE,
    USABLE,
    kind_of,
)
from conformance.rules.checks.tools.anthropic_schemas import UNITED
from conformance.rules.checks.tools.fields import OTHER_RULES, changed, schema_failure
from conformance.rules.checks.tools.view import ToolsView
from conformance.rules.laws.offers import ToolPair


class ProviderTool(ToolsView):
    """One observation of tool-definition-to-provider-tool: one request gives one tool."""

    is_list: ClassVar[bool] = False
    target: ClassVar[str] = ""
    # The key of the object that holds a tool's fields; "" where they are the tool's own.
    holder: ClassVar[str] = ""

    def kind(self, entry: JSON) -> str:
        """Return the kind of the request."""
        return kind_of(entry)

    def fate(self, entry: JSON) -> str:
        """Whether a tool MUST, MAY or NEVER comes of it."""
        kind = kind_of(entry)
        if kind == USABLE or (kind == UNITED and self.trial.choices.get("root-unions") == "fold"):
            return MUST
        return NEVER if kind in (UNKNOWN_PROVIDER, MALFORMED) else MAY

    def may_be_refused(self, entry: JSON) -> bool:
        """Whether the call may fail on it."""
        return kind_of(entry) != USABLE

    @property
    def request_kind(self) -> str:
        """The kind of the request."""
        return self.kinds[0]

    @property
    def keeps_formats(self) -> bool:
        """Whether every `format` of a schema must arrive: Google knows a few of them."""
        return bool(self.provider != "google")

    @property
    def provider(self) -> JSON:
        """The provider that is asked for."""
        return self.given.get("provider") if isinstance(self.given, dict) else None

    @cached_property
    def said(self) -> Tool:
        """The definition, which is what a function of Chat is; only asked where it is one."""
        return read_tool({"type": FUNCTION, FUNCTION: self.given["definition"]})

    @property
    def source(self) -> dict[str, JSON]:
        """The definition's schema; an empty one where it has none."""
        return {} if self.said.schema is None else self.said.schema.value

    def key_of(self, body: JSON) -> str | None:
        """Return the key that holds the schema of a tool of the output."""
        return "parameters"

    def pair(self, entry: int, position: int) -> ToolPair | None:
        """Return the pair; None where a field of the source is of the wrong type."""
        if self.outputs is None or self.request_kind in (UNKNOWN_PROVIDER, MALFORMED, ODD):
            return None
        body = result = self.outputs[position]
        if self.holder and isinstance(result, dict) and isinstance(result.get(self.holder), dict):
            body = result[self.holder]
        return ToolPair(
            entry=entry,
            position=position,
            source_name=self.said.name,
            source_description=self.said.description or ABSENT,
            source_schema=ABSENT if self.said.schema is None else self.said.schema.value,
            result=result,
            body=body,
            body_path=() if body is result else (self.holder,),
            key=self.key_of(body),
        )

    def texts(self, pair: ToolPair) -> Iterator[tuple[str, JSON, JSON]]:
        """Yield the texts outside the schema, but for a name that the API refuses."""
        return (text for text in super().texts(pair) if text[0] != "name" or self.request_kind != UNSAFE)

    def made_up(self) -> str | None:
        """Say what came of a request that holds no definition."""
        if self.request_kind == MALFORMED and self.answered and self.output:
            return f"the input is no definition for a provider, but something came of it: {brief(self.output)}"
        return None

    def essence(self) -> JSON:
        """Return what of the tool no rule of its own judges: name and description."""
        pairs = self.pairs
        if not pairs or not isinstance(pairs[0].body, dict):
            return self.output
        return [{key: pairs[0].body.get(key) for key in ("name", "description")}]

    def expected(self) -> JSON:
        """Return the tool that is owed; ABSENT where none is."""
        return self.owed(self.said) if self.fates[0] == MUST else ABSENT

    def owed(self, tool: Tool) -> JSON:
        """Return the tool that is owed for a definition that has all its fields."""
        return ABSENT


def form(view: ProviderTool, judge: Callable[[Any, ToolPair], Iterator[Failure]]) -> Findings:
    """Judge the form that a provider's own rule asks for, and that there is a result at all."""
    if view.request_kind in (UNKNOWN_PROVIDER, MALFORMED, ODD) or not view.answered:
        return None
    if view.output is None:
        lost = Failure("lost", "/input", f"no tool came of the definition for {view.provider}")
        return (lost,) if view.fates[0] == MUST else None
    if not isinstance(view.output, dict):
        return (Failure("no-object", "/output", f"wanted a tool, {but_got(view.output)}"),)
    return tuple(failure for pair in view.pairs for failure in judge(view, pair))


def name_failures(view: ProviderTool, pair: ToolPair) -> Iterator[Failure]:
    """Name and description, unchanged; a name that the API refuses may become another one."""
    wanted = [("name", pair.source_name)] if view.request_kind != UNSAFE else []
    if pair.source_description is not ABSENT:
        wanted.append(("description", pair.source_description))
    for key, value in wanted:
        yield from changed(view, pair, key, value)


def unchanged(view: ProviderTool) -> Findings:
    """The parameters are the definition's, but for what the view lets differ."""
    if not view.schema_pairs:
        return None
    return tuple(
        schema_failure(view, pair, difference)
        for pair, difference in view.schema_differences
        if difference.kind not in OTHER_RULES
    )
