"""Streams that are converted while they come: what is certain is given at once, and in the end all of it.

The converters of `conformance.reference` take whole streams. A LiveStream gives the same events one after the other.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from importlib import import_module
from typing import Any, Protocol

from conformance.reference.anthropic_events import EventReader
from conformance.reference.anthropic_response import Chunks as AnthropicChunks
from conformance.reference.chat_chunks import EventChunks, StreamChoices
from conformance.reference.chat_response import ending_of, head_of
from conformance.reference.gemini_response import Chunks as GeminiChunks
from conformance.reference.gemini_response import failure_of
from conformance.reference.live_chunks import Citations, LiveResponse
from conformance.reference.live_items import AnthropicBlocks, GeminiResponses, LiveItems
from conformance.reference.members import Object
from conformance.reference.responses_output import CustomCalls
from conformance.reference.responses_response import AnswerError

# By the format of a stream that is made, the choice that lets a failure be in it.
_FAILURES = {
    "chat": {"failed_answer": "report"},
    "responses": {"failed_answer": "failed"},
    "anthropic": {"failed_answer": "report"},
    "gemini": {"failed_answer": "failed"},
}
_OF_RESPONSES = {"failed_response": "report", "error_event": "report"}
_PLACES = ("output_index", "content_index", "summary_index", "annotation_index")

_Path = tuple[str | int, ...]
# What an event is about, and the path of the text that it adds to that; an empty one where it adds none.
_SaidIn = Callable[[Object], tuple[Hashable, _Path]]


class Preview(Protocol):
    """Says what of a stream that is made is certain before the end of the other one."""

    def take(self, event: Object) -> list[Object]:
        """Take the next event; return what is certain now, behind what was returned before."""
        ...


class LiveStream:
    """A stream while it is converted.

    whole: the converter of the whole stream. previews: each takes what the one before it gives. target: the format.
    """

    def __init__(self, whole: Callable[[list[Object]], list[Object]], previews: list[Preview], target: str) -> None:
        self._whole = whole
        self._previews = previews
        self._target = target
        self._events: list[Object] = []
        self._given: list[Object] = []

    def take(self, event: Object) -> list[Object]:
        """Take the next event; return the events that it lets follow."""
        self._events.append(event)
        new = [event]
        for preview in self._previews:
            new = [made for each in new for made in preview.take(each)]
        self._given += new
        return new

    def end(self) -> list[Object]:
        """Take the end of the stream, whole or cut; return all that is still to come.

        AnswerError, ResponseError or another ValueError for what does not convert.
        """
        first = self._previews[0]
        events = self._events
        if isinstance(first, LiveResponse) and first.lacks:  # who it is was said without them, and stays
            events = [{key: value for key, value in event.items() if key not in first.lacks} for event in events]
        rest = _rest(self._given, self._whole(events), _SAID[self._target])
        if self._target == "responses":
            return [event | {"sequence_number": len(self._given) + at} for at, event in enumerate(rest)]
        return rest


def live_stream(source: str, target: str, request: Object | None = None, *, usage: bool = True) -> LiveStream:
    """Return what converts the stream of an answer while it comes.

    source, target: chat, responses, anthropic or gemini. request: the client's, which a Responses stream repeats.
    usage: whether a Chat stream says it.
    """
    reference = import_module("conformance.reference")
    convert: Callable[..., list[Object]] = getattr(reference, f"{source}_stream_to_{target}_stream")
    choices: dict[str, Any] = dict(_OF_RESPONSES if (source, target) == ("responses", "chat") else _FAILURES[target])
    if target == "chat":
        choices["stream_usage"] = "write" if usage else "omit"
    member = "chunks" if source == "chat" else "events"

    def whole(events: list[Object]) -> list[Object]:
        given: Any = {"request": request, member: events} if target == "responses" else events
        return convert(given, **choices)

    return LiveStream(whole, _previews(source, target, request or {}), target)


def _previews(source: str, target: str, request: Object) -> list[Preview]:
    previews: list[Preview] = []
    thinks = target == "responses"
    if source == "anthropic":
        previews.append(_OfAnthropic("dialect" if thinks else "omit"))
    elif source == "gemini":
        previews.append(_OfGemini("dialect" if thinks else "omit"))
    elif source == "responses" and target == "chat":
        previews.append(_OfResponses())
    if target == "chat":
        return previews
    if source != "responses":
        # From Chat straight to the others, no function stands for a custom tool.
        custom: CustomCalls = "function" if source == "chat" and not thinks else "both"
        if thinks:
            citations: Citations = "in-time" if source == "anthropic" else "late"
            previews.append(LiveResponse(request, "summary", custom, citations))
        else:
            previews.append(LiveResponse({}, "omit", custom))
    if not thinks:
        previews.append(LiveItems(AnthropicBlocks() if target == "anthropic" else GeminiResponses()))
    return previews


class _OfAnthropic:
    """The chunks of the events of Anthropic."""

    def __init__(self, reasoning: Any) -> None:
        self._chunks = AnthropicChunks(reasoning, "report", "a stream")
        self._reader = EventReader(self._chunks)
        self._sent = 0

    def take(self, event: Object) -> list[Object]:
        """Take the next event."""
        if not self._reader.is_ended and event.get("type") not in ("message_stop", "error"):
            self._reader.take(event, "event")
        made = self._chunks.made[self._sent :]
        self._sent += len(made)
        return made


class _OfGemini:
    """The chunks of the responses of Gemini."""

    def __init__(self, reasoning: Any) -> None:
        self._chunks = GeminiChunks(reasoning, "a stream")
        self._sent = 0
        self._is_open = True

    def take(self, event: Object) -> list[Object]:
        """Take the next response."""
        self._is_open = self._is_open and failure_of(event) is None
        if not self._is_open:
            return []
        try:
            self._chunks.take(event, "event.")
        except AnswerError:  # the whole stream says so
            self._is_open = False
        made = self._chunks.made[self._sent :]
        self._sent += len(made)
        return made


class _OfResponses:
    """The chunks of the events of Responses."""

    def __init__(self) -> None:
        self._chunks: EventChunks | None = None
        self._held: list[Object] = []  # until an event says whose they are
        self._sent = 0
        self._is_open = True

    def take(self, event: Object) -> list[Object]:
        """Take the next event."""
        self._is_open = self._is_open and not ending_of(event)[0]
        if not self._is_open:
            return []
        self._held.append(event)
        if self._chunks is None:
            if not isinstance(event.get("response"), dict):
                return []
            head = head_of(event["response"], "chat.completion.chunk")
            self._chunks = EventChunks(head, StreamChoices("nothing", "report", "report", "write"))
        for each in self._held:
            self._chunks.take(each)
        self._held = []
        made = self._chunks.chunks[self._sent :]
        self._sent += len(made)
        return made


def _rest(given: list[Object], made: list[Object], said_in: _SaidIn) -> list[Object]:
    """What is in a whole stream and was not given. AnswerError where a text goes on otherwise than it began."""
    # As UTF-16, because a piece may end between the two halves of a character.
    texts: defaultdict[Hashable, bytes] = defaultdict(bytes)
    counts: Counter[Hashable] = Counter()
    for event in given:
        about, path = said_in(event)
        if path:
            texts[about] += _units(_at(event, path))
        else:
            counts[about] += 1
    rest: list[Object] = []
    for event in made:
        about, path = said_in(event)
        if not path:
            counts[about] -= 1
            rest += [event] if counts[about] < 0 else []
            continue
        text, known = _units(_at(event, path)), texts[about]
        if known.startswith(text):
            texts[about] = known[len(text) :]
        elif text.startswith(known):
            texts[about] = b""
            rest.append(_with(event, path, text[len(known) :].decode("utf-16-le", "surrogatepass")))
        else:
            raise AnswerError("a part of the answer that was given goes on otherwise than it began")
    return rest


def _units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def _at(value: Any, path: _Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _with(value: Any, path: _Path, text: str) -> Any:
    """The value with a text in the place of what is at a path."""
    if not path:
        return text
    step, *rest = path
    changed = value.copy()
    changed[step] = _with(value[step], tuple(rest), text)
    return changed


def _in_chat(_event: Object) -> tuple[Hashable, _Path]:
    return "a chunk", ()  # they are given as they are


def _in_responses(event: Object) -> tuple[Hashable, _Path]:
    about = (event["type"], *(event.get(place) for place in _PLACES))
    return about, ("delta",) if event["type"].endswith(".delta") else ()


def _in_anthropic(event: Object) -> tuple[Hashable, _Path]:
    member = next((name for name in ("text", "partial_json", "thinking") if name in event.get("delta", ())), None)
    about = (event["type"], event.get("index"))
    return about, ("delta", member) if event["type"] == "content_block_delta" and member is not None else ()


def _in_gemini(event: Object) -> tuple[Hashable, _Path]:
    for candidate in event.get("candidates", ()):
        (part,) = candidate["content"]["parts"]
        if "finishReason" in candidate:
            return "the end", ()
        if "text" in part:
            return ("a text", part.get("thought")), ("candidates", 0, "content", "parts", 0, "text")
        return "a part", ()
    return "an error", ()


_SAID: dict[str, _SaidIn] = {
    "chat": _in_chat, "responses": _in_responses, "anthropic": _in_anthropic, "gemini": _in_gemini,
}  # fmt: skip
