"""Reads tools of MCP servers, and the results of their calls, into the model."""

from __future__ import annotations

from typing import Final

from conformance.formats.cursor import Node, unread
from conformance.formats.openai import Says, schema_of
from conformance.model.conversation import AUDIO, IMAGE, PARTS, Media, Result, Said, Text
from conformance.model.fact import Other, Path
from conformance.model.request import Tool
from conformance.values import ABSENT, JSON

FORMAT: Final = "mcp"
KINDS: Final = {"image": IMAGE, "audio": AUDIO}  # of blocks that hold data


def read_tools(value: JSON, at: Path = ()) -> tuple[Tool, ...]:
    """Read a list of tools. What is no list has none."""
    entries = value if isinstance(value, list) else []
    return tuple(read_tool(one, (*at, number)) for number, one in enumerate(entries))


def read_tool(value: JSON, at: Path = ()) -> Tool:
    """Read one tool. What is no object has the kind ""."""
    node = Node(value, at, FORMAT)
    if not isinstance(value, dict):
        return Tool(kind="", **node.fact)
    name, about = node.take("name", str), node.take("description", str)
    return Tool(name=name, description=about, schema=schema_of(node, "inputSchema", dict), **node.fact)


def read_result(value: JSON, at: Path = (), id: str | None = None) -> Result:
    """Read the result of a call. id: of the call, which the result itself does not have."""
    node = Node(value, at, FORMAT)
    form = PARTS if isinstance(node.peek("content"), list) else ""
    content = _content(node)
    structured = node.take("structuredContent")
    node.drop("resultType", only=("complete",))
    failed = node.take("isError", bool)
    return Result(
        id=id, form=form, content=content, structured=ABSENT if structured is None else structured, failed=failed,
        **node.fact,
    )  # fmt: skip


def _content(node: Node) -> Says:
    at, blocks = node.list("content")
    return tuple(_block(one, (*at, number)) for number, one in enumerate(blocks))


def _block(value: JSON, at: Path) -> Said | Other:
    node = Node(value, at, FORMAT)
    type_ = node.take("type", str)
    if type_ == "text" and (text := node.take("text", str)) is not None:
        return Text(value=text, **node.fact)
    if type_ in KINDS and (data := node.take("data", str)) is not None:
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
    return unread(value, at, FORMAT, type_)


def _is_whole(resource: JSON) -> bool:
    """Whether a resource has a place, and either a text or data."""
    if not isinstance(resource, dict) or not isinstance(resource.get("uri"), str):
        return False
    held = [resource[name] for name in ("text", "blob") if resource.get(name) is not None]
    return len(held) == 1 and isinstance(held[0], str)
