"""What the APIs accept: the pinned schemas of their types, relaxed, and the rules that no schema states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.values import JSON

KINDS = (
    "chat-request",
    "chat-response",
    "chat-chunk",
    "responses-request",
    "responses-response",
    "responses-event",
    "mcp-tool",
    "anthropic-tool",
    "google-tool",
)
# Whose tools can be judged by the list.
TARGETS = ("openai-chat", "openai-responses", "anthropic", "google")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What there is to say against a value. level: "refused", or "warning" for what is taken and yet troubles.

    The rest as in Refusal.
    """

    level: str
    message: str
    param: str | None
    code: str | None
    rule: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """How an API refuses a value.

    message: in the API's own words. param, code: as the API writes them beside it. rule: the id of the rule in
    specs/api/rules.json, or "schema" where the pinned schema alone refuses. at: JSON pointer into the value.
    status: of the HTTP answer.
    """

    message: str
    param: str | None
    code: str | None
    rule: str
    at: str
    status: int = 400
    type: str = "invalid_request_error"

    def body(self) -> dict[str, object]:
        """Return the body of the answer."""
        return {"error": {"message": self.message, "type": self.type, "param": self.param, "code": self.code}}


def refusals_of(kind: str, value: JSON) -> tuple[Refusal, ...]:
    """Return why a value is refused; empty for one that is accepted. The first is what the API would answer with.

    kind: one of KINDS. Raises nothing for any JSON value; SpecificationError where specs/api/ is damaged.
    """
    return tuple(
        Refusal(message=found.message, param=found.param, code=found.code, rule=found.rule, at=found.at)
        for found in findings_of(kind, value)
        if found.level == "refused"
    )


def accepts(kind: str, value: JSON) -> bool:
    """Whether a value is accepted, without the reasons."""
    from conformance.oracles.judge import is_accepted

    return is_accepted(kind, value)


def fits_schema(kind: str, value: JSON) -> bool:
    """Whether the pinned schema of a kind accepts a value, whatever the rules beyond it say."""
    from conformance.oracles.judge import fits_schema

    return fits_schema(kind, value)


def findings_of(kind: str, value: JSON, index: int = 0) -> list[Finding]:
    """Return all that is to say against a value, warnings too.

    index: the place of a tool in its list, as the messages name it.
    """
    from conformance.oracles.judge import findings

    return findings(kind, value, index)


def findings_of_tools(target: str, tools: Sequence[JSON]) -> list[Finding]:
    """Return what an API has to say against a list of tools. `at` points into the list; "" for the list itself.

    target: one of TARGETS.
    """
    from conformance.oracles import tool_lists

    return tool_lists.findings_of_tools(target, tools)


def schema_takes_tools(target: str, tools: Sequence[JSON]) -> bool:
    """Whether the pinned schema takes a list of tools of one of the two OpenAI APIs, whatever the rules beyond it say.

    May say no of text that holds lone surrogates. Raises KeyError for another target.
    """
    from conformance.oracles import tool_lists

    return tool_lists.schema_takes_tools(target, tools)


def rules_of() -> dict[str, str]:
    """Return what each rule demands, in words, by its id; the pinned schema's too."""
    from conformance.oracles.judge import SCHEMA
    from conformance.oracles.table import table

    return {SCHEMA: "The value is valid for the pinned schema.", **{one.id: one.text for one in table().rules.values()}}
