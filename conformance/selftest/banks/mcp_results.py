"""Broken converters of MCP results, for both targets: what becomes of the blocks of content."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from conformance.reference import mcp_result_to_function_call_output, mcp_result_to_tool_message
from conformance.selftest.banks.bank import Bank
from conformance.selftest.model import Convert

Object = dict[str, Any]
OTHER = "Text."


class Target(NamedTuple):
    """One of the two operations. holder: where its result has the content."""

    operation: str
    reference: Callable[..., Any]
    holder: str
    id_key: str

    @property
    def takes_media(self) -> bool:
        """Whether a result may hold images."""
        return self.holder == "output"

    def told(self, change: Callable[[str], Any]) -> Convert:
        """The reference, with a change to the text that it makes, or to each text of a list."""
        return self.result(lambda content: over_texts(content, change))

    def result(self, change: Callable[[Any], Any]) -> Convert:
        """The reference, with a change to the content that it makes."""

        def converted(given: Any) -> Any:
            made = self.reference(given)
            return made | {self.holder: change(made[self.holder])}

        return converted

    def source(self, change: Callable[[list[Any]], list[Any]], **answers: str) -> Convert:
        """The reference, of other blocks than it was given."""
        return lambda given: self.reference(with_blocks(given, change), **answers)


CHAT = Target("mcp-result-to-tool-message", mcp_result_to_tool_message, "content", "tool_call_id")
RESPONSES = Target("mcp-result-to-function-call-output", mcp_result_to_function_call_output, "output", "call_id")
TARGETS = (CHAT, RESPONSES)


def over_texts(content: Any, change: Callable[[str], Any]) -> Any:
    """Change a text, or each text of a list of parts."""
    if isinstance(content, str):
        return change(content)
    return [part | {"text": change(part["text"])} if "text" in part else part for part in content]


def result_of(given: Any) -> Object:
    """The result of an input; an empty object where there is none."""
    result = given.get("result") if isinstance(given, dict) else None
    return result if isinstance(result, dict) else {}


def blocks_of(given: Any) -> list[Any]:
    """The blocks of a result that are objects."""
    content = result_of(given).get("content")
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def with_blocks(given: Any, change: Callable[[list[Any]], list[Any]]) -> Any:
    """The same input with other blocks."""
    if not isinstance(result_of(given).get("content"), list):
        return given
    given = copy.deepcopy(given)
    return given | {"result": given["result"] | {"content": change(given["result"]["content"])}}


def with_result(given: Any, change: Callable[[Object], Object]) -> Any:
    """The same input with another result."""
    return given | {"result": change(copy.deepcopy(result_of(given)))} if result_of(given) else given


def is_type(*kinds: str) -> Callable[[Any], bool]:
    """Whether a block is of one of some types."""
    return lambda block: isinstance(block, dict) and block.get("type") in kinds


def without(is_meant: Callable[[Any], bool]) -> Callable[[list[Any]], list[Any]]:
    """Leave some blocks out."""
    return lambda blocks: [block for block in blocks if not is_meant(block)]


def is_binary(block: Any) -> bool:
    """Whether a block is no text and holds none."""
    resource = block.get("resource") if isinstance(block, dict) else None
    return is_type("image", "audio")(block) or (isinstance(resource, dict) and "blob" in resource)


def is_text(block: Any) -> bool:
    """Whether a block says something as text."""
    return is_type("text")(block) and isinstance(block.get("text"), str) and bool(block["text"].strip())


def first_text(blocks: list[Any]) -> list[Any]:
    """Leave the texts behind the first one out."""
    texts = [block for block in blocks if is_text(block)]
    return [block for block in blocks if block not in texts[1:]]


def nameless(blocks: list[Any]) -> list[Any]:
    """Give every link the same name."""
    return [block | {"name": "a link"} if is_type("resource_link")(block) else block for block in blocks]


def undescribed(blocks: list[Any]) -> list[Any]:
    """Take the descriptions of links away."""
    return [
        {key: value for key, value in block.items() if key != "description"}
        if is_type("resource_link")(block)
        else block
        for block in blocks
    ]


def bare_resources(blocks: list[Any]) -> list[Any]:
    """Turn resources with text into texts."""
    return [
        {"type": "text", "text": block["resource"]["text"]}
        if is_type("resource")(block) and isinstance((block.get("resource") or {}).get("text"), str)
        else block
        for block in blocks
    ]


def addressless(blocks: list[Any]) -> list[Any]:
    """Turn links into their names."""
    return [
        {"type": "text", "text": f"[link {block.get('name')}]"} if is_type("resource_link")(block) else block
        for block in blocks
    ]


def until_unknown(blocks: list[Any]) -> list[Any]:
    """Leave everything out where a block is of an unknown type."""
    known = is_type("text", "image", "audio", "resource", "resource_link")
    return blocks if all(map(known, blocks)) else [{"type": "text", "text": "[unsupported]"}]


def as_python(given: Any) -> str:
    """Write the content as Python shows its objects."""
    shown = ", ".join(f"TextContent(type='text', text={block.get('text')!r})" for block in blocks_of(given))
    return f"meta=None content=[{shown}] isError=False"


def images_last(content: Any) -> Any:
    """Move the texts of a list to its front."""
    return sorted(content, key=lambda part: "text" not in part) if isinstance(content, list) else content


def first_two_swapped(content: Any) -> Any:
    """Exchange the first two parts of a list."""
    return [content[1], content[0], *content[2:]] if isinstance(content, list) and len(content) > 1 else content


def images_as(mime_type: str) -> Callable[[Any], Any]:
    """Give every image of a list one type."""

    def change(content: Any) -> Any:
        if not isinstance(content, list):
            return content
        return [
            part | {"image_url": f"data:{mime_type};base64,{part['image_url'].partition(',')[2]}"}
            if "image_url" in part
            else part
            for part in content
        ]

    return change


def images_as_text(content: Any) -> Any:
    """Name images instead of sending them."""
    if not isinstance(content, list):
        return content
    return [{"type": "input_text", "text": "[an image]"} if "image_url" in part else part for part in content]


def leaks_metadata(target: Target) -> Convert:
    """Append the metadata to the text."""

    def converted(given: Any) -> Any:
        made = target.reference(given)
        meta = result_of(given).get("_meta")
        return (
            made if not meta else made | {target.holder: over_texts(made[target.holder], lambda text: f"{text} {meta}")}
        )

    return converted


def _without_type(target: Target) -> Convert:
    return lambda given: {key: value for key, value in target.reference(given).items() if key not in ("role", "type")}


def _bank(target: Target) -> Bank:
    bank = Bank(target.operation)
    ours = target.reference
    bank.add("one_id_for_all", lambda given: ours(given) | {target.id_key: "call_0"}, "RES-1", "API-2")
    bank.add("id_in_capitals", lambda g: ours(g) | {target.id_key: ours(g)[target.id_key].upper()}, "RES-1")
    bank.add("a_list_of_one", lambda given: [ours(given)], "RES-1")
    bank.add("of_no_role", _without_type(target), "RES-1", innocent=("RES-2",))
    bank.add("no_content_at_all", lambda given: {k: v for k, v in ours(given).items() if k != target.holder}, "API-1")
    bank.add(
        "of_the_user", lambda given: ours(given) | {"role": "user", "type": "message"}, "RES-1", innocent=("RES-2",)
    )
    bank.add("first_text_only", target.source(first_text), "RES-2", innocent=("RES-1", "API-1"))
    bank.add("last_block_wins", target.source(lambda blocks: blocks[-1:]), "RES-2", innocent=("RES-1", "API-1"))
    bank.add("blocks_backwards", target.source(lambda blocks: blocks[::-1]), "RES-2", innocent=("RES-1", "API-1"))
    bank.add("no_resources", target.source(without(is_type("resource"))), "RES-2", innocent=("RES-1", "RES-6"))
    bank.add("texts_only", target.source(without(lambda block: not is_type("text")(block))), "RES-4", "RES-5", "RES-6")
    bank.add("shown_by_python", lambda given: ours(given) | {target.holder: as_python(given)}, "RES-2")
    bank.add("cut", target.told(lambda text: text[:60]), "RES-2", innocent=("RES-1", "RES-13"))
    bank.add("under_a_title", target.told(lambda text: f"Tool result:\n{text}"), "RES-2a", innocent=("RES-1",))
    bank.add("in_quotes", target.told(lambda text: json.dumps(text, ensure_ascii=False)), "RES-2", "RES-2a")
    bank.add(
        "joined_in_two_ways",
        lambda given: ours(given, blocks="newline" if len(blocks_of(given)) < 3 else "nothing"),
        "RES-2a",
        innocent=("RES-1",),
    )
    bank.add("no_media", target.source(without(is_binary)), "RES-4", innocent=("RES-1",))
    bank.add("no_sounds", target.source(without(is_type("audio"))), "RES-4", innocent=("RES-1",))
    bank.add("no_links", target.source(without(is_type("resource_link"))), "RES-6", innocent=("RES-1",))
    bank.add("links_by_name", target.source(addressless), "RES-6", innocent=("RES-1",))
    bank.add("nameless_links", target.source(nameless), "RES-6a", innocent=("RES-1",))
    bank.add("links_without_description", target.source(undescribed), "RES-6b", innocent=("RES-1", "RES-6"))
    bank.add("resources_without_address", target.source(bare_resources), "RES-6a", innocent=("RES-1",))
    bank.add("gives_up_on_unknown_blocks", target.source(until_unknown), "RES-7", innocent=("RES-1", "RES-4"))
    bank.add("leaks_metadata", leaks_metadata(target), "RES-8", innocent=("RES-1",))
    if target.takes_media:
        bank.add("names_images", target.result(images_as_text), "RES-3", innocent=("RES-1",))
        bank.add("images_of_one_type", target.result(images_as("image/png")), "RES-3a", innocent=("RES-1",))
        bank.add(
            "images_twice",
            target.result(lambda content: content * 2 if isinstance(content, list) else content),
            "RES-3a",
            innocent=("RES-1",),
        )
        bank.add("images_last", target.result(images_last), "RES-3b", innocent=("RES-1",), sets=("safe",))
        bank.add("first_two_swapped", target.result(first_two_swapped), "RES-3b", innocent=("RES-1",), sets=("safe",))
    else:
        bank.add("images_in_tool_messages", _images_in_chat, "API-2")
    return bank


def _images_in_chat(given: Any) -> Any:
    """Images as parts, which the API takes from users alone."""
    made = CHAT.reference(given, blocks="parts")
    images = [
        {"type": "image_url", "image_url": {"url": f"data:{block['mimeType']};base64,{block['data']}"}}
        for block in blocks_of(given)
        if is_type("image")(block) and {"data", "mimeType"} <= block.keys()
    ]
    return made | {"content": [*made["content"], *images]}


BANKS = tuple(map(_bank, TARGETS))
