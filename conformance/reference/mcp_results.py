"""The result of an MCP tool call as a tool message, a function_call_output, or a tool_result of Anthropic."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from conformance.reference.errors import LOG, check_choices, kind_of, lack
from conformance.reference.schema import copy_json

Object = dict[str, Any]
Blocks = Literal["newline", "nothing", "blank-line", "parts", "json"]
Structured = Literal["text", "structured", "both"]
ErrorForm = Literal["prefix", "object", "own-text"]
EmptyResult = Literal["empty", "note"]

_BETWEEN = {"newline": "\n", "nothing": "", "blank-line": "\n\n"}
_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_GEMINI_TYPES = frozenset({"image/png", "image/jpeg", "image/webp", "application/pdf"})
_NO_TYPE = "application/octet-stream"
_COMPLETE = (None, "complete")
_NOTHING = "The tool returned nothing."
_NO_REASON = "The tool failed without a message."


class ResultError(ValueError):
    """An input that is no result of a tool call with the id of the call, or a result that is not complete."""


class _Choices(NamedTuple):
    blocks: Blocks
    structured: Structured
    error_form: ErrorForm
    empty_result: EmptyResult


class _Target(NamedTuple):
    """What an API's result is called, and what it holds beside texts.

    part: of an image, a sound or a file: data, type, kind, name.
    has_failures: whether a member says that the tool failed.
    """

    frame: Object
    id: str
    content: str
    text_type: str
    part: Callable[[str, str, str, str], Object | None]
    has_failures: bool = False


def _no_part(_data: str, _mime_type: str, _kind: str, _name: str) -> Object | None:
    return None


def _responses_part(data: str, mime_type: str, kind: str, name: str) -> Object | None:
    if mime_type in _IMAGES:
        return {"type": "input_image", "image_url": f"data:{mime_type};base64,{data}", "detail": "auto"}
    if kind == "file":
        return {"type": "input_file", "filename": name, "file_data": f"data:{mime_type};base64,{data}"}
    return None


def _anthropic_part(data: str, mime_type: str, _kind: str, name: str) -> Object | None:
    source = {"type": "base64", "media_type": mime_type, "data": data}
    if mime_type in _IMAGES:
        return {"type": "image", "source": source}
    if mime_type == "application/pdf":
        return {"type": "document", "source": source} | ({"title": name} if name else {})
    return None


def _gemini_part(data: str, mime_type: str, _kind: str, name: str) -> Object | None:
    if mime_type not in _GEMINI_TYPES:
        return None
    return {"inlineData": {"mimeType": mime_type, "data": data} | ({"displayName": name} if name else {})}


_CHAT = _Target({"role": "tool"}, "tool_call_id", "content", "text", _no_part)
_RESPONSES = _Target({"type": "function_call_output"}, "call_id", "output", "input_text", _responses_part)
_ANTHROPIC = _Target({"type": "tool_result"}, "tool_use_id", "content", "text", _anthropic_part, has_failures=True)
_GEMINI = _Target({}, "id", "content", "text", _gemini_part, has_failures=True)

# A text, or a part of the target's own that is no text.
_Piece = str | Object


def mcp_result_to_tool_message(
    given: Any,
    *,
    blocks: Blocks = "newline",
    structured: Structured = "text",
    error_form: ErrorForm = "prefix",
    empty_result: EmptyResult = "empty",
) -> Object:
    """The tool message for `{result, tool_call_id}`; its content holds text only, and names what is no text.

    Blocks whose audience does not name the assistant are left out.
    `structured` says which of content and structuredContent is written where a result has both; the one is written
    where the other is empty. ResultError for what is no complete result with an id.
    """
    return _converted(given, _CHAT, _Choices(blocks, structured, error_form, empty_result))


def mcp_result_to_function_call_output(
    given: Any,
    *,
    blocks: Blocks = "newline",
    structured: Structured = "text",
    error_form: ErrorForm = "prefix",
    empty_result: EmptyResult = "empty",
) -> Object:
    """The function_call_output for `{result, tool_call_id}`: a text, or a list of parts where it has images or files.

    The choices are those of `mcp_result_to_tool_message`. ResultError as there.
    """
    return _converted(given, _RESPONSES, _Choices(blocks, structured, error_form, empty_result))


def mcp_result_to_anthropic_tool_result(
    given: Any, *, structured: Structured = "text", empty_result: EmptyResult = "empty"
) -> Object:
    """The tool_result block for `{result, tool_call_id}`: each text, image and PDF is a block of its content.

    What has no block is named in a text, and so is an image of a result that failed. A result that says nothing has no
    content, or a note; one that failed has a note. ResultError as for `mcp_result_to_tool_message`.
    """
    made = _converted(given, _ANTHROPIC, _Choices("parts", structured, "own-text", empty_result))
    content = [part for part in made.pop("content") if part["type"] != "text" or part["text"].strip()]
    if given["result"].get("isError") is not True:
        return made | ({"content": content} if content else {})
    # The API refuses a failure without a word.
    return made | {"content": content or [{"type": "text", "text": _NOTHING}], "is_error": True}


def mcp_result_to_gemini_function_response(
    given: Any, *, structured: Structured = "text", empty_result: EmptyResult = "empty"
) -> Object:
    """The part with the functionResponse for `{result, name, tool_call_id?}`: its texts are `output`, or `error`.

    Structured content without other content is the object itself, or `output`. Images and PDFs are beside it as parts;
    what has none is named in the text, and so is an image of a result that failed. ResultError as there.
    """
    name, call = (given.get(key) if isinstance(given, dict) else None for key in ("name", "tool_call_id"))
    if not isinstance(name, str) or not name:
        raise ResultError(lack("name", name, "a string"))
    made = _converted(
        {**given, "tool_call_id": call or name}, _GEMINI, _Choices("parts", structured, "own-text", empty_result)
    )
    texts = [part["text"] for part in made["content"] if "text" in part]
    media = [part for part in made["content"] if "text" not in part]
    said: Object = {"name": name, "response": _response(given["result"], texts)}
    return {"functionResponse": {**({"id": call} if call else {}), **said, **({"parts": media} if media else {})}}


def _response(result: Object, texts: list[str]) -> Object:
    """The object of a result: the structured content where there is no other content, else its texts."""
    value, text = result.get("structuredContent"), "\n".join(texts)
    if result.get("isError") is True:
        return {"error": text if text.strip() else _NO_REASON}
    if value is not None and texts == [_value_text(value)]:
        return (
            copy_json(value)
            if isinstance(value, dict) and value and "error" not in value
            else {"output": copy_json(value)}
        )
    return {"output": text}


def _converted(given: Any, target: _Target, choices: _Choices) -> Object:
    check_choices(choices)
    call, result = _read(given, "tool_call_id")
    if result.get("isError") is True and target.has_failures:
        target = target._replace(part=_no_part)  # the API takes texts alone beside its own word
    pieces = list(_pieces(result, target))
    value = result.get("structuredContent")
    if value is not None:
        pieces = _with_structured(pieces, value, choices)
    texts = [piece for piece in pieces if isinstance(piece, str)]
    if result.get("isError") is True and not target.has_failures:
        pieces = _pieces_of_failure(pieces, choices)
    elif not any(texts) and len(texts) == len(pieces):
        pieces = [""] if choices.empty_result == "empty" else [_NOTHING]
    return {**target.frame, target.id: call, target.content: _content(pieces, target, choices.blocks)}


def _read(given: Any, name: str) -> tuple[str, Object]:
    """The id of the call, which is under `name`, and the result."""
    if not isinstance(given, dict):
        raise ResultError(f"the input is {kind_of(given)}, not an object with result and {name}")
    call, result = given.get(name), given.get("result")
    if not isinstance(call, str) or not call:
        raise ResultError(lack(name, call, "a string"))
    if not isinstance(result, dict):
        raise ResultError(lack("result", result, "an object"))
    if result.get("resultType") not in _COMPLETE:
        raise ResultError(f"result.resultType is {result['resultType']!r}: the call is not complete")
    if not isinstance(result.get("content"), list):
        raise ResultError(lack("result.content", result.get("content"), "a list"))
    return call, result


def _pieces(result: Object, target: _Target) -> Iterator[_Piece]:
    for position, block in enumerate(result["content"]):
        if not _is_for_model(block):
            LOG.info("result.content[%d]: not for the assistant; left out", position)
            continue
        kind = block.get("type") if isinstance(block, dict) else None
        try:
            yield from _of_block(block, kind, target)
        except (KeyError, TypeError, AttributeError):
            LOG.warning("result.content[%d]: not a content block of type %r; left out", position, kind)
            yield f"[{kind or 'content'}: malformed, left out]"


def _is_for_model(block: Any) -> bool:
    annotations = block.get("annotations") if isinstance(block, dict) else None
    audience = annotations.get("audience") if isinstance(annotations, dict) else None
    return not isinstance(audience, list) or "assistant" in audience


def _of_block(block: Object, kind: Any, target: _Target) -> Iterator[_Piece]:
    if kind == "text":
        yield _text(block["text"])
    elif kind in ("image", "audio"):
        yield _media(_text(block["data"]), _text(block["mimeType"]), kind, target)
    elif kind == "resource":
        yield from _resource(block["resource"], target)
    elif kind == "resource_link":
        said = [f"{key}: {block[key]}" for key in ("title", "description", "mimeType", "size") if block.get(key)]
        yield "\n".join([f"[resource link {_text(block['name'])}: {_text(block['uri'])}]", *said])
    else:
        LOG.warning("a block of type %r: no part of the API holds it; named instead", _text(kind))
        yield f"[{kind}: left out]"


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _media(data: str, mime_type: str, kind: str, target: _Target, name: str = "") -> _Piece:
    return target.part(data, mime_type, kind, name) or f"[{kind} {name or mime_type}: left out]"


def _resource(resource: Object, target: _Target) -> Iterator[_Piece]:
    uri = _text(resource["uri"])
    if "text" in resource:
        text = _text(resource["text"])
        yield f"[resource {uri}]"
        yield text
        return
    yield f"[resource {uri}]"
    yield _media(
        _text(resource["blob"]), resource.get("mimeType") or _NO_TYPE, "file", target, uri.split("/")[-1] or uri
    )


def _with_structured(pieces: list[_Piece], value: Any, choices: _Choices) -> list[_Piece]:
    """Choose between content and structured content. Images and files stay."""
    written = _value_text(value)
    if not any(piece.strip() if isinstance(piece, str) else piece for piece in pieces):
        return [written]
    texts = [piece for piece in pieces if isinstance(piece, str)]
    if choices.structured == "structured":
        return [written, *(piece for piece in pieces if not isinstance(piece, str) or _is_note(piece))]
    if choices.structured == "both" and not any(_says(text, value) for text in texts):
        return [*pieces, written]
    return pieces


def _is_note(piece: str) -> bool:
    return piece.startswith("[") and piece.endswith(": left out]")


def _value_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _says(text: str, value: Any) -> bool:
    try:
        return _value_text(json.loads(text)) == _value_text(value)
    except (ValueError, RecursionError):
        return False


def _pieces_of_failure(pieces: list[_Piece], choices: _Choices) -> list[_Piece]:
    """Say that the tool failed: no member of a tool message or a function_call_output does."""
    texts = [piece for piece in pieces if isinstance(piece, str)]
    others = [piece for piece in pieces if not isinstance(piece, str)]
    if not any(text.strip() for text in texts):
        texts = [_NO_REASON]
    if choices.error_form == "prefix":
        return [f"Error: {texts[0]}", *texts[1:], *others]
    if choices.error_form == "object":
        said: Any = texts if len(texts) > 1 else texts[0]
        return [_value_text({"error": said}), *others]
    return [*texts, *others] if texts == [_NO_REASON] else pieces


def _content(pieces: list[_Piece], target: _Target, blocks: Blocks) -> Any:
    if all(isinstance(piece, str) for piece in pieces) and blocks != "parts":
        return _joined_texts([str(piece) for piece in pieces], blocks)
    return [{"type": target.text_type, "text": piece} if isinstance(piece, str) else piece for piece in pieces]


def _joined_texts(texts: list[str], blocks: Blocks) -> str:
    if blocks == "json":
        return _value_text(texts) if len(texts) > 1 else texts[0]
    return _BETWEEN[blocks].join(texts)
