"""What is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.model.conversation import FUNCTION, Cache, Conversation
from conformance.formats.model.fact import Fact

NONE, AUTO, REQUIRED, CHECKED = "none", "auto", "required", "checked"  # modes of a choice
PLAIN, OBJECT, SCHEMA = "plain", "object", "schema"  # kinds of answer formats
JSON_SCHEMA, OPENAPI = "json schema", "openapi"


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema(Fact):
    """A schema. dialect: what its words mean. Its value is opaque here."""

    value: JSON
    dialect: str = JSON_SCHEMA


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Fact):
    """A tool. word: a hosted tool's own type. host: the format that a hosted tool is of.

    input: the grammar of a custom tool. tools: of a group. later: it is loaded only when it is looked for.
    """

    kind: str = FUNCTION
    name: str | None = None
    description: str | None = None
    schema: Schema | None = None
    strict: bool | None = None
    word: str | None = None
    host: str | None = None
    input: JSON | Absent = ABSENT
    tools: tuple[Tool, ...] = ()
    later: bool | None = None
    cache: Cache | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolChoice(Fact):
    """Which tools may, or must, be called. names: of the tools, each with its kind; None where it names none.

    is_list: the names are a list of allowed ones.
    """

    mode: str
    names: tuple[tuple[str, str], ...] | None = None
    is_list: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFormat(Fact):
    """The form that the answer must have."""

    kind: str
    name: str | None = None
    description: str | None = None
    schema: Schema | None = None
    strict: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Fact):
    """One setting. name: from the table in settings.py."""

    name: str
    value: JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(Fact):
    """A request. tools is None where it says nothing of them."""

    conversation: Conversation = field(default_factory=Conversation)
    tools: tuple[Tool, ...] | None = None
    choice: ToolChoice | None = None
    format: AnswerFormat | None = None
    settings: tuple[Setting, ...] = ()
    cache: Cache | None = None
