"""The events of a Responses stream that are certain while the chunks of a Chat stream come."""

import json
from typing import Any, Literal

from conformance.reference.members import Object
from conformance.reference.responses_events import delta_of, place_of, story_of
from conformance.reference.responses_output import (
    CustomCalls,
    GrowingText,
    Output,
    OutputCall,
    OutputItem,
    Reasoning,
    TextDelta,
)
from conformance.reference.responses_response import ChatAnswerParts, first_index
from conformance.reference.schema import copy_json

Citations = Literal["in-time", "late"] | None


class LiveResponse:
    """Says what of a Responses stream is certain, from one chunk to the next.

    A call is over where another one has begun and its arguments are a whole object; a Chat stream does not say it. What
    chunks may still change waits for the end: another name or kind of a call, and what is behind a text that may yet
    be cited in. citations: whether those of a text come before it is over, or late; None where nobody reads them.
    """

    def __init__(
        self, request: Object, reasoning: Reasoning, custom_calls: CustomCalls, citations: Citations = None
    ) -> None:
        self._output = Output(request, reasoning, "new-item", custom_calls)
        self._answer = ChatAnswerParts(request, 0, self._output)
        self._custom_calls = custom_calls
        self._citations = citations
        self._number = 0  # of the next event
        self._place = 0  # of the item that grows
        self._calls = 0  # that began before it
        self._steps = 0  # of the item, that were given
        self._parts = 0  # of the item, that have begun
        self._pieces = 0  # of its last part, that were given
        self._is_open = True
        self.lacks: list[str] = []  # what did not identify the answer when it began

    def take(self, chunk: Object) -> list[Object]:
        """Take the next chunk; return the events that are certain now."""
        choices = chunk.get("choices")
        if chunk.get("error") or (isinstance(choices, list) and choices and first_index([chunk]) != 0):
            self._is_open = False
        if not self._is_open:
            return []
        self._answer.take(chunk, "chunk", "delta")
        events: list[Object] = []
        if self._number == 0 and (self._output.items or not self._answer.lacks()):
            self.lacks = self._answer.lacks()
            head = self._answer.head()
            events = [{"type": f"response.{name}", "response": head} for name in ("created", "in_progress")]
        if self._number or events:
            events += self._grown()
        numbered = [{**copy_json(event), "sequence_number": self._number + at} for at, event in enumerate(events)]
        self._number += len(numbered)
        return numbered

    def _grown(self) -> list[Object]:
        """What is new of the item that grows, and of those behind it if it is over."""
        events: list[Object] = []
        while self._is_open and self._place < len(self._output.items):
            item = self._output.items[self._place]
            is_last = self._place == len(self._output.items) - 1
            if isinstance(item, OutputCall) and not self._may_begin(item):
                self._is_open = self._is_open and is_last
                break
            events += self._new_of(item)
            if is_last:
                break
            if isinstance(item, OutputCall):
                if not _is_whole(item.payload.text):
                    break
                self._calls += 1
            elif item.kind == "message" and (self._citations == "late" or (self._citations and self._output.cites)):
                self._is_open = False
                break
            made = item.made(self._answer.stem(), self._place, "completed")
            steps = [step.event for step in story_of(item, made, self._place)]
            events += steps[self._steps :]
            self._place, self._steps, self._parts, self._pieces = self._place + 1, 0, 0, 0
        return events

    def _may_begin(self, call: OutputCall) -> bool:
        """Whether it is known what a call is of, and that no other one comes before it."""
        if self._steps:
            return True
        if not call.name or not (call.id or call.payload.pieces):
            return False
        tool = self._output.tool_of(call)
        is_custom = call.kind == "custom_tool_call"
        changes = self._custom_calls == "function" if is_custom else tool is not None and tool["type"] == "custom"
        if changes or call.number != self._calls:
            self._is_open = False
        elif tool is not None:
            call.stand_for(tool, unwraps=False)
        return self._is_open

    def _new_of(self, item: OutputItem | OutputCall) -> list[Object]:
        """The events of an item that were not given, up to its last piece."""
        part = item.parts[-1]
        pieces = _certain(part)
        made = {"id": ""}
        events: list[Object] = []
        if not self._steps or len(item.parts) != self._parts:
            # All that is before the first piece of the last part.
            made = item.made(self._answer.stem(), self._place, "completed")
            behind = len(part.pieces) + (2 if isinstance(item, OutputCall) else 3)
            steps = [step.event for step in story_of(item, made, self._place)]
            events = steps[self._steps : len(steps) - behind]
            self._parts, self._pieces = len(item.parts), 0
        id_ = made["id"] or item.made_id(self._answer.stem(), self._place)
        at: Object = {"item_id": id_, "output_index": self._place}
        if not isinstance(item, OutputCall):
            at[place_of(part)] = len(item.parts) - 1
        events += [delta_of(part, piece, at) for piece in pieces[self._pieces :]]
        self._pieces = max(self._pieces, len(pieces))
        self._steps += len(events)
        return events


def _certain(part: GrowingText) -> list[TextDelta]:
    """The pieces of a text that no other one can change: the first half of a character waits for the second one."""
    is_half = bool(part.pieces) and "\ud800" <= part.pieces[-1].text[-1:] <= "\udbff"
    return part.pieces[:-1] if is_half else part.pieces


def _is_whole(arguments: str) -> bool:
    try:
        value: Any = json.loads(arguments)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)
