"""Broken converters of MCP results, for each target: what becomes of the blocks of content."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from conformance.reference import (
    mcp_result_to_anthropic_tool_result,
    mcp_result_to_function_call_output,
    mcp_result_to_gemini_function_response,
    mcp_result_to_tool_message,
)
from conformance.rules.contracts import load_specifications
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.model import Convert

Object = dict[str, Any]
OTHER = "Text."


class BankOperation(NamedTuple):
    """One operation. holder: where its result has the content. text_type: of a text among its parts.

    by_laws: whether its rules are those of laws.yaml. Then a member says that a tool failed. finish: makes what its API
    takes of what the reference here and its changes give.
    """

    operation: str
    reference: Callable[..., Any]
    holder: str
    id_key: str
    text_type: str
    by_laws: bool = False
    finish: Callable[[Any], Any] = lambda made: made

    @property
    def takes_media(self) -> bool:
        """Whether a result may hold images."""
        return self.id_key != "tool_call_id"

    def rules(self, *names: str) -> tuple[str, ...]:
        """The rules of this operation, by what they are called in the others."""
        return tuple(name.replace("RES-", "RESULT-") if self.by_laws else name for name in names)

    def text(self, text: str) -> Object:
        """A text as a part."""
        return {"type": self.text_type, "text": text}

    def with_more(self, content: Any, text: str) -> Any:
        """A content with one more text behind it."""
        return f"{content}\n{text}" if isinstance(content, str) else [*content, self.text(text)]

    def told(self, change: Callable[[str], Any]) -> Convert:
        """The reference, with a change to the text that it makes, or to each text of a list."""
        return self.result(lambda content: over_texts(content, change))

    def result(self, change: Callable[[Any], Any]) -> Convert:
        """The reference, with a change to the content that it makes."""

        def converted(given: Any) -> Any:
            made = self.reference(given)
            return self.with_content(made, change(made[self.holder]))

        return converted

    def with_content(self, made: Object, content: Any) -> Object:
        """The result with another content; by laws, an empty one is none."""
        if self.by_laws and content == "":
            return {key: value for key, value in made.items() if key != self.holder}
        return made | {self.holder: content}

    def source(self, change: Callable[[list[Any]], list[Any]], **answers: str) -> Convert:
        """The reference, of other blocks than it was given."""
        return lambda given: self.reference(with_blocks(given, change), **answers)


def _block(given: Any, blocks: str = "", error_form: str = "", **answers: Any) -> Any:
    """The block for Anthropic, which has no such choices, with a content in any case."""
    return {"content": ""} | mcp_result_to_anthropic_tool_result(given, **answers)


CHAT = BankOperation("mcp-result-to-tool-message", mcp_result_to_tool_message, "content", "tool_call_id", "text")
RESPONSES = BankOperation(
    "mcp-result-to-function-call-output", mcp_result_to_function_call_output, "output", "call_id", "input_text"
)
ANTHROPIC = BankOperation("mcp-result-to-anthropic-tool-result", _block, "content", "tool_use_id", "text", by_laws=True)


def _flat(given: Any, blocks: str = "", error_form: str = "", **answers: Any) -> Any:
    """What a functionResponse says, as a block for Anthropic says it, with the name of the function."""
    held = mcp_result_to_gemini_function_response(given, **answers)["functionResponse"]
    response, is_failed = held["response"], "error" in held["response"]
    said = response.get("error", response.get("output")) if len(response) == 1 else response
    text = said if isinstance(said, str) else json.dumps(response if said is None else said, ensure_ascii=False)
    images = [_block_of_part(part["inlineData"]) for part in held.get("parts", ())]
    flags = {"is_error": True} if is_failed else {}
    own = {key: held[key] for key in ("id", "name") if key in held}
    return {"type": "tool_result", **own, "content": [{"type": "text", "text": text}, *images], **flags}


def _block_of_part(held: Object) -> Object:
    source = {"type": "base64", "media_type": held["mimeType"], "data": held["data"]}
    kind = "image" if held["mimeType"].startswith("image/") else "document"
    return {"type": kind, "source": source}


def function_response(made: Any) -> Any:
    """The part for Gemini of what `_flat` and changes of it give; what is no such block stays."""
    if isinstance(made, list):
        return [function_response(each) for each in made]
    if not isinstance(made, dict) or made.get("type") != "tool_result":
        return made
    content = made.get("content")
    listed = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    texts = [part["text"] for part in listed if "text" in part]
    value = "\n".join(texts) if listed else "" if content == [] else content
    flag = made.get("is_error")
    response = {"error" if flag is True else "output": value} | ({"isError": flag} if isinstance(flag, str) else {})
    parts = [{"inlineData": {"mimeType": part["source"]["media_type"], "data": part["source"]["data"]}}
             for part in listed if isinstance(part.get("source"), dict) and "media_type" in part["source"]]  # fmt: skip
    known = ("type", "content", "is_error", "cache_control")
    rest = {key: member for key, member in made.items() if key not in known}
    return {"functionResponse": {**rest, "response": response, **({"parts": parts} if parts else {})}}


GEMINI = BankOperation(
    "mcp-result-to-gemini-function-response", _flat, "content", "name", "text", by_laws=True, finish=function_response
)
TARGETS = (CHAT, RESPONSES, ANTHROPIC, GEMINI)


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
        return [_of_type(part, mime_type) if is_image(part) else part for part in content]

    return change


def is_image(part: Object) -> bool:
    """Whether a part is an image."""
    return part["type"] in ("image", "input_image")


def _of_type(part: Object, mime_type: str) -> Object:
    if "source" in part:
        return part | {"source": part["source"] | {"media_type": mime_type}}
    return part | {"image_url": f"data:{mime_type};base64,{part['image_url'].partition(',')[2]}"}


def first_line_stripped(text: str) -> str:
    """Take the indentation of the first line away."""
    return text.lstrip(" \t") if "\n" in text else text


def images_as_text(target: BankOperation) -> Callable[[Any], Any]:
    """Name images instead of sending them."""

    def change(content: Any) -> Any:
        if not isinstance(content, list):
            return content
        return [target.text("[an image]") if is_image(part) else part for part in content]

    return change


def leaks_metadata(target: BankOperation) -> Convert:
    """Append the metadata to the text."""

    def converted(given: Any) -> Any:
        made = target.reference(given)
        meta = result_of(given).get("_meta")
        return (
            made if not meta else made | {target.holder: over_texts(made[target.holder], lambda text: f"{text} {meta}")}
        )

    return converted


def _without_type(target: BankOperation) -> Convert:
    return lambda given: {key: value for key, value in target.reference(given).items() if key not in ("role", "type")}


# By operation, what its API leaves free.
UNSEEN = {
    GEMINI.operation: (
        "one_id_for_all", "of_no_role", "of_the_user", "error_flag_as_text", "errors_without_text", "null_for_nothing",
    ),
}  # fmt: skip


def finished(target: BankOperation, function: Convert) -> Convert:
    """A converter whose result is what the API of a target takes."""
    return lambda given: target.finish(function(given))


def adding(bank: Bank, target: BankOperation) -> Callable[..., None]:
    """Return what adds a mutant of a target, with its own names of the rules, where its contract has these."""
    known = {rule.id for rule in load_specifications().contracts[target.operation].rules}

    def add(name: str, function: Convert, *rules: str, innocent: tuple[str, ...] = (), **more: Any) -> None:
        own, free = target.rules(*rules), target.rules(*innocent)
        if known.issuperset(own) and name not in UNSEEN.get(target.operation, ()):
            bank.add(name, finished(target, function), *own, innocent=free, **more)

    return add


def _bank(target: BankOperation) -> Bank:
    bank = Bank(target.operation)
    add = adding(bank, target)
    ours = target.reference
    add("one_id_for_all", lambda given: ours(given) | {target.id_key: "call_0"}, "RES-1", "API-2")
    add("id_in_capitals", lambda g: ours(g) | {target.id_key: ours(g)[target.id_key].upper()}, "RES-1")
    add("a_list_of_one", lambda given: [ours(given)], "RES-1")
    add("of_no_role", _without_type(target), "RES-1", innocent=("RES-2",))
    if not target.by_laws:  # there it may be absent, and texts may be joined in any way
        add("no_content_at_all", lambda given: {k: v for k, v in ours(given).items() if k != target.holder}, "API-1")
        add(
            "joined_in_two_ways",
            lambda given: ours(given, blocks="newline" if len(blocks_of(given)) < 3 else "nothing"),
            "RES-2a",
            innocent=("RES-1",),
        )
    add("of_the_user", lambda given: ours(given) | {"role": "user", "type": "message"}, "RES-1", innocent=("RES-2",))
    add("first_text_only", target.source(first_text), "RES-2", innocent=("RES-1", "API-1"))
    add("last_block_wins", target.source(lambda blocks: blocks[-1:]), "RES-2", innocent=("RES-1", "API-1"))
    add("blocks_backwards", target.source(lambda blocks: blocks[::-1]), "RES-2", innocent=("RES-1", "API-1"))
    add("no_resources", target.source(without(is_type("resource"))), "RES-2", innocent=("RES-1", "RES-6"))
    add("texts_only", target.source(without(lambda block: not is_type("text")(block))), "RES-4", "RES-5", "RES-6")
    add("shown_by_python", lambda given: ours(given) | {target.holder: as_python(given)}, "RES-2")
    add("cut", target.told(lambda text: text[:60]), "RES-2", innocent=("RES-1", "RES-13"))
    add("under_a_title", target.told(lambda text: f"Tool result:\n{text}"), "RES-2a", innocent=("RES-1",))
    add("in_quotes", target.told(lambda text: json.dumps(text, ensure_ascii=False)), "RES-2", "RES-2a")
    add("no_media", target.source(without(is_binary)), "RES-4", innocent=("RES-1",))
    add("no_sounds", target.source(without(is_type("audio"))), "RES-4", innocent=("RES-1",))
    add("no_links", target.source(without(is_type("resource_link"))), "RES-6", innocent=("RES-1",))
    add("links_by_name", target.source(addressless), "RES-6", innocent=("RES-1",))
    add("nameless_links", target.source(nameless), "RES-6a", innocent=("RES-1",))
    add("links_without_description", target.source(undescribed), "RES-6b", innocent=("RES-1", "RES-6"))
    add("resources_without_address", target.source(bare_resources), "RES-6a", innocent=("RES-1",))
    add("gives_up_on_unknown_blocks", target.source(until_unknown), "RES-7", innocent=("RES-1", "RES-4"))
    add("leaks_metadata", leaks_metadata(target), "RES-8", innocent=("RES-1",))
    if target.by_laws:  # the others have examples of what is wrong
        add("first_line_stripped", target.told(first_line_stripped), "RES-2b", innocent=("RES-1", "RES-3"))
        add("every_picture_an_image", target.result(images_as("image/svg+xml")), "RESULT-3c", innocent=("RES-1",))
    if target.takes_media:
        add("names_images", target.result(images_as_text(target)), "RES-3", innocent=("RES-1",))
        add("images_of_one_type", target.result(images_as("image/png")), "RES-3a", innocent=("RES-1",))
        add(
            "images_twice",
            target.result(lambda content: content * 2 if isinstance(content, list) else content),
            "RES-3a",
            innocent=("RES-1",),
        )
        add("images_last", target.result(images_last), "RES-3b", innocent=("RES-1",), sets=("safe",))
        add("first_two_swapped", target.result(first_two_swapped), "RES-3b", innocent=("RES-1",), sets=("safe",))
    else:
        add("images_in_tool_messages", _images_in_chat, "API-2")
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
