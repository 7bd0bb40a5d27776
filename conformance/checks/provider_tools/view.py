"""How one tool definition pairs with the tool it became, whatever the provider, and what every form has to hold."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import ClassVar

from conformance.checks.findings import Failure, Findings, brief
from conformance.checks.provider_tools.requests import MALFORMED, ODD, UNITED, UNKNOWN_PROVIDER, UNSAFE, USABLE, kind_of
from conformance.checks.tool_fields import OTHER_RULES, changed, schema_failure
from conformance.checks.tools import ToolsView
from conformance.formats.json_schema import Path
from conformance.laws.offers import ToolPair
from conformance.matching.alignment import EXACT, MAY, MUST, NEVER
from conformance.values import ABSENT, JSON


class ProviderTool(ToolsView):
    """One observation of tool-definition-to-provider-tool."""

    is_list: ClassVar[bool] = False
    target: ClassVar[str] = ""
    made: ClassVar[type[ToolPair]] = ToolPair

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

    def likeness(self, entry: JSON, output: JSON) -> int:
        """One request gives one tool."""
        return EXACT

    def key(self, tool: JSON) -> Hashable | None:
        """One request gives one tool."""
        return None

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

    @property
    def definition(self) -> dict[str, JSON]:
        """The definition that is given; only asked where it is one."""
        definition: dict[str, JSON] = self.given["definition"]
        return definition

    def body_of(self, result: JSON) -> tuple[JSON, Path]:
        """Return the object of a result that holds name and description, and its path."""
        return result, ()

    def pair(self, entry: int, position: int) -> ToolPair | None:
        """Return the pair; None where a field of the source is of the wrong type."""
        if self.outputs is None or self.request_kind in (UNKNOWN_PROVIDER, MALFORMED, ODD):
            return None
        result, definition = self.outputs[position], self.definition
        body, path = self.body_of(result)
        parameters = definition.get("parameters")
        return self.made(
            entry=entry,
            position=position,
            source_name=definition["name"],
            source_description=definition.get("description") or ABSENT,
            source_schema=ABSENT if parameters is None else parameters,
            result=result,
            body=body,
            body_path=path,
        )

    def texts(self, pair: ToolPair) -> Iterator[tuple[str, JSON, JSON]]:
        """Yield the texts outside the schema, but for a name that the API refuses."""
        for key, source, result in super().texts(pair):
            if key != "name" or self.request_kind != UNSAFE:
                yield key, source, result

    def schema_path(self, pair: ToolPair) -> str:
        """Return the key that holds the schema."""
        return "parameters"

    def at(self, pair: ToolPair, *path: str | int) -> Path:
        """Return the path of a place in the tool; `parameters` means the key that holds the schema."""
        if path and path[0] == "parameters":
            path = (self.schema_path(pair), *path[1:])
        return super().at(pair, *path)

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

    def bound(self, entry: JSON, output: JSON) -> JSON:
        """Unused: `essence` says what is compared."""
        return output

    def expected(self) -> JSON:
        """Return the tool that is owed; ABSENT where none is."""
        if self.fates[0] != MUST:
            return ABSENT
        definition = self.definition
        return self.owed({key: definition[key] for key in ("name", "description", "parameters")})

    def owed(self, fields: dict[str, JSON]) -> JSON:
        """Return the tool that is owed for a definition that has all its fields."""
        return ABSENT

    @property
    def said_strict(self) -> JSON:
        """The definition's strict; None where it says nothing."""
        return self.definition.get("strict")


def form(view: ProviderTool, failures: Iterator[Failure]) -> Findings:
    """Judge the form that a provider's own rule asks for, and that there is a result at all."""
    if view.request_kind in (UNKNOWN_PROVIDER, MALFORMED, ODD):
        return None
    if not view.answered:
        return None
    if view.output is None:
        if view.fates[0] != MUST:
            return None
        return (Failure("lost", "/input", f"no tool came of the definition for {view.provider}"),)
    if not isinstance(view.output, dict):
        return (Failure("no-object", "/output", f"wanted a tool, got {brief(view.output)}"),)
    return tuple(failures)


def named(view: ProviderTool, pair: ToolPair) -> Iterator[Failure]:
    """Name and description, unchanged; a name that the API refuses may become another one."""
    wanted = [("name", pair.source_name)] if view.request_kind != UNSAFE else []
    if pair.source_description is not ABSENT:
        wanted.append(("description", pair.source_description))
    for key, value in wanted:
        yield from changed(view, pair, key, value)


def unchanged(view: ProviderTool) -> Findings:
    """The parameters are the definition's, but for what the view lets differ."""
    pairs = [pair for pair in view.pairs if pair.source_schema is not ABSENT and pair.schema is not ABSENT]
    if not pairs:
        return None
    return tuple(
        schema_failure(view, pair, difference)
        for pair, difference in view.schema_differences
        if difference.kind not in OTHER_RULES
    )
