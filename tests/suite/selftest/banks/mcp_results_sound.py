"""Sound converters of MCP results: built differently, and taking what the rules leave free."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from conformance.reference import mcp_result_to_gemini_function_response
from tests.suite.selftest.banks.bank import references
from tests.suite.selftest.banks.mcp_results import (
    ANTHROPIC,
    CHAT,
    GEMINI,
    RESPONSES,
    TARGETS,
    BankOperation,
    Object,
    blocks_of,
    finished,
    over_texts,
    result_of,
    with_blocks,
)
from tests.suite.selftest.model import Convert, Sound

CHOICES = {
    "blocks": ("newline", "nothing", "blank-line", "parts", "json"),
    "structured": ("text", "structured", "both"),
    "error_form": ("prefix", "object", "own-text"),
    "empty_result": ("empty", "note"),
}
# The answers of each sound converter, to the choices of any target.
Answers = dict[Callable[[BankOperation, Any], Any], tuple[tuple[str, str], ...]]
# Further members that the API of each target takes.
_BESIDE: dict[BankOperation, Object] = {
    CHAT: {"name": "search"},
    RESPONSES: {"status": "completed"},
    ANTHROPIC: {"cache_control": {"type": "ephemeral"}},
    GEMINI: {"scheduling": "SILENT"},
}
_INNER = ("text", "data", "blob")


def _checked(target: BankOperation, given: Any) -> Object:
    """What the reference makes of an input that it takes. Raises ValueError for a block that is none."""
    for block in blocks_of(given):
        holder = block.get("resource") if isinstance(block.get("resource"), dict) else block
        if block.get("type") not in ("text", "image", "audio", "resource", "resource_link"):
            raise ValueError(f"a block of type {block.get('type')!r}")
        if not any(isinstance(holder.get(key), str) for key in (*_INNER, "uri")):
            raise ValueError("a block without content")
    if len(blocks_of(given)) != len(result_of(given).get("content") or ()):
        raise ValueError("a block that is no object")
    made: Object = target.reference(given)
    return made


def json_of_the_result(target: BankOperation, given: Any) -> Any:
    """The JSON of what the server sent, without what is for the client."""
    made, result = _checked(target, given), result_of(given)
    said = {
        "content": [_plain(block) for block in result["content"]],
        "isError": bool(result.get("isError")),
        "structuredContent": result.get("structuredContent"),
    }
    if any(block.get("type") == "text" and _says(block, said["structuredContent"]) for block in blocks_of(given)):
        del said["structuredContent"]
    images = [part for part in made[target.holder] if isinstance(part, dict) and "text" not in part]
    text = json.dumps(said, ensure_ascii=False)
    return made | {target.holder: [target.text(text), *images] if images else text}


def _says(block: Object, value: Any) -> bool:
    try:
        return value is not None and bool(json.loads(block["text"]) == value)
    except ValueError:
        return False


def _plain(block: Object) -> Object:
    kept = {key: value for key, value in block.items() if key not in ("_meta", "annotations", "icons")}
    if isinstance(kept.get("resource"), dict):
        kept["resource"] = _plain(kept["resource"])
    return {key: "(binary)" if key in ("data", "blob") else value for key, value in kept.items()}


def for_everybody(target: BankOperation, given: Any) -> Any:
    """Nobody reads the audience, and blank texts are left out."""

    def change(blocks: list[Any]) -> list[Any]:
        plain = [{k: v for k, v in b.items() if k != "annotations"} if isinstance(b, dict) else b for b in blocks]
        return [
            b for b in plain if not (isinstance(b, dict) and isinstance(b.get("text"), str) and not b["text"].strip())
        ]

    return target.reference(with_blocks(given, change))


def in_other_words(target: BankOperation, given: Any) -> Any:
    """Other words for what is left out, failed or empty, and further members."""
    made = target.reference(given, blocks="blank-line", error_form="own-text", empty_result="note")
    content = over_texts(made[target.holder], lambda text: text.replace(": left out]", " (binary data, not shown)]"))
    status = _BESIDE[target]
    if result_of(given).get("isError") is True:
        note = "The tool reported a failure; fix the arguments and try again."
        content = target.with_more(content, f"\n{note}")
    return {**status, **made, target.holder: content}


def in_one_text(target: BankOperation, given: Any) -> Any:
    """One text, where there are texts alone."""
    made = target.reference(given)
    content = made[target.holder] or []
    is_text = all("text" in part for part in content)
    return made | {target.holder: "\n\n".join(part["text"] for part in content)} if is_text else made


def resources_as_documents(target: BankOperation, given: Any) -> Any:
    """A resource with a text is a document; the API takes none in a result that is an error."""
    if result_of(given).get("isError"):
        return target.reference(given)
    made = target.reference(with_blocks(given, lambda blocks: [block for block in blocks if not _has_text(block)]))
    documents = [_document(block["resource"]) for block in blocks_of(given) if _has_text(block)]
    if not documents or len(documents) < len(blocks_of(given)):  # their order is that of the blocks
        return target.reference(given)
    return made | {target.holder: documents}


def _has_text(block: Any) -> bool:
    resource = block.get("resource") if isinstance(block, dict) else None
    return isinstance(resource, dict) and isinstance(resource.get("text"), str) and bool(resource["text"].strip())


def _document(resource: Object) -> Object:
    source = {"type": "text", "media_type": "text/plain", "data": resource["text"]}
    return {"type": "document", "source": source, "title": resource.get("uri", "")}


def in_parts(target: BankOperation, given: Any) -> Any:
    """Always a list of parts."""
    made = target.reference(given, blocks="parts", error_form="own-text")
    return made | {target.holder: [part for part in made[target.holder] if part.get("text") != ""] or ""}


def json_again(target: BankOperation, given: Any) -> Any:
    """A text that is JSON is decoded and encoded again; malformed blocks are refused."""
    made = _checked(target, given)
    return made | {target.holder: over_texts(made[target.holder], _again)}


def _again(text: str) -> str:
    try:
        value = json.loads(text) if text.strip()[:1] in ("{", "[") else None
        return text if value is None else json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError):
        return text


def as_it_can(target: BankOperation, given: Any) -> Any:
    """An error names what the API cannot hold."""
    for block in blocks_of(given):
        held = block.get("resource") if isinstance(block.get("resource"), dict) else {}
        if block.get("type") == "audio" or (isinstance(held.get("blob"), str) and "text" not in held):
            raise NotImplementedError(
                f"no place for {'audio' if held == {} else 'binary data'} in the result of a tool"
            )
    return target.reference(given)


def with_ids_that_are_taken(target: BankOperation, given: Any) -> Any:
    """An id that the API refuses is another one, which the call in the same request has too."""
    made = target.reference(given)
    id_ = str(given["tool_call_id"])
    return made | ({} if re.fullmatch("[a-zA-Z0-9_-]+", id_) else {"tool_use_id": f"toolu_{id_.encode().hex()}"})


_ANSWERS: Answers = {
    as_it_can: (("error-form", "prefix"),),
    json_of_the_result: (("error-form", "object"), ("unknown-block", "raise")),
    for_everybody: (("blocks", "newline"), ("structured", "text"), ("error-form", "prefix"), ("empty-result", "empty")),
    in_other_words: (("blocks", "blank-line"), ("empty-result", "note")),
    in_parts: (("blocks", "parts"), ("error-form", "own-text")),
    json_again: (("blocks", "newline"), ("unknown-block", "raise")),
}


_OF_BLOCKS: Answers = {
    in_one_text: (("empty-result", "empty"),),
    resources_as_documents: (("empty-result", "empty"),),
    with_ids_that_are_taken: (("empty-result", "empty"),),
}


# Gemini's own.


def _renamed(change: Callable[[Object], Object], target: BankOperation, given: Any) -> Any:
    """The part of the reference, with a change to its object."""
    made = target.finish(target.reference(given))
    held = made["functionResponse"]
    return {"functionResponse": {**held, "response": change(held["response"])}}


def under_result(target: BankOperation, given: Any) -> Any:
    """What the tool returned is under another name."""
    return _renamed(lambda said: {"result": said["output"]} if list(said) == ["output"] else said, target, given)


def error_in_words(target: BankOperation, given: Any) -> Any:
    """That the tool failed is said by words."""
    return _renamed(
        lambda said: {"output": f"Error: {said['error']}"} if list(said) == ["error"] else said, target, given
    )


def without_ids(target: BankOperation, given: Any) -> Any:
    """The id of the call is left out, and images are named by the SDK's spelling."""
    made = target.finish(target.reference(given))
    return {"function_response": {key: value for key, value in made["functionResponse"].items() if key != "id"}}


def the_whole_result(target: BankOperation, given: Any) -> Any:
    """The object is the result of the server, without what is for the client; images are beside it."""
    made, result = _checked(target, given), result_of(given)
    held = target.finish(made)["functionResponse"]
    said = {"content": [_plain(block) for block in result["content"]], "isError": bool(result.get("isError"))}
    value = result.get("structuredContent")
    is_said = any(block.get("type") == "text" and _says(block, value) for block in blocks_of(given))
    said |= {} if value is None or is_said else {"structuredContent": value}
    return {"functionResponse": {**held, "response": said}}


_OF_PARTS: Answers = {
    under_result: (("empty-result", "empty"),),
    error_in_words: (("empty-result", "empty"),),
    without_ids: (("empty-result", "empty"),),
    the_whole_result: (("unknown-block", "raise"),),
}


def _sounds(target: BankOperation) -> Iterator[Sound]:
    choices = {name: CHOICES[name] for name in ("structured", "empty_result")} if target.by_laws else CHOICES
    if target is GEMINI:
        yield from references(target.operation, mcp_result_to_gemini_function_response, choices, 15)
    else:
        yield from references(target.operation, target.reference, choices, 15)
    asked = {name.replace("_", "-") for name in choices} | {"unknown-block"}
    further = {ANTHROPIC: _OF_BLOCKS, GEMINI: _OF_PARTS}.get(target, {})
    for function, answers in (_ANSWERS | further).items():
        if target.by_laws and function is in_parts:
            continue  # as the reference
        convert: Convert = finished(target, partial(function, target))
        own = tuple(answer for answer in answers if answer[0] in asked)
        yield Sound(function.__name__, target.operation, convert, answers=own)


SOUND = tuple(sound for target in TARGETS for sound in _sounds(target))
