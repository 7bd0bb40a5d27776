"""The demonstration server's tools: each shows schema forms that converters meet in the field.

A small library of documents is the excuse; what counts is the `inputSchema` each signature becomes.
S2's integration test needs a real server.
"""

from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import Annotated, Any, Literal
from uuid import UUID

from mcp.server import MCPServer
from mcp_types import Icon, Tool, ToolAnnotations
from pydantic import AnyUrl, BaseModel, ConfigDict, Field

NO_DESCRIPTION = "list_shelves"


class Priority(StrEnum):
    """How soon a loan is handled."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


class Grade(IntEnum):
    """The condition of a copy."""

    WORN = 1
    GOOD = 2
    NEW = 3


class Address(BaseModel):
    """A postal address."""

    street: str
    city: str = "Berlin"
    country: Annotated[str, Field(pattern="^[A-Z]{2}$")] = "DE"


class Borrower(BaseModel):
    """Who takes a document out."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=80, examples=["Ada", {"default": "Ada"}])]
    address: Address | None = None
    notes: list[str] = []
    grade: Grade = Grade.GOOD


class Setting(BaseModel):
    """One setting of a shelf."""

    value: int | float | str | bool | None = None
    locked: bool = False


class Section(BaseModel):
    """A section of a document, which holds sections."""

    title: str
    text: str = ""
    sections: list["Section"] = []


class PageRange(BaseModel):
    """Pages, first to last."""

    kind: Literal["pages"] = "pages"
    first: Annotated[int, Field(ge=1)]
    last: Annotated[int, Field(ge=1)] | None = None


class Chapter(BaseModel):
    """One chapter."""

    kind: Literal["chapter"] = "chapter"
    number: Annotated[int, Field(gt=0, lt=1000)]


class Query(BaseModel):
    """A filter whose JSON names are words of Python or of JSON Schema."""

    source: Annotated[str, Field(alias="from")] = "catalogue"
    default: str | None = None
    enum: Annotated[list[str], Field(alias="enum")] = ["a", "b"]


class Loan(BaseModel):
    """What `lend` answers with."""

    loan_id: int
    due: date
    borrower: Borrower


class DemoServer(MCPServer[None]):
    """An MCPServer that leaves one description out: MCP allows that, the decorator writes "" instead."""

    async def list_tools(self) -> list[Tool]:
        """Every tool; the one named by NO_DESCRIPTION has no description key on the wire."""
        tools = await super().list_tools()
        for tool in tools:
            if tool.name == NO_DESCRIPTION:
                tool.description = None
        return tools


server = DemoServer("conformance-demo", version="1.0.0", instructions="Tools for testing converters.")


@server.tool()
def search(
    query: Annotated[str, Field(description="Words to look for", min_length=1, max_length=200)],
    limit: Annotated[int, Field(description="How many hits at most", ge=1, le=100)] = 10,
    language: Annotated[str | None, Field(description="ISO 639-1 code; any language where absent")] = None,
    order: Literal["relevance", "date", "title"] = "relevance",
) -> list[str]:
    """Searches the catalogue."""
    return [f"{query} ({language or 'any'}, by {order})"][:limit]


@server.tool(
    title="Lend a document",
    description="Lends a document to a borrower.",
    annotations=ToolAnnotations(title="Lend", read_only_hint=False, idempotent_hint=True),
    icons=[Icon(src="data:image/svg+xml;base64,PHN2Zy8+", mime_type="image/svg+xml")],
    meta={"example.org/desk": 3},
)
def lend(document_id: int, borrower: Borrower, priority: Priority = Priority.NORMAL) -> Loan:
    """A nested model, enums, and every field MCP has beside the schema."""
    return Loan(loan_id=document_id, due=date(2030, 1, 31), borrower=borrower)


@server.tool()
def put_settings(
    settings: dict[str, Setting],
    fallback: Setting | None = None,
    labels: dict[str, list[int]] | None = None,
) -> dict[str, Setting]:
    """Replaces the settings of a shelf, by name."""
    return settings


@server.tool()
def mark_region(
    top_left: tuple[float, float],
    bottom_right: tuple[float, float] = (1.0, 1.0),
    colour: tuple[int, int, int, Literal["rgb", "hsv"]] | None = None,
) -> str:
    """Marks a region of a scanned page."""
    return f"{top_left} to {bottom_right}, {colour}"


@server.tool()
def reserve(
    document: UUID,
    start: datetime,
    day: date | None = None,
    lasts: timedelta = timedelta(hours=1),
    link: AnyUrl | None = None,
) -> str:
    """Reserves a document for a time."""
    return f"{document} from {start.isoformat()} for {lasts}"


@server.tool()
def set_price(
    amount: Annotated[float, Field(gt=0, le=1e6, multiple_of=0.01)],
    fee: Annotated[int, Field(ge=-5, lt=2**53)] = 0,
    exact: Decimal | None = None,
    code: Annotated[str, Field(pattern=r"^[A-Z]{3}-\d{2,4}$")] = "ABC-00",
) -> float:
    """Sets the price of a copy."""
    return amount + fee


@server.tool()
def store_value(
    value: int | str | list[str] | dict[str, float] | None,
    anything: Any = {"default": [1, None]},  # noqa: B006 (a default that is an object)
) -> str:
    """Stores one value of any of several types."""
    return f"{value!r}, {anything!r}"


@server.tool()
def quote(part: Annotated[PageRange | Chapter, Field(discriminator="kind")]) -> str:
    """Quotes a part of a document."""
    return part.model_dump_json()


@server.tool()
def store_outline(root: Section, parts: Annotated[set[str], Field(max_length=5)] | None = None) -> Section:
    """Stores an outline of any depth."""
    return root


@server.tool()
def list_shelves() -> list[str]:
    """Lists the shelves; this text stays here, see NO_DESCRIPTION."""
    return ["A", "B"]


@server.tool(structured_output=False)
def count() -> int:  # noqa: D103 (without a docstring the description on the wire is "")
    return 2


@server.tool()
def choose_room(default: str, required: bool = True, properties: dict[str, str] | None = None) -> str:
    """Chooses a reading room; `default` is the name of a parameter here."""
    return default


@server.tool()
def tag(
    documents: list[int],
    tags: list[str] = ["new", "unread"],  # noqa: B006 (a default that is a list)
    query: Query | None = None,
) -> int:
    """Tags documents."""
    return len(documents) * len(tags)


@server.tool()
def translate(
    text: Annotated[str, Field(description="Der Text (höchstens 2000 Zeichen)", max_length=2000)],
    into: Literal["Deutsch", "français", "日本語", "Ελλάδα 🌍"] = "日本語",
) -> str:
    """Übersetzt einen Text — 翻訳 🌍. "Quotes", a \\ and

    further lines, indented as the source has them.
    """
    return f"{into}: {text}"
