"""Reads tools of MCP servers, and the results of their calls, into the model."""

from __future__ import annotations

from typing import Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import Bare, ObjectCursor, unread
from conformance.formats.facts import word
from conformance.formats.model.conversation import AUDIO, IMAGE, PARTS, Media, Result, Text, Utterance
from conformance.formats.model.fact import Other, Path
from conformance.formats.model.reading import NotOwed, ParsedSide
from conformance.formats.model.request import Tool
from conformance.formats.openai import Says, schema_of

FORMAT: Final = "mcp"
KINDS: Final = {"image": IMAGE, "audio": AUDIO}  # of blocks that hold data
_TYPES: Final = frozenset({"text", *KINDS, "resource_link", "resource"})


def read_tools(value: JSON, at: Path = ()) -> tuple[Tool, ...]:
    """Read a list of tools. What is no list has none."""
    entries = value if isinstance(value, list) else []
    return tuple(read_tool(entry, (*at, number)) for number, entry in enumerate(entries))


def read_tool(value: JSON, at: Path = ()) -> Tool:
    """Read one tool. What is no object has the kind ""."""
    node = ObjectCursor(value, at, FORMAT)
    if not isinstance(value, dict):
        return Tool(kind="", **node.fact)
    name, about = node.take("name", str), node.take("description", str)
    return Tool(name=name, description=about, schema=schema_of(node, "inputSchema", dict), **node.fact)


def read_returned(value: JSON) -> ParsedSide:
    """Read {result, tool_call_id}: a result with the id of its call. A block that is for people may be left out."""
    given = value if isinstance(value, dict) else {}
    held = given["result"] if isinstance(given.get("result"), dict) else {}
    result = read_result(held, ("result",), word(given, "tool_call_id"), Bare)
    others = [part for part in result.content if isinstance(part, Other)]
    unknown = tuple(other for other in others if word(other.value) not in (None, *_TYPES))
    hidden = [at for at, part in enumerate(held["content"]) if _is_for_people(part)] if result.content else []
    return ParsedSide(answer=None, value=value, returned=result, freedom=NotOwed(
        optional=frozenset([("result", "content", at) for at in hidden]),
        unknown=unknown,
        is_broken=len(others) > len(unknown) or not isinstance(held.get("isError"), bool | None),
    ))  # fmt: skip


def _is_for_people(block: JSON) -> bool:
    annotations = block.get("annotations") if isinstance(block, dict) else None
    audience = annotations.get("audience") if isinstance(annotations, dict) else None
    return isinstance(audience, list) and "assistant" not in audience


def read_result(value: JSON, at: Path = (), id: str | None = None, reads: type[ObjectCursor] = ObjectCursor) -> Result:
    """Read the result of a call. id: of the call, which the result itself does not have. reads: its objects."""
    node = reads(value, at, FORMAT)
    form = PARTS if isinstance(node.peek("content"), list) else ""
    content = _content(node)
    structured = node.take("structuredContent")
    node.drop("resultType", only=("complete",))
    failed = node.take("isError", bool)
    return Result(
        id=id, form=form, content=content, structured=ABSENT if structured is None else structured, failed=failed,
        **node.fact,
    )  # fmt: skip


def _content(node: ObjectCursor) -> Says:
    at, blocks = node.list("content")
    return tuple([_block(type(node)(block, (*at, number), FORMAT)) for number, block in enumerate(blocks)])


def _block(node: ObjectCursor) -> Utterance | Other:
    type_ = node.take("type", str)
    if type_ == "text" and (text := node.take("text", str)) is not None:
        return Text(value=text, **node.fact)
    if type_ in KINDS and (data := node.take("data", str)) is not None and node.word("mimeType") is not None:
        media_type = node.take("mimeType", str)
        return Media(kind=KINDS[type_], data=data, media_type=media_type, is_inline=True, **node.fact)
    if type_ == "resource_link" and node.word("uri") is not None and node.word("name") is not None:
        url, name, about = (node.take(member, str) for member in ("uri", "name", "description"))
        return Media(kind="", url=url, name=name, about=about, media_type=node.take("mimeType", str), **node.fact)
    if type_ == "resource" and _is_whole(node.peek("resource")):
        held = node.child("resource")
        text, data, url = (held.take(member, str) for member in ("text", "blob", "uri"))
        media_type = held.take("mimeType", str)
        return Media(kind="", url=url, text=text, data=data, media_type=media_type, is_inline=True, **node.fact)
    return unread(node.raw, node.path, FORMAT, type_)


def _is_whole(resource: JSON) -> bool:
    """Whether a resource has a place, and either a text or data."""
    if not isinstance(resource, dict) or not isinstance(resource.get("uri"), str):
        return False
    held = [resource[name] for name in ("text", "blob") if resource.get(name) is not None]
    return len(held) == 1 and isinstance(held[0], str)
