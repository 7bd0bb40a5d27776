"""The messages of an Anthropic request, as Chat Completions messages: the half that reads."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Literal, NamedTuple

from conformance.reference.chat_request import RequestError
from conformance.reference.errors import LOG, kind_of
from conformance.reference.members import Object, lose, lose_rest
from conformance.reference.schema import copy_json

Thinking = Literal["report", "dialect"]
ToolError = Literal["prefix", "json", "report"]
ResultMedia = Literal["user-message", "placeholder", "refuse"]

_NO_REASON = "The tool failed without a message."


class MessageTarget(NamedTuple):
    """What a target can hold. Its messages have the form of Chat Completions; Responses is made of them.

    holds_more: media in results, URLs of files, and the place of a text behind a call. marks_failures: a result that
    failed is marked with `is_error`.
    """

    name: str
    holds_more: bool
    marks_failures: bool = False


CHAT = MessageTarget("a Chat request", holds_more=False)
RESPONSES = MessageTarget("a Responses request", holds_more=True)


class HistoryChoices(NamedTuple):
    """The answers to the choices about messages. dialect: the member reasoning_content of some hosts."""

    thinking: Thinking
    tool_error: ToolError
    result_media: ResultMedia


class MessagesReader:
    """Reads the messages of one request."""

    def __init__(self, target: MessageTarget, choices: HistoryChoices) -> None:
        self._target = target
        self._choices = choices

    def messages(self, request: Object) -> list[Object]:
        """The messages, those of the system first. RequestError for what is no list of them, or says nothing."""
        given = request.get("messages")
        if not isinstance(given, list) or not all(isinstance(element, dict) for element in given):
            raise RequestError(f"messages is {kind_of(given)}, not a list of objects")
        placed = [(f"messages[{position}]", message) for position, message in enumerate(given)]
        read = {"system": self._spoken, "user": self._asked, "assistant": self._answered}
        messages = self._spoken([("", {"role": "system", "content": request.get("system")})])
        for role, run in groupby(placed, lambda pair: str(pair[1].get("role"))):
            if role not in read:
                raise RequestError(f"a message has the role {role!r:.40}, which is unknown")
            messages += read[role](list(run))
        if not messages:
            raise RequestError("messages: none of them says anything")
        if messages[-1]["role"] == "assistant":
            # The host would go on from it. OpenAI's models answer anew.
            LOG.warning("messages: %s has no place for the beginning of an answer; it is a message", self._target.name)
        return messages

    def _spoken(self, run: list[tuple[str, Object]]) -> list[Object]:
        """The messages of the system."""
        made = []
        for place, message in run:
            where = f"{place}.content" if place else "system"
            parts = [part for at, block in self._blocks(message, where) for part in self._parts(block, at)]
            if parts:
                made.append({"role": message["role"], "content": content_of(parts)})
        return made

    def _asked(self, run: list[tuple[str, Object]]) -> list[Object]:
        """The messages of users that follow each other: first all results, their media, then the rest."""
        results: list[Object] = []
        media: list[Object] = []
        others: list[Object] = []
        for place, message in run:
            parts: list[Object] = []
            for at, block in self._blocks(message, f"{place}.content"):
                if block.get("type") == "tool_result":
                    results.append(self._result(block, at, media))
                else:
                    parts += self._parts(block, at)
            if parts:
                others.append({"role": "user", "content": content_of(parts)})
        return [*results, *([{"role": "user", "content": media}] if media else []), *others]

    def _answered(self, run: list[tuple[str, Object]]) -> list[Object]:
        """What the model said and called until somebody answered: one message, or several where order counts."""
        made: list[Object] = []
        parts: list[Object] = []
        calls: list[Object] = []
        thoughts: list[str] = []

        def close() -> None:
            if parts or calls:
                message: Object = {"role": "assistant", "content": content_of(parts) if parts else None}
                message |= {"reasoning_content": "".join(thoughts)} if thoughts else {}
                made.append(message | ({"tool_calls": list(calls)} if calls else {}))
            for values in (parts, calls, thoughts):
                values.clear()

        for at, block in (block for place, message in run for block in self._blocks(message, f"{place}.content")):
            kind = block.get("type")
            if kind == "tool_use":
                calls.append(self._call(block, at))
            elif kind == "thinking" and self._choices.thinking == "dialect" and not self._target.holds_more:
                thoughts.append(str(block.get("thinking")))
                lose(f"{at}.signature", block.get("signature"), self._target.name)
            elif kind != "text":
                LOG.warning("%s: %s has no place for %s; left out", at, self._target.name, kind)
            elif found := self._parts(block, at):
                if calls and self._target.holds_more:
                    close()
                elif calls:
                    LOG.warning("%s: a text behind a call; in %s it is before it", at, self._target.name)
                parts += found
        close()
        return made

    def _blocks(self, message: Object, place: str) -> Iterator[tuple[str, Object]]:
        """The blocks of a content, each with its place."""
        content = message.get("content")
        if place != "system":
            lose_rest(message, {"role", "content"}, place.removesuffix(".content"), self._target.name)
        if isinstance(content, str):
            yield place, {"type": "text", "text": content}
        elif isinstance(content, list) and all(isinstance(block, dict) for block in content):
            yield from ((f"{place}[{position}]", block) for position, block in enumerate(content))
        elif content is not None:
            raise RequestError(f"{place} is {kind_of(content)}, neither a string nor a list of blocks")

    def _call(self, block: Object, place: str) -> Object:
        given = {key: block.get(key) for key in ("id", "name", "input")}
        for (key, value), kind in zip(given.items(), (str, str, dict), strict=True):
            if not isinstance(value, kind):
                raise RequestError(f"{place}.{key} is {kind_of(value)}")
        lose_rest(block, {"type", *given}, place, self._target.name, ({"type": "direct"},))
        return call_of(given["id"], given["name"], given["input"])

    def _result(self, block: Object, place: str, media: list[Object]) -> Object:
        """The tool message of a result. media: what a user message must hold for it."""
        call_id = block.get("tool_use_id")
        if not isinstance(call_id, str):
            raise RequestError(f"{place}.tool_use_id is {kind_of(call_id)}")
        lose_rest(block, {"type", "tool_use_id", "content", "is_error"}, place, self._target.name)
        inner = self._blocks({"content": block.get("content")}, f"{place}.content")
        parts = [part for at, entry in inner for part in self._parts(entry, at)]
        if not self._target.holds_more:
            parts = self._without_media(parts, call_id, place, media)
        mark = {}
        if block.get("is_error") is True and self._target.marks_failures:
            mark = {"is_error": True}
        elif block.get("is_error") is True:
            parts = self._failed(parts, place)
        return {"role": "tool", "tool_call_id": call_id, "content": content_of(parts), **mark}

    def _without_media(self, parts: list[Object], call_id: str, place: str, media: list[Object]) -> list[Object]:
        texts = [part for part in parts if part["type"] == "text"]
        found = [part for part in parts if part["type"] != "text"]
        if not found:
            return texts
        if self._choices.result_media == "refuse":
            raise RequestError(f"{place}: a tool message of Chat Completions holds texts only")
        if self._choices.result_media == "placeholder":
            LOG.warning("%s: a tool message holds texts only; images and files are left out", place)
            return [*texts, *(_text(f"[{part['type'].removesuffix('_url')}: left out]") for part in found)]
        LOG.warning("%s: a tool message holds texts only; images and files are in a user message behind it", place)
        media += [_text(f"Attached by the tool call {call_id}:"), *found]
        return [*texts, _text(f"[{len(found)} attached: image or file, in the next user message]")]

    def _failed(self, parts: list[Object], place: str) -> list[Object]:
        """Say that the tool failed, which no member says."""
        if self._choices.tool_error == "report":
            LOG.warning("%s.is_error: %s has no place for it; left out", place, self._target.name)
            return parts
        texts = [part["text"] for part in parts if part["type"] == "text"] or [_NO_REASON]
        others = [part for part in parts if part["type"] != "text"]
        if self._choices.tool_error == "prefix":
            return [*map(_text, [f"Error: {texts[0]}", *texts[1:]]), *others]
        return [_text(text_of_value({"error": "".join(texts)})), *others]

    def _parts(self, block: Object, place: str) -> list[Object]:
        """The parts of a block that is neither a call nor a result."""
        kind = block.get("type")
        if kind == "text":
            lose_rest(block, {"type", "text"}, place, self._target.name)
            if not isinstance(block.get("text"), str):
                raise RequestError(f"{place}.text is {kind_of(block.get('text'))}")
            return [_text(block["text"])] if block["text"] else []
        if kind == "image":
            lose_rest(block, {"type", "source"}, place, self._target.name)
            return [self._image(block.get("source"), place)]
        if kind == "document":
            return self._document(block, place)
        if kind == "search_result":
            lose_rest(block, {"type", "source", "title", "content"}, place, self._target.name, ({"enabled": False},))
            head = _text(f"[search result: {block.get('title')}, {block.get('source')}]")
            inner = self._blocks({"content": block.get("content")}, f"{place}.content")
            return [head, *(part for at, entry in inner for part in self._parts(entry, at))]
        if kind == "tool_reference":
            LOG.warning("%s: %s has no place for it; named in a text", place, self._target.name)
            return [_text(f"[tool: {block.get('tool_name')}]")]
        LOG.warning("%s: %s has no place for %s; left out", place, self._target.name, kind)
        return []

    def _image(self, source: Any, place: str) -> Object:
        given = source if isinstance(source, dict) else {}
        if given.get("type") == "base64":
            url = f"data:{given.get('media_type')};base64,{given.get('data')}"
            return {"type": "image_url", "image_url": {"url": url}}
        if given.get("type") == "url":
            return {"type": "image_url", "image_url": {"url": given.get("url")}}
        return self._named("image", given, f"{place}.source")

    def _document(self, block: Object, place: str) -> list[Object]:
        lose_rest(block, {"type", "source", "title", "context"}, place, self._target.name, ({"enabled": False},))
        source, title = block.get("source"), block.get("title")
        given = source if isinstance(source, dict) else {}
        heads = [_text(f"[document: {title}]")] if title else []
        context = [_text(block["context"])] if block.get("context") else []
        kind = given.get("type")
        if kind == "text":
            return [*heads, *context, _text(str(given.get("data")))]
        if kind == "content":
            inner = self._blocks({"content": given.get("content")}, f"{place}.source.content")
            return [*heads, *context, *(part for at, entry in inner for part in self._parts(entry, at))]
        if kind == "base64":
            data = f"data:{given.get('media_type')};base64,{given.get('data')}"
            file = {"filename": title or "document.pdf", "file_data": data}
            return [*context, {"type": "file", "file": file}]
        if kind == "url" and self._target.holds_more:
            return [*heads, *context, {"type": "file", "file": {"file_url": given.get("url")}}]
        return [*heads, *context, self._named("document", given, f"{place}.source")]

    def _named(self, kind: str, source: Object, place: str) -> Object:
        """A text in the place of what cannot travel."""
        LOG.warning("%s: %s has no place for %s of this source; named in a text", place, self._target.name, kind)
        return _text(f"[{kind}: {source.get('url') or source.get('file_id') or 'left out'}]")


def call_of(id_: Any, name: Any, value: Any) -> Object:
    """The entry of tool_calls for a tool_use block."""
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": text_of_value(value)}}


def text_of_value(value: Any) -> str:
    """A value as JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def content_of(parts: list[Object]) -> Any:
    """A content: a string for one text, or none; else the parts."""
    if len(parts) < 2 and all(part["type"] == "text" for part in parts):
        return "".join(part["text"] for part in parts)
    return copy_json(parts)


def _text(text: str) -> Object:
    return {"type": "text", "text": text}
