"""The contents of a Gemini request, as messages in the form of Chat Completions: the half that reads."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from conformance.reference.anthropic_messages import (
    CHAT,
    HistoryChoices,
    MessageTarget,
    call_of,
    content_of,
    text_of_value,
)
from conformance.reference.chat_request import RequestError
from conformance.reference.errors import LOG, kind_of
from conformance.reference.members import Object, list_in, lose, lose_rest

_NO_REASON = "The tool failed without a message."
# The members by which a client gives a text as an object.
_TEXTS = ("output", "result", "content")
_STEPS = ("executableCode", "codeExecutionResult", "toolCall", "toolResponse")
_SOUNDS = {"audio/wav": "wav", "audio/x-wav": "wav", "audio/mp3": "mp3", "audio/mpeg": "mp3"}
_ENDINGS = {"text/plain": "txt", "text/markdown": "md"}  # where a file is not named like its type
_BESIDE = {"thought", "thoughtSignature"}


class ContentsReader:
    """Reads the contents of one request, whose members are in camelCase.

    target: what it can hold. marks_failures: whether a result that failed is marked with `is_error`, as Anthropic's.
    """

    def __init__(self, choices: HistoryChoices, target: MessageTarget = CHAT, *, marks_failures: bool = False) -> None:
        self._choices = choices
        self._target = target
        self._known: set[str] = set()
        self._made = 0
        self._open: list[tuple[str, str]] = []  # the ids and names of calls without a result

    def messages(self, request: Object) -> list[Object]:
        """The messages, that of the system first. RequestError for what is no list of contents, or says nothing."""
        contents = request.get("contents")
        if not isinstance(contents, list) or not all(isinstance(content, dict) for content in contents):
            raise RequestError(f"contents is {kind_of(contents)}, not a list of objects")
        placed = [(f"contents[{position}]", content) for position, content in enumerate(contents)]
        self._known = {str(id_) for _place, part in _all_parts(placed) if (id_ := _id_of(part))}
        messages = self._system(request.get("systemInstruction"))
        for is_model, run in groupby(placed, lambda pair: pair[1].get("role") == "model"):
            messages += (self._answered if is_model else self._asked)(list(run))
        if not messages:
            raise RequestError("contents: none of them says anything")
        if messages[-1]["role"] == "assistant":
            LOG.warning("contents: %s has no place for the beginning of an answer; it is a message", self._target.name)
        return messages

    def _system(self, given: Any) -> list[Object]:
        held = {"parts": [{"text": given}]} if isinstance(given, str) else given
        if not isinstance(held, dict):
            return []
        parts = [part for place, given_part in _parts_of("systemInstruction", held)
                 for part in self._said(given_part, place)]  # fmt: skip
        return [{"role": "system", "content": content_of(parts)}] if parts else []

    def _asked(self, run: list[tuple[str, Object]]) -> list[Object]:
        """The messages of contents of users that follow each other: all results, their media, then the rest."""
        results: list[Object] = []
        media: list[Object] = []
        others: list[Object] = []
        for place, content in run:
            if content.get("role") not in (None, "user", "function"):
                raise RequestError(f"{place}.role is {content['role']!r:.40}, which is unknown")
            parts: list[Object] = []
            for at, part in _parts_of(place, content):
                if isinstance(part.get("functionResponse"), dict):
                    results.append(self._result(part["functionResponse"], f"{at}.functionResponse", media))
                else:
                    parts += self._said(part, at)
            if parts:
                others.append({"role": "user", "content": content_of(parts)})
            elif any(part.get("text") == "" for _at, part in _parts_of(place, content)) and not results:
                others.append({"role": "user", "content": ""})
        return [*results, *([{"role": "user", "content": media}] if media else []), *others]

    def _answered(self, run: list[tuple[str, Object]]) -> list[Object]:
        """The message of what the model said and called until somebody answered."""
        parts: list[Object] = []
        calls: list[Object] = []
        thoughts: list[str] = []
        made: list[Object] = []
        self._open = []
        for at, part in _all_parts(run):
            if part.get("thoughtSignature"):
                LOG.warning("%s.thoughtSignature: %s has no place for signatures of thoughts", at, self._target.name)
            if part.get("thought") is True:
                if self._choices.thinking == "dialect" and isinstance(part.get("text"), str):
                    thoughts.append(part["text"])
                else:
                    LOG.warning("%s: %s has no place for the thought; left out", at, self._target.name)
            elif isinstance(part.get("functionCall"), dict):
                calls.append(self._call(part["functionCall"], f"{at}.functionCall"))
                lose_rest(part, {"functionCall", *_BESIDE}, at, self._target.name)
            elif not isinstance(part.get("text"), str):
                LOG.warning("%s: %s has no place for %s of the model; left out", at, self._target.name, "/".join(part))
            elif part["text"]:
                if calls and self._target.holds_more:
                    made += _answer(parts, calls, thoughts)
                    parts, calls = [], []
                elif calls:
                    LOG.warning("%s: a text behind a call; in %s it is before it", at, self._target.name)
                parts += self._said(part, at)
        return made + _answer(parts, calls, thoughts)

    def _call(self, call: Object, place: str) -> Object:
        name, given = call.get("name"), call.get("args", {})
        if not isinstance(name, str) or not isinstance(given, dict):
            raise RequestError(f"{place}: a call has a name, and an object of arguments")
        lose_rest(call, {"id", "name", "args"}, place, self._target.name)
        id_ = call.get("id") or self._new_id()
        self._open.append((str(id_), name))
        return call_of(id_, name, given)

    def _new_id(self) -> str:
        while True:
            self._made += 1
            made = f"call_{self._made}"
            if made not in self._known:
                return made

    def _result(self, result: Object, place: str, media: list[Object]) -> Object:
        """The tool message of a result. media: what a user message must hold for it."""
        call_id = self._answers(result)
        response = result.get("response", {})
        if not isinstance(response, dict):
            raise RequestError(f"{place}.response is {kind_of(response)}, not an object")
        lose_rest(result, {"id", "name", "response", "parts"}, place, self._target.name)
        text = self._text(response, f"{place}.response")
        shown = [made for at, part in _parts_of(place, result) for made in self._said(part, at)]
        texts = [{"type": "text", "text": text}] if text else []
        if shown:
            texts += shown if self._target.holds_more else self._moved(shown, call_id, place, media)
        failed = {"is_error": True} if self._target.marks_failures and response.get("error") is not None else {}
        return {"role": "tool", "tool_call_id": call_id, "content": content_of(texts), **failed}

    def _answers(self, result: Object) -> str:
        """The id of the call that a result answers: its own, or that of the first open call, of its name if any."""
        own, name = result.get("id"), result.get("name")
        ways = (lambda call: call[0] == own,) if own else (lambda call: call[1] == name, lambda _call: True)
        found = next((call for way in ways for call in self._open if way(call)), None)
        if found is None:
            if not own:
                raise RequestError(f"the result of {name!r:.40} answers no call")
            return str(own)
        self._open.remove(found)
        return found[0]

    def _text(self, response: Object, place: str) -> str:
        """What a result says: its only text, or its JSON; a failed one says so as the choice says."""
        key, value = next(iter(response.items())) if len(response) == 1 else ("", None)
        if response.get("error") is None:
            is_text = isinstance(value, str) and key in _TEXTS
            return str(value) if is_text else text_of_value(response) if response else ""
        said = value if isinstance(value, str) else text_of_value(response)
        if self._target.marks_failures:
            return said or _NO_REASON
        if self._choices.tool_error == "report":
            LOG.warning("%s.error: %s has no place for the failure of a tool", place, self._target.name)
            return said or _NO_REASON
        if self._choices.tool_error == "prefix":
            return f"Error: {said or _NO_REASON}"
        return text_of_value(response)

    def _moved(self, shown: list[Object], call_id: str, place: str, media: list[Object]) -> list[Object]:
        """The texts of a result in the place of media, which go to a message of the user, or are left out."""
        if self._choices.result_media == "refuse":
            raise RequestError(f"{place}.parts: a tool message of Chat Completions holds texts only")
        held = [part for part in shown if part["type"] != "text"]
        texts = [part for part in shown if part["type"] == "text"]
        if not held:
            return texts
        if self._choices.result_media == "placeholder":
            LOG.warning("%s.parts: a tool message holds texts only; images and files are left out", place)
            return [*texts, *({"type": "text", "text": f"[{part['type'].removesuffix('_url')}: left out]"}
                              for part in held)]  # fmt: skip
        LOG.warning("%s.parts: a tool message holds texts only; images and files are in a user message", place)
        media += [{"type": "text", "text": f"Attached by the tool call {call_id}:"}, *held]
        return [*texts, {"type": "text", "text": f"[{len(held)} attached: image or file, in the next user message]"}]

    def _said(self, part: Object, place: str) -> list[Object]:
        """The parts of a part that is neither a call nor a result."""
        if isinstance(part.get("text"), str):
            lose_rest(part, {"text", *_BESIDE}, place, self._target.name)
            return [{"type": "text", "text": part["text"]}] if part["text"] else []
        for key in ("inlineData", "fileData"):
            if isinstance(part.get(key), dict):
                lose_rest(part, {key, *_BESIDE}, place, self._target.name)
                return [self._medium(part[key], f"{place}.{key}")]
        if not set(part) <= _BESIDE:
            LOG.warning("%s: %s has no place for %s; left out", place, self._target.name, "/".join(part))
        return []

    def _medium(self, held: Object, place: str) -> Object:
        """The part of Chat Completions for media; a text where the target has none."""
        type_, data, url, name = (held.get(key) for key in ("mimeType", "data", "fileUri", "displayName"))
        data = _in_base64(data) if isinstance(data, str) else data
        if type_ is None and isinstance(url, str) and self._target.holds_more:
            type_ = "application/pdf"  # a file, of which nothing else is said
        major = str(type_).partition("/")[0]
        if data is not None and str(type_) in _SOUNDS and not self._target.holds_more:
            return {"type": "input_audio", "input_audio": {"data": data, "format": _SOUNDS[str(type_)]}}
        if major == "image":
            lose(f"{place}.displayName", name, self._target.name)
            return {"type": "image_url", "image_url": {"url": url if data is None else f"data:{type_};base64,{data}"}}
        if data is not None and major not in ("audio", "video"):
            file = {"filename": name or _file_name(str(type_)), "file_data": f"data:{type_};base64,{data}"}
            return {"type": "file", "file": file}
        if type_ == "application/pdf" and isinstance(url, str) and self._target.holds_more:
            return {"type": "file", "file": {"file_url": url} | ({"filename": name} if name else {})}
        LOG.warning(
            "%s: %s has no place for %s of this source; named in a text", place, self._target.name, type_ or "a file"
        )
        lose(f"{place}.displayName", name, self._target.name)
        noun = major if major in ("audio", "video") else "file"
        return {"type": "text", "text": f"[{noun}: {url or 'left out'}]"}


def _file_name(type_: str) -> str:
    """A name for a file that has none: hosts tell from its ending what it is."""
    return f"document.{_ENDINGS.get(type_, type_.rpartition('/')[2])}" if "/" in type_ else "document"


def _in_base64(data: str) -> str:
    """Data in the usual alphabet: clients of Gemini write in that of URLs too, and leave out what fills up the end."""
    usual = data.translate(str.maketrans("-_", "+/"))
    return usual + "=" * (-len(usual) % 4)


def _answer(parts: list[Object], calls: list[Object], thoughts: list[str]) -> list[Object]:
    """The message of what the model said and called, if it did."""
    if not parts and not calls:
        return []
    message: Object = {"role": "assistant", "content": content_of(parts) if parts else None}
    message |= {"reasoning_content": "".join(thoughts)} if thoughts else {}
    return [message | ({"tool_calls": calls} if calls else {})]


def _all_parts(placed: list[tuple[str, Object]]) -> Iterator[tuple[str, Object]]:
    for place, content in placed:
        yield from _parts_of(place, content)


def _parts_of(place: str, content: Object) -> Iterator[tuple[str, Object]]:
    """The parts of a content, each with its place."""
    for position, part in enumerate(list_in(content, "parts")):
        if not isinstance(part, dict):
            raise RequestError(f"{place}.parts[{position}] is {kind_of(part)}, not an object")
        yield f"{place}.parts[{position}]", part


def _id_of(part: Object) -> Any:
    call = part.get("functionCall")
    return call.get("id") if isinstance(call, dict) else None
