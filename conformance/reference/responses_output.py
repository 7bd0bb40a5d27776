"""What a Chat answer says, whole or in pieces, as the output items of a Responses response."""

import json
from collections.abc import Iterator
from itertools import accumulate, groupby
from typing import Any, Literal, NamedTuple

from conformance.reference.errors import LOG, kind_of
from conformance.reference.responses_tools import Tool, names_in_chat
from conformance.reference.schema import copy_json

Object = dict[str, Any]
Reasoning = Literal["summary", "content", "omit"]
TextAfterCall = Literal["new-item", "hold"]
# own: as both; whatever the argument of the function is called, its one text is the input.
CustomCalls = Literal["both", "custom", "function", "own"]

# The member that holds the text of a part, or of a call.
TEXT_OF = {
    "output_text": "text", "refusal": "refusal", "summary_text": "text", "reasoning_text": "text",
    "function_call": "arguments", "custom_tool_call": "input",
}  # fmt: skip
_PREFIXES = {"message": "msg", "reasoning": "rs", "function_call": "fc", "custom_tool_call": "ctc"}
_THOUGHTS = ("reasoning_content", "reasoning")  # two names of the same member
_OF_MESSAGES = {"role", "content", "refusal", "annotations", "tool_calls", "function_call", *_THOUGHTS}
_OF_CALLS = {"index", "id", "type", "function", "custom"}
_LAST = 2**63  # the place of a function_call, which is none of tool_calls


class TextDelta(NamedTuple):
    """A piece of a text. at: the number of the delta that it came with; logprobs: those of its tokens."""

    at: int
    text: str
    logprobs: list[Object]


class GrowingText:
    """A text that grows by pieces. kind: a key of TEXT_OF."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.pieces: list[TextDelta] = []
        self.annotations: list[Object] = []

    def grow(self, at: int, text: str, logprobs: list[Object]) -> None:
        """Add a piece. A character whose halves are in two pieces goes with the second one."""
        last = self.pieces[-1] if self.pieces else TextDelta(at, "", [])
        if "\ud800" <= last.text[-1:] <= "\udbff" and "\udc00" <= text[:1] <= "\udfff":
            text = (last.text[-1] + text[0]).encode("utf-16", "surrogatepass").decode("utf-16") + text[1:]
            del self.pieces[-1]
            if last.text[:-1]:
                self.pieces.append(last._replace(text=last.text[:-1]))
            else:
                logprobs = last.logprobs + logprobs
        self.pieces.append(TextDelta(at, text, logprobs))

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(piece.text for piece in self.pieces)

    def made(self) -> Object:
        """The part as an object."""
        part: Object = {"type": self.kind, TEXT_OF[self.kind]: self.text}
        if self.kind == "output_text":
            part |= {
                "annotations": self.annotations,
                "logprobs": [logprob for piece in self.pieces for logprob in piece.logprobs],
            }
        return part


class OutputItem:
    """A message, with texts and refusals, or a reasoning item, with thoughts."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.parts: list[GrowingText] = []

    def part(self, kind: str) -> GrowingText:
        """The last part if it is of a kind, else a new one."""
        if not self.parts or self.parts[-1].kind != kind:
            self.parts.append(GrowingText(kind))
        return self.parts[-1]

    def made_id(self, stem: str, index: int) -> str:
        """The id of the item. stem: of the ids of this answer; index: its place in the output."""
        return f"{_PREFIXES[self.kind]}_{stem}_{index}"

    def made(self, stem: str, index: int, status: str) -> Object:
        """The item as an object. stem, index: as of its id."""
        item: Object = {"id": self.made_id(stem, index), "type": self.kind}
        parts = [part.made() for part in self.parts]
        if self.kind == "message":
            return item | {"status": status, "role": "assistant", "content": parts}
        summary = [part for part in parts if part["type"] == "summary_text"]
        return item | {"summary": summary} | ({} if summary else {"content": parts})


class OutputCall:
    """A call of a function or a custom tool. number: its place among the calls."""

    def __init__(self, number: int, place: str) -> None:
        self.number = number
        self.place = place
        self.kind = "function_call"
        self.id = self.name = ""
        self.namespace: str | None = None
        self.seal: Object = {}
        self.payload = GrowingText(self.kind)

    @property
    def parts(self) -> list[GrowingText]:
        """The text of its arguments or input."""
        return [self.payload]

    def take(self, piece: Object, at: int, place: str) -> None:
        """Add a piece. The first id and the first name that say something stay: hosts repeat them."""
        self.id = self.id or _string(piece.get("id"), f"{place}.id")
        self.seal = self.seal or seal_of(piece)
        for holder, kind in (("function", "function_call"), ("custom", "custom_tool_call")):
            inner = piece.get(holder)
            if not isinstance(inner, dict) or not inner:  # some gateways put an empty one beside the other
                continue
            self.kind = self.payload.kind = kind
            self.name = self.name or _string(inner.get("name"), f"{place}.{holder}.name")
            value = inner.get(TEXT_OF[kind])
            if value is not None and not isinstance(value, str):
                LOG.warning("%s.%s: it is %s, not a string; written as JSON", place, holder, kind_of(value))
                value = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            if value:
                self.payload.grow(at, value, [])

    def stand_for(self, tool: Tool, *, unwraps: bool) -> None:
        """Become a call of the tool of the client's request that has this name in the Chat request.

        unwraps: whether a function may stand for a custom tool.
        """
        self.name, self.namespace = tool["name"], tool.get("namespace")
        if unwraps and tool["type"] == "custom" and self.kind == "function_call":
            whole = GrowingText("custom_tool_call")
            raw = _raw_input(self.payload.text, self.place)
            if raw:
                whole.grow(self.payload.pieces[-1].at, raw, [])
            self.kind, self.payload = whole.kind, whole

    def made_id(self, stem: str, index: int) -> str:
        """The id of the item. stem: of the ids of this answer; index: its place in the output."""
        return f"{_PREFIXES[self.kind]}_{stem}_{index}"

    def made(self, stem: str, index: int, status: str) -> Object:
        """The call as an object. stem, index: as of its id."""
        item: Object = {"id": self.made_id(stem, index), "type": self.kind, "status": status}
        item |= {"call_id": self.id or f"call_{stem}_{index}", "name": self.name, TEXT_OF[self.kind]: self.payload.text}
        item |= self.seal
        return item | ({"namespace": self.namespace} if self.namespace else {})


class Output:
    """The items of one answer, while it is read.

    request: the client's, which says what its tools are. Texts, thoughts and calls are in the order in which they come;
    under `hold` the calls are behind the texts.
    """

    def __init__(
        self, request: Object, reasoning: Reasoning, text_after_call: TextAfterCall, custom_calls: CustomCalls
    ) -> None:
        self._names = names_in_chat(request)
        self._reasoning = reasoning
        self._holds = text_after_call == "hold"
        self._custom_calls = custom_calls
        self._items: list[OutputItem | OutputCall] = []
        self._calls: dict[int, OutputCall] = {}
        self._latest: int | None = None
        self._annotations: list[Object] = []
        self._logprobs: list[Object] = []  # those that came before the first text
        self._deltas = 0
        self.reported: set[str] = set()

    @property
    def items(self) -> list[OutputItem | OutputCall]:
        """The items so far, in the order in which they began."""
        return self._items

    @property
    def cites(self) -> bool:
        """Whether there are citations, which go to their texts in the end."""
        return bool(self._annotations)

    def tool_of(self, call: OutputCall) -> Tool | None:
        """The tool of the client's request that a call is of, if it has another name or kind there."""
        return self._names.get(call.name)

    def take(self, delta: Object, logprobs: Any, place: str, *, is_whole: bool) -> None:
        """Add what a delta says, or a whole message. place: where it is, for what is logged."""
        self._deltas += 1
        thought = next((name for name in _THOUGHTS if isinstance(delta.get(name), str) and delta[name]), None)
        if thought is not None:
            self._think(delta[thought], f"{place}.{thought}")
        self._say("output_text", _string(delta.get("content"), f"{place}.content"), self._tokens(logprobs, place))
        self._say("refusal", _string(delta.get("refusal"), f"{place}.refusal"), [])
        for position, note in _entries(delta, "annotations", place):
            self._cite(note, f"{place}.annotations[{position}]")
        for position, piece in _entries(delta, "tool_calls", place):
            number = position if is_whole else self._number(piece)
            self._piece_of(number, piece, f"{place}.tool_calls[{position}]")
        if isinstance(delta.get("function_call"), dict):
            self._piece_of(_LAST, {"function": delta["function_call"]}, f"{place}.function_call")
        for name, value in delta.items():
            is_other_thought = name in _THOUGHTS and (thought is None or value != delta[thought])
            if name not in _OF_MESSAGES or is_other_thought:
                self.lose(name, value, f"{place}.{name}")

    def lose(self, name: str, value: Any, place: str) -> None:
        """Log once that a member has no place in a response, if it says something."""
        if value not in (None, "", [], {}) and name not in self.reported:
            self.reported.add(name)
            LOG.warning("%s: a response has no place for it; left out", place)

    def made(self, stem: str, last_status: str) -> tuple[list[OutputItem | OutputCall], list[Object]]:
        """The items, and the same as objects. stem: of their ids; last_status: of the last one."""
        items: list[OutputItem | OutputCall] = []
        for item in self._in_order():
            if isinstance(item, OutputCall):
                if not item.name:
                    LOG.warning("%s: a call without a name; left out", item.place)
                    continue
                if item.kind == "custom_tool_call" and self._custom_calls == "function":
                    LOG.warning("%s: a call of a custom tool, of which none is offered as one; left out", item.place)
                    continue
                if item.name in self._names:
                    item.stand_for(self._names[item.name], unwraps=self._custom_calls != "custom")
            items.append(item)
        items = self._with_notes(items)
        states = ["completed"] * (len(items) - 1) + [last_status]
        return items, [item.made(stem, at, state) for at, (item, state) in enumerate(zip(items, states, strict=False))]

    def _in_order(self) -> list[OutputItem | OutputCall]:
        """The items, with calls that follow each other in the order of their numbers."""
        items = sorted(self._items, key=_is_call) if self._holds else self._items
        return [
            item
            for _, run in groupby(items, _is_call)
            for item in sorted(run, key=lambda call: getattr(call, "number", 0))
        ]

    def _open(self, kind: str) -> OutputItem:
        """The item that the next text or thought belongs to."""
        open_to_it = [item for item in self._items if isinstance(item, OutputItem) or not self._holds]
        last = open_to_it[-1] if open_to_it else None
        if not isinstance(last, OutputItem) or last.kind != kind:
            last = OutputItem(kind)
            self._items.append(last)
        return last

    def _think(self, text: str, place: str) -> None:
        if self._reasoning == "omit":
            self.lose("reasoning", text, place)
        else:
            kind = "summary_text" if self._reasoning == "summary" else "reasoning_text"
            self._open("reasoning").part(kind).grow(self._deltas, text, [])

    def _say(self, kind: str, text: str, logprobs: list[Object]) -> None:
        if text:
            if kind == "output_text":
                logprobs, self._logprobs = self._logprobs + logprobs, []
            self._open("message").part(kind).grow(self._deltas, text, logprobs)
        elif logprobs:
            said = [part.pieces for part in self._texts(self._items) if part.pieces]
            (said[-1][-1].logprobs if said else self._logprobs).extend(logprobs)

    def _tokens(self, logprobs: Any, place: str) -> list[Object]:
        """The log probabilities of a text, as a response has them."""
        given = logprobs if isinstance(logprobs, dict) else {}
        where = f"{place.rpartition('.')[0]}.logprobs"
        self.lose("logprobs.refusal", given.get("refusal"), f"{where}.refusal")
        tokens = []
        for position, entry in _entries(given, "content", where):
            likeliest = _entries(entry, "top_logprobs", f"{where}.content[{position}]")
            tokens.append(_token(entry) | {"top_logprobs": [_token(other) for _, other in likeliest]})
        return tokens

    def _cite(self, note: Object, place: str) -> None:
        inner = note.get("url_citation", note)
        if note.get("type") != "url_citation" or not isinstance(inner, dict) or not isinstance(inner.get("url"), str):
            LOG.warning("%s: no citation of a web page; left out", place)
            return
        required: Object = {"start_index": 0, "end_index": 0, "title": ""}
        given = {key: value for key, value in inner.items() if value is not None}
        self._annotations.append(copy_json({"type": "url_citation"} | required | given))

    def _with_notes(self, items: list[OutputItem | OutputCall]) -> list[OutputItem | OutputCall]:
        """The items, with each citation at the text that it is about, and its place in this text."""
        if self._annotations and not self._texts(items):
            message = OutputItem("message")
            message.part("output_text")
            items = [*items, message]
        self.lose("logprobs", self._logprobs, "logprobs")
        texts = self._texts(items)
        begins = [0, *accumulate(len(part.text) for part in texts)]
        for note in self._annotations:
            start = note["start_index"]
            known = isinstance(start, int)
            at = max((at for at in range(len(texts)) if not known or begins[at] <= start), default=0)
            for key in ("start_index", "end_index"):
                if isinstance(note[key], int):
                    note[key] -= begins[at]
            texts[at].annotations.append(note)
        return items

    def _texts(self, items: list[OutputItem | OutputCall]) -> list[GrowingText]:
        messages = [item for item in items if isinstance(item, OutputItem) and item.kind == "message"]
        return [part for message in messages for part in message.parts if part.kind == "output_text"]

    def _number(self, piece: Object) -> int:
        """The call that a piece belongs to: that of its index, without one that of its id, without both the latest."""
        index, own = piece.get("index"), piece.get("id")
        if isinstance(index, int) and not isinstance(index, bool):
            return index
        known = next((number for number, call in self._calls.items() if call.id == own), None) if own else None
        inner = piece.get("function") or piece.get("custom")
        begins = own or (isinstance(inner, dict) and inner.get("name"))
        if known is None and not begins:
            known = self._latest
        return max((number for number in self._calls if number != _LAST), default=-1) + 1 if known is None else known

    def _piece_of(self, number: int, piece: Object, place: str) -> None:
        if number not in self._calls:
            self._calls[number] = OutputCall(number, place)
            self._items.append(self._calls[number])
        self._latest = number
        for name, value in piece.items():
            if name not in _OF_CALLS and name not in seal_of(piece):
                self.lose(f"tool_calls.{name}", value, f"{place}.{name}")
        self._calls[number].take(piece, self._deltas, place)


def seal_of(call: Object) -> Object:
    """The signature that Gemini wants back with a call, as the member that Google's endpoint for Chat has it in."""
    extra = call.get("extra_content")
    google = extra.get("google") if isinstance(extra, dict) else None
    seal = google.get("thought_signature") if isinstance(google, dict) else None
    return {"extra_content": {"google": {"thought_signature": seal}}} if isinstance(seal, str) and seal else {}


def _is_call(item: OutputItem | OutputCall) -> bool:
    return isinstance(item, OutputCall)


def _entries(holder: Object, key: str, place: str) -> Iterator[tuple[int, Object]]:
    """The objects of a list, each with its position; what is none is logged."""
    value = holder.get(key)
    if value is not None and not isinstance(value, list):
        LOG.warning("%s.%s: it is %s, not a list; left out", place, key, kind_of(value))
    for position, element in enumerate(value if isinstance(value, list) else ()):
        if isinstance(element, dict):
            yield position, element
        else:
            LOG.warning("%s.%s[%d]: it is %s, not an object; left out", place, key, position, kind_of(element))


def _string(value: Any, place: str) -> str:
    """A text; an empty one for null, and for what is none, which is logged."""
    if value is not None and not isinstance(value, str):
        LOG.warning("%s: it is %s, not a string; left out", place, kind_of(value))
    return value if isinstance(value, str) else ""


def _token(given: Object) -> Object:
    own: Object = {key: value for key, value in given.items() if key != "top_logprobs"}
    return copy_json(own | {"bytes": own.get("bytes") or []})  # type: ignore[no-any-return]


def _raw_input(arguments: str, place: str) -> str:
    """The input of a custom tool: the one text of the arguments of the function that stands for it."""
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        value = None
    (inner,) = value.values() if isinstance(value, dict) and len(value) == 1 else (None,)
    if isinstance(inner, str):
        return inner
    LOG.warning("%s: arguments hold more than the one text that a custom tool takes; they are its input", place)
    return arguments
