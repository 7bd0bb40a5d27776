"""Parts of Chat Completions and Responses as the content blocks of Anthropic: the half that writes."""

import base64
import binascii
import re
from typing import Any, Literal

from conformance.reference.chat_request import RequestError
from conformance.reference.errors import LOG, kind_of
from conformance.reference.members import Object, lose_rest

RefusalHistory = Literal["text", "report"]

TARGET = "an Anthropic request"
IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_DATA_URL = re.compile(r"data:([^;,]*)(?:;[^,]*)?;base64,(.*)", re.DOTALL)
_TEXTS = ("text", "input_text", "output_text")
_FILE_MEMBERS = {"file_data", "file_id", "file_url", "filename", "detail"}


def blocks_of(content: Any, place: str, refusal_history: RefusalHistory) -> list[Object]:
    """The blocks of a content, without empty texts. RequestError for what is no content."""
    if content is None or isinstance(content, str):
        return [text_block(content)] if content else []
    if not isinstance(content, list):
        raise RequestError(f"{place} is {kind_of(content)}, neither a string nor a list of parts")
    blocks: list[Object] = []
    for position, part in enumerate(content):
        where = f"{place}[{position}]"
        if not isinstance(part, dict):
            raise RequestError(f"{where} is {kind_of(part)}, not an object")
        kind = part.get("type")
        if kind in _TEXTS:
            lose_rest(part, {"type", "text"}, where, TARGET)
            if not isinstance(part.get("text"), str):
                raise RequestError(f"{where}.text is {kind_of(part.get('text'))}, not a string")
            blocks += [text_block(part["text"])] if part["text"] else []
        elif kind == "refusal":
            blocks += refusal_blocks(part.get("refusal"), where, refusal_history)
        elif kind in ("image_url", "input_image"):
            blocks.append(_image(part, where))
        elif kind in ("file", "input_file"):
            blocks.append(_file(part, where))
        else:
            inner = part.get(str(kind))
            blocks.append(_placeholder_text(str(kind), inner if isinstance(inner, dict) else {}, where))
    return blocks


def refusal_blocks(refusal: Any, place: str, refusal_history: RefusalHistory) -> list[Object]:
    """What the model refused earlier, as a text."""
    if not isinstance(refusal, str) or not refusal:
        return []
    if refusal_history == "report":
        LOG.warning("%s: %s has no place for a refusal; left out", place, TARGET)
        return []
    return [text_block(refusal)]


def text_block(text: str) -> Object:
    """A text block."""
    return {"type": "text", "text": text}


def content_of(blocks: list[Object]) -> Any:
    """A content: a string for one plain text, else the blocks."""
    return blocks[0]["text"] if len(blocks) == 1 and blocks[0].keys() == {"type", "text"} else blocks


def source_of(media_type: str, data: str) -> Object:
    """The source of an image or a PDF."""
    return {"type": "base64", "media_type": media_type, "data": data}


def text_document(text: str, title: str | None) -> Object:
    """A document that is a text."""
    source = {"type": "text", "media_type": "text/plain", "data": text}
    return {"type": "document", "source": source} | ({"title": title} if title else {})


def _image(part: Object, place: str) -> Object:
    image = part.get("image_url")
    url = image if isinstance(image, dict) else {"url": image}
    lose_rest(part, {"type", "image_url", "file_id"}, place, TARGET, ("auto",))
    lose_rest(url, {"url"}, f"{place}.image_url", TARGET, ("auto",))
    given = str(url.get("url") or "")
    found = _DATA_URL.fullmatch(given)
    if found and found[1] in IMAGES:
        return {"type": "image", "source": source_of(found[1], found[2])}
    if given and not given.startswith("data:"):
        return {"type": "image", "source": {"type": "url", "url": given}}
    return _placeholder_text("image", part, place)


def _file(part: Object, place: str) -> Object:
    """A document. A PDF is one in base64, any other text a text."""
    inner = part.get("file")
    file = inner if isinstance(inner, dict) else part
    lose_rest(part, {"type", "file"} | _FILE_MEMBERS, place, TARGET)
    name = file.get("filename")
    title = {"title": name} if isinstance(name, str) and name else {}
    if isinstance(file.get("file_url"), str):
        return {"type": "document", "source": {"type": "url", "url": file["file_url"]}, **title}
    found = _DATA_URL.fullmatch(str(file.get("file_data")))
    if found and found[1] == "application/pdf":
        return {"type": "document", "source": source_of(*found.groups()), **title}
    if found and found[1] in IMAGES:
        return {"type": "image", "source": source_of(*found.groups())}
    text = _decoded_text(found[2]) if found and found[1].startswith("text/") else None
    return _placeholder_text("file", file, place) if text is None else text_document(text, name)


def _decoded_text(data: str) -> str | None:
    try:
        return base64.b64decode(data, validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None


def _placeholder_text(kind: str, given: Object, place: str) -> Object:
    """A text in the place of what cannot travel."""
    LOG.warning("%s: %s has no place for %s like this; named in a text", place, TARGET, kind)
    name = next((given[key] for key in ("filename", "file_id", "format") if given.get(key)), "left out")
    return text_block(f"[{kind.removeprefix('input_')}: {name}]")
