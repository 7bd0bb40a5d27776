"""The messages of Chat Completions as the contents of a Gemini request: the half that writes."""

import base64
import mimetypes
import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from conformance.reference.anthropic_blocks import RefusalHistory
from conformance.reference.anthropic_messages import Thinking
from conformance.reference.anthropic_turns import MalformedArguments
from conformance.reference.chat_request import RequestError
from conformance.reference.errors import LOG, kind_of
from conformance.reference.members import Object, list_in, lose_rest
from conformance.reference.tool_calls import decode_arguments

LateSystem = Literal["user-text", "hoist"]
ImageUrl = Literal["file", "report"]

TARGET = "a Gemini request"
# What the API takes in the place of a signature that it did not make: the text skip_thought_signature_validator.
STAND_IN = base64.b64encode(b"skip_thought_signature_validator").decode()
_SIGNING = re.compile(r"(models/)?gemini-3")  # models that want each step of the current turn signed
_DATA_URL = re.compile(r"data:([^;,]*)(?:;[^,]*)?;base64,(.*)", re.DOTALL)
_SOUNDS = {"wav": "audio/wav", "mp3": "audio/mp3"}
_USUAL_IMAGE = "image/jpeg"  # of an address that does not say what is there
_BEGINNING = "Begin."  # what a user says before a model that calls first
_CALLS = {"function": "arguments", "custom": "input"}


class ContentChoices(NamedTuple):
    """The answers to the choices about messages."""

    late_system: LateSystem
    malformed_arguments: MalformedArguments
    refusal_history: RefusalHistory
    thinking: Thinking
    image_url: ImageUrl


class _PlacedCall(NamedTuple):
    """A call: its part, and the part of its result, as soon as there is one."""

    id: str | None
    name: str
    part: Object
    result: list[Object]


class _Turn:
    """What one side says until the other one does."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.parts: list[Object] = []
        self.calls: list[_PlacedCall] = []

    @property
    def results(self) -> list[Object]:
        """The results of its calls, in their order: without ids, a result is found by its position."""
        return [part for call in self.calls for part in call.result]


class ContentsWriter:
    """Takes the messages of a request in their order, and puts what they say where the API wants it."""

    def __init__(self, choices: ContentChoices, model: Any) -> None:
        self._choices = choices
        self._is_signing = isinstance(model, str) and bool(_SIGNING.match(model))
        self._system: list[Object] = []
        self._turns: list[_Turn] = []

    def take(self, message: Any, place: str) -> None:
        """Take a message. RequestError for what is none."""
        if not isinstance(message, dict):
            raise RequestError(f"{place} is {kind_of(message)}, not an object")
        role, read = message.get("role"), {"role", "content"}
        if role in ("tool", "function"):
            self._result(message, place)
            # The mark of a failure is written by the half that reads Anthropic's requests.
            read |= {"tool_call_id", "is_error"} | ({"name"} if role == "function" else set())
        elif role in ("system", "developer"):
            self._instruct(self._parts(message, place), place)
        elif role == "user":
            self._last("user").parts += self._parts(message, place)
        elif role == "assistant":
            self._answer(message, place)
            read |= {"refusal", "tool_calls", "function_call", "reasoning_content"}
        else:
            raise RequestError(f"{place}: role {role!r:.40} is unknown")
        lose_rest(message, read, place, TARGET)

    def made(self) -> Object:
        """The members `systemInstruction` and `contents`."""
        self._sign()
        contents: list[Object] = []
        spoken = [turn for turn in self._turns if turn.parts]
        if any(turn.calls for turn in takewhile(lambda turn: turn.role == "model", spoken)):
            LOG.warning("messages: %s begins with no call; before it is a text of the user", TARGET)
            contents.append({"role": "user", "parts": [{"text": _BEGINNING}]})
        for turn in self._turns:
            for role, parts in ((turn.role, turn.parts), ("user", turn.results)):
                contents += [{"role": role, "parts": parts}] if parts else []
        said = _without_blanks(self._system)
        if not contents and said:
            LOG.warning("messages: %s needs one that is not of the system; the system's is the user's", TARGET)
            return {"contents": [{"role": "user", "parts": said}]}
        if not contents:
            raise RequestError("messages: none of them says anything")
        return ({"systemInstruction": {"parts": self._system}} if self._system else {}) | {"contents": contents}

    def _last(self, role: str) -> _Turn:
        """The turn that goes on."""
        if not self._turns or self._turns[-1].role != role or self._turns[-1].results:
            self._turns.append(_Turn(role))
        return self._turns[-1]

    def _instruct(self, parts: list[Object], place: str) -> None:
        is_late = any(turn.parts for turn in self._turns) and bool(parts)
        if is_late and self._choices.late_system == "user-text":
            LOG.warning("%s: a system message behind others; it is a text of the user", place)
            self._last("user").parts += [{"text": f"[system] {part['text']}"} if "text" in part else part
                                         for part in _without_blanks(parts)]  # fmt: skip
            return
        if is_late:
            LOG.warning("%s: a system message behind others; it is before them", place)
        self._system += parts

    def _answer(self, message: Object, place: str) -> None:
        """Take what the model thought, said and called."""
        turn = self._last("model")
        thought = message.get("reasoning_content")
        if thought and isinstance(thought, str) and self._choices.thinking == "dialect":
            turn.parts.append({"text": thought, "thought": True})
        elif thought:
            LOG.warning("%s.reasoning_content: the thoughts of the model are left out", place)
        turn.parts += [*self._parts(message, place), *self._refused(message.get("refusal"), f"{place}.refusal")]
        for position, call in enumerate(list_in(message, "tool_calls")):
            self._call(call, turn, f"{place}.tool_calls[{position}]")
        if isinstance(message.get("function_call"), dict):
            self._call({"function": message["function_call"]}, turn, f"{place}.function_call")

    def _call(self, call: Any, turn: _Turn, place: str) -> None:
        kind = str(call.get("type") or "function") if isinstance(call, dict) else ""
        body = call.get(kind) if kind in _CALLS else None
        if not isinstance(body, dict) or not isinstance(body.get("name"), str) or not body["name"]:
            raise RequestError(f"{place} is no call of a function or a custom tool")
        lose_rest(call, {"id", "type", "index", "extra_content", kind}, place, TARGET)
        lose_rest(body, {"name", _CALLS[kind]}, f"{place}.{kind}", TARGET)
        held = {"name": body["name"], "args": self._arguments(kind, body.get(_CALLS[kind]), place)}
        id_ = call.get("id") if isinstance(call.get("id"), str) else None
        if id_:
            held = {"id": id_} | held
        signature = _signature(call)
        part = {"functionCall": held} | ({"thoughtSignature": signature} if signature else {})
        turn.parts.append(part)
        turn.calls.append(_PlacedCall(id_, body["name"], part, []))

    def _arguments(self, kind: str, given: Any, place: str) -> Object:
        if kind == "custom":
            LOG.warning("%s: %s has no place for a custom tool; its input is an argument", place, TARGET)
            return {"input": given}
        value = decode_arguments(given)[0]
        if value is None:
            how = self._choices.malformed_arguments
            if how == "refuse":
                raise RequestError(f"{place}: arguments is no JSON object, which {TARGET} needs")
            LOG.warning("%s: arguments is no JSON object: %s", place, how)
            value = {"arguments": given} if how == "wrap" else {}
        return value

    def _result(self, message: Object, place: str) -> None:
        """Take a result: that of the call with its id; without an id, of the first open call of its name."""
        id_, name = message.get("tool_call_id"), message.get("name")
        open_ = [call for turn in self._turns for call in turn.calls if not call.result]
        own = [call for call in open_ if (call.id == id_ if id_ else call.id is None and call.name == name)]
        parts = self._parts(message, place)
        if not own:
            LOG.warning("%s: no call before it has the id %r; the result is left out", place, id_ or name)
            return
        text = "".join(part["text"] for part in parts if "text" in part)
        shown = [part for part in parts if "text" not in part]
        held: Object = {"id": own[0].id} if "id" in own[0].part["functionCall"] else {}
        key = "error" if message.get("is_error") is True else "output"
        held |= {"name": own[0].name, "response": {key: text}}
        own[0].result.append({"functionResponse": held | ({"parts": shown} if shown else {})})

    def _sign(self) -> None:
        """Let the first call of each step of the current turn have a signature, where the model wants one."""
        asked = max((number for number, turn in enumerate(self._turns) if turn.role == "user"), default=-1)
        for turn in self._turns[asked + 1 :] if self._is_signing else ():
            if turn.calls and "thoughtSignature" not in turn.calls[0].part:
                turn.calls[0].part["thoughtSignature"] = STAND_IN

    def _parts(self, message: Object, place: str) -> list[Object]:
        """The parts of a content, without empty texts. RequestError for what is no content."""
        content, place = message.get("content"), f"{place}.content"
        if content is None or isinstance(content, str):
            return [{"text": content}] if content else []
        if not isinstance(content, list):
            raise RequestError(f"{place} is {kind_of(content)}, neither a string nor a list of parts")
        return [made for number, part in enumerate(content) for made in self._part(part, f"{place}[{number}]")]

    def _part(self, part: Any, place: str) -> Iterator[Object]:
        if not isinstance(part, dict):
            raise RequestError(f"{place} is {kind_of(part)}, not an object")
        kind = part.get("type")
        inner = part.get(str(kind))
        held = inner if isinstance(inner, dict) else {"url": inner} if kind == "image_url" else {}
        if kind == "refusal":
            yield from self._refused(inner, place)
            return
        if kind == "text" and not isinstance(inner, str):
            raise RequestError(f"{place}.text is {kind_of(inner)}, not a string")
        lose_rest(part, {"type", str(kind)}, place, TARGET)
        if kind == "text":
            yield from [{"text": inner}] if inner else []
            return
        made = _MEDIA[str(kind)](held) if str(kind) in _MEDIA else None
        if kind == "image_url" and made is not None and "fileData" in made and self._choices.image_url == "report":
            LOG.warning("%s: not every host fetches an image; named in a text", place)
            yield {"text": f"[image: {made['fileData']['fileUri']}]"}
            return
        if made is None:
            LOG.warning("%s: %s has no place for %s like this; named in a text", place, TARGET, kind)
            name = next((held[key] for key in ("filename", "file_id", "format") if held.get(key)), "left out")
            made = {"text": f"[{str(kind).removesuffix('_url')}: {name}]"}
        else:
            lose_rest(held, _READ[str(kind)], f"{place}.{kind}", TARGET, ("auto",))
        yield made

    def _refused(self, refusal: Any, place: str) -> list[Object]:
        """What the model refused earlier, as a text."""
        if not isinstance(refusal, str) or not refusal:
            return []
        if self._choices.refusal_history == "report":
            LOG.warning("%s: %s has no place for a refusal; left out", place, TARGET)
            return []
        return [{"text": refusal}]


def _without_blanks(parts: list[Object]) -> list[Object]:
    return [part for part in parts if part.get("text", "-").strip()]


def _signature(call: Object) -> str | None:
    """The signature of a call, where Google's own endpoint for Chat Completions has it."""
    extra = call.get("extra_content")
    own = extra.get("google") if isinstance(extra, dict) else None
    held = own.get("thought_signature") if isinstance(own, dict) else None
    return held if isinstance(held, str) else None


def _image(held: Object) -> Object | None:
    url = held.get("url")
    if not isinstance(url, str) or not url:
        return None
    found = _DATA_URL.fullmatch(url)
    if found:
        return {"inlineData": {"mimeType": found[1] or _USUAL_IMAGE, "data": found[2]}}
    if url.startswith("data:"):
        return None
    guessed = mimetypes.guess_type(url.partition("?")[0])[0] or ""
    type_ = guessed if guessed.startswith("image/") else _USUAL_IMAGE
    return {"fileData": {"mimeType": type_, "fileUri": url}}


def _file(held: Object) -> Object | None:
    if isinstance(held.get("file_url"), str):
        guessed = mimetypes.guess_type(held["file_url"].partition("?")[0])[0] or ""
        type_ = guessed if guessed.startswith(("application/", "text/")) else "application/pdf"
        return {"fileData": {"mimeType": type_, "fileUri": held["file_url"]}}
    found = _DATA_URL.fullmatch(str(held.get("file_data")))
    if not found:
        return None
    name = {"displayName": held["filename"]} if held.get("filename") else {}
    return {"inlineData": {"mimeType": found[1], "data": found[2]} | name}


def _sound(held: Object) -> Object | None:
    type_, data = _SOUNDS.get(str(held.get("format"))), held.get("data")
    return {"inlineData": {"mimeType": type_, "data": data}} if type_ and isinstance(data, str) else None


_MEDIA = {"image_url": _image, "file": _file, "input_audio": _sound}
_READ = {
    "image_url": {"url"},
    "file": {"file_data", "filename", "file_id", "file_url"},
    "input_audio": {"data", "format"},
}
