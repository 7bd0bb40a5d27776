"""The events of an Anthropic and of a Gemini stream that are certain while the events of a Responses stream come."""

from collections import defaultdict
from typing import Protocol

from conformance.reference.chat_response import ending_of
from conformance.reference.members import Object
from conformance.reference.responses_output import seal_of
from conformance.reference.responses_response import AnswerError
from conformance.reference.to_anthropic_response import begun_message, call_ids
from conformance.reference.to_gemini_response import begun_response, parts_of_item

_TEXTS = {"response.output_text": "text", "response.refusal": "refusal"}
_CALL = "response.function_call_arguments"
_KINDS = {"output_text": "text", "refusal": "refusal"}


class Writer(Protocol):
    """Writes the stream of a target, while items come one after the other."""

    def begin(self, response: Object) -> list[Object]:
        """Take what identifies the answer."""
        ...

    def text(self, part: int, piece: str) -> list[Object]:
        """Take a piece of a text. part: its number in the item."""
        ...

    def call(self, item: Object) -> list[Object]:
        """Take the beginning of a call."""
        ...

    def arguments(self, piece: str) -> list[Object]:
        """Take a piece of the arguments of the call that has begun."""
        ...

    def done(self, item: Object) -> list[Object]:
        """Take the end of an item. AnswerError for what cannot be said yet."""
        ...


class LiveItems:
    """Says what of a stream is certain, from one event of a Responses stream to the next.

    What is about an item waits until those before it in the output are done.
    """

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._has_begun = False
        self._is_open = True
        self._place = 0  # of the item that grows
        self._waiting: defaultdict[int, list[Object]] = defaultdict(list)
        self._texts: dict[int, str] = {}  # of the item that grows, as far as they were given, by their number
        self._arguments: str | None = None  # the same; None before its call has begun
        self._half = ""  # the first half of a character, of which the second one is in the next piece

    def take(self, event: Object) -> list[Object]:
        """Take the next event; return what is certain now."""
        made: list[Object] = []
        response = event.get("response")
        if not self._has_begun and isinstance(response, dict):
            self._has_begun = True
            made = self._writer.begin(response)
        if ending_of(event)[0]:
            self._is_open = False
        kind = str(event.get("type"))
        if not self._is_open or kind.rpartition(".")[0] not in ("response.output_item", _CALL, *_TEXTS):
            return made
        place = event.get("output_index")
        if not self._has_begun or not isinstance(place, int) or place < self._place:
            self._is_open = False
            return made
        self._waiting[place].append(event)
        try:
            while self._is_open and (ready := self._waiting.pop(self._place, None)):
                for each in ready:
                    made += self._of(each)
        except AnswerError:
            self._is_open = False
        return made

    def _of(self, event: Object) -> list[Object]:
        """What an event about the item that grows says."""
        stem, _dot, step = event["type"].rpartition(".")
        item: Object = event["item"] if isinstance(event.get("item"), dict) else {}
        if stem == "response.output_item":
            if step == "added":
                return self._begun(item)
            return self._done(item) if step == "done" else []
        member = "delta" if step == "delta" else "arguments" if stem == _CALL else _TEXTS[stem]
        given = event.get(member)
        if not isinstance(given, str):
            return []
        if stem == _CALL:
            if self._arguments is None:
                return []  # of a call that is known in its end
            return self._more_arguments(given if step == "delta" else self._behind(self._arguments, given))
        part = event["content_index"] if isinstance(event.get("content_index"), int) else 0
        if self._texts and part < max(self._texts):
            raise AnswerError("parts of a text are mixed")
        known = self._texts.get(part, "")
        return self._more_text(part, given if step == "delta" else self._behind(known, given))

    def _begun(self, item: Object) -> list[Object]:
        is_call = item.get("type") == "function_call" and all(
            isinstance(item.get(key), str) for key in ("call_id", "name")
        )
        if not is_call or self._arguments is not None:
            return []
        self._arguments = ""
        return self._writer.call(item)

    def _done(self, item: Object) -> list[Object]:
        made = self._begun(item)
        if self._arguments is not None and isinstance(item.get("arguments"), str):
            made += self._more_arguments(self._behind(self._arguments, item["arguments"]))
        content = item.get("content") if item.get("type") == "message" else None
        for number, part in enumerate(content if isinstance(content, list) else ()):
            text = part.get(_KINDS.get(str(part.get("type")), "")) if isinstance(part, dict) else None
            if isinstance(text, str):
                made += self._more_text(number, self._behind(self._texts.get(number, ""), text))
        made += self._writer.done(item)
        self._place, self._texts, self._arguments, self._half = self._place + 1, {}, None, ""
        return made

    def _more_text(self, part: int, piece: str) -> list[Object]:
        piece = self._whole(piece)
        if not piece:
            return []
        self._texts[part] = self._texts.get(part, "") + piece
        return self._writer.text(part, piece)

    def _more_arguments(self, piece: str) -> list[Object]:
        piece = self._whole(piece)
        if not piece:
            return []
        self._arguments = (self._arguments or "") + piece
        return self._writer.arguments(piece)

    def _behind(self, known: str, whole: str) -> str:
        """What of a text was not given. What was given stays."""
        self._half = ""
        return whole[len(known) :] if whole.startswith(known) else ""

    def _whole(self, piece: str) -> str:
        """A piece with the half of a character that came before it, and without one at its end, which waits."""
        piece = self._half + piece
        if self._half:
            piece = piece.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        is_half = "\ud800" <= piece[-1:] <= "\udbff"
        self._half = piece[-1] if is_half else ""
        return piece[:-1] if is_half else piece


class AnthropicBlocks:
    """Writes the events of an Anthropic stream."""

    def __init__(self) -> None:
        self._index = -1  # of the last block
        self._part: int | None = None  # the text that it is of
        self._is_open = False
        self._id_of = call_ids()

    def begin(self, response: Object) -> list[Object]:
        """Give message_start."""
        return [begun_message(response)]

    def text(self, part: int, piece: str) -> list[Object]:
        """Give a piece, and the beginning of its block."""
        events = []
        if not self._is_open or self._part != part:
            events = self._start({"type": "text", "text": ""})
            self._part = part
        return [*events, self._delta({"type": "text_delta", "text": piece})]

    def call(self, item: Object) -> list[Object]:
        """Give the beginning of the block."""
        id_ = self._id_of(item["call_id"], "output")
        return self._start({"type": "tool_use", "id": id_, "name": item["name"], "input": {}, **seal_of(item)})

    def arguments(self, piece: str) -> list[Object]:
        """Give a piece."""
        return [self._delta({"type": "input_json_delta", "partial_json": piece})]

    def done(self, item: Object) -> list[Object]:
        """Give the end of the block. AnswerError for a call that was cut, which may be the end of the answer."""
        if item.get("status") == "incomplete":
            raise AnswerError("the item was cut")
        return self._stop()

    def _start(self, block: Object) -> list[Object]:
        events = self._stop()
        self._index, self._is_open, self._part = self._index + 1, True, None
        return [*events, {"type": "content_block_start", "index": self._index, "content_block": block}]

    def _stop(self) -> list[Object]:
        was_open, self._is_open = self._is_open, False
        return [{"type": "content_block_stop", "index": self._index}] if was_open else []

    def _delta(self, delta: Object) -> Object:
        return {"type": "content_block_delta", "index": self._index, "delta": delta}


class GeminiResponses:
    """Writes the responses of a Gemini stream: texts in their pieces, what else there is as a whole."""

    def __init__(self) -> None:
        self._head: Object = {}

    def begin(self, response: Object) -> list[Object]:
        """Keep what each response has."""
        self._head = begun_response(response)
        return []

    def text(self, _part: int, piece: str) -> list[Object]:
        """Give a piece."""
        return [self._response({"text": piece})]

    def call(self, _item: Object) -> list[Object]:
        """Wait for its end."""
        return []

    def arguments(self, _piece: str) -> list[Object]:
        """Wait for the end of the call."""
        return []

    def done(self, item: Object) -> list[Object]:
        """Give what is no text. AnswerError for a call that was cut."""
        if item.get("type") == "message":
            return []
        return [self._response(part) for part in parts_of_item(item)]

    def _response(self, part: Object) -> Object:
        return {"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0}], **self._head}
