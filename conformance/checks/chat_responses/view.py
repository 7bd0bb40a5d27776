"""What the checks see of a trial that makes a Chat Completions answer out of a Responses answer.

The message of the answer is judged as responses-output-to-chat-message judges one: `said` is that operation's view of
it. What is around the message is read here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import accumulate

from conformance.checks.chat_message.view import ChatMessage
from conformance.checks.findings import brief, input_at, output_at
from conformance.checks.trial import Trial, answer_of
from conformance.checks.view import View
from conformance.formats.facts import word
from conformance.formats.responses.output import read_output
from conformance.laws.compared import Compared
from conformance.matching.joining import BETWEEN
from conformance.model.conversation import Call, Text
from conformance.model.fact import Path
from conformance.model.reading import Reading
from conformance.values import ABSENT, JSON, packed, same

Object = dict[str, JSON]

# The counts of tokens in both APIs, and the objects of their details.
COUNTS = {"input_tokens": "prompt_tokens", "output_tokens": "completion_tokens", "total_tokens": "total_tokens"}
DETAILS = {"input_tokens_details": "prompt_tokens_details", "output_tokens_details": "completion_tokens_details"}
# Members of the answer that both APIs have.
SHARED = ("service_tier", "metadata")
TIERS = ("auto", "default", "flex", "scale", "priority", "fast")
# What Chat calls the reasons why an answer is incomplete.
REASONS = {"max_output_tokens": "length", "content_filter": "content_filter"}
COMPLETED, INCOMPLETE, UNENDED, FAILED = "completed", "incomplete", "unended", "failed"


class _WithActions(Compared):
    """A comparison in which only what waits for the client may arrive as a call, under its own id."""

    @cached_property
    def unasked(self) -> list[Call]:
        """The calls that come from nothing in the response: neither from a call nor from an action."""
        left = [one.value.get("call_id", one.value.get("id")) for one in self.given.freedom.actions]
        found = []
        for call in self.unpaired if not self.is_loose else ():
            id_ = self.written(call, "id")
            if id_ in left:
                left.remove(id_)
            else:
                found.append(call)
        return found


class Message(ChatMessage):
    """The message of a Chat answer, as an outcome of responses-output-to-chat-message."""

    comparison = _WithActions

    def __init__(self, trial: Trial, *, optional: bool, broken: bool) -> None:
        """optional: whether nothing of the response must be in the message. broken: whether something was malformed."""
        super().__init__(trial)
        self._optional, self._broken = optional, broken

    @cached_property
    def source(self) -> Reading:
        """What the items hold. Of those that are no calls in Responses, only what waits for the client may be one."""
        source = read_output(self.given)
        if source.answer is None:
            return source
        said = (one for turn in source.answer.candidates[0].turns for one in turn.says)
        may = frozenset(one.at[0] for one in said if isinstance(one, Text | Call))
        free = source.freedom
        return replace(
            source,
            freedom=replace(
                free,
                callable=len(free.actions),
                is_broken=free.is_broken or self._broken,
                optional=may if self._optional else free.optional,
            ),
        )


class ChatAnswer(View):
    """One trial of an operation that makes a Chat answer. A subclass says what was given and what came of it."""

    lost_of_large = "of a large answer not every text and call arrived"

    @cached_property
    def response(self) -> Object:
        """The response that was given; an empty object where the input holds none."""
        raise NotImplementedError

    @cached_property
    def body(self) -> Object | None:
        """The Chat completion that came of it; None where nothing of its kind did."""
        raise NotImplementedError

    may_lack_usage = False

    @property
    def is_loose(self) -> bool:
        """Whether it is not known which item is which, or in which order they are."""
        return False

    @property
    def overlapping(self) -> bool:
        """Whether an item with text begins before the one in front of it is done."""
        return False

    @property
    def mixes_refusals(self) -> bool:
        """Whether the pieces of several refusals are mixed, and all of them arrived."""
        return False

    @property
    def is_unannounced(self) -> bool:
        """Whether an item has events and is not announced by one, so that its place comes late."""
        return False

    @property
    def is_cut(self) -> bool:
        """Whether it is a stream that breaks off."""
        return False

    def in_input(self, *path: str | int) -> str:
        """Return the pointer of a place in the response that was given."""
        return input_at(*path)

    def in_output(self, *path: str | int) -> str:
        """Return the pointer of a place in the completion that came of it."""
        return output_at(*path)

    def missing_at(self, *path: str | int) -> str:
        """Return the pointer of where in the completion what was lost would be.

        An objection to the response itself would cover every other one to its completion.
        """
        return self.in_output(*path)

    # The input.

    @property
    def unfit(self) -> bool:
        """Whether the input holds no response."""
        return not isinstance(self.response.get("output"), list)

    @cached_property
    def ending(self) -> str:
        """How the response ended; what says nothing of it counts as completed."""
        status = self.response.get("status")
        if status == FAILED or self.response.get("error") is not None:
            return FAILED
        if status in (None, COMPLETED):
            return COMPLETED
        return INCOMPLETE if status == INCOMPLETE else UNENDED

    @property
    def reason(self) -> str | None:
        """Why the response is incomplete; None where it does not say so."""
        return word(self.response.get("incomplete_details"), "reason")

    @property
    def is_whole(self) -> bool:
        """Whether the response is an answer, whole or incomplete."""
        return self.ending in (COMPLETED, INCOMPLETE)

    @property
    def has_wrong_part(self) -> bool:
        """Whether the input, or an item of it, is malformed."""
        return self.unfit or self.said.both.is_loose

    @property
    def failing_as(self) -> tuple[str, ...]:
        """How an answer that failed may be reported; empty where it did not fail."""
        return answer_of(self.trial, "failed-response", "raise", "report") if self.ending == FAILED else ()

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input."""
        if self.has_wrong_part or self.ending == UNENDED or "raise" in self.failing_as:
            return True
        return self.ending == INCOMPLETE and self.reason not in REASONS

    @property
    def must_convert(self) -> bool:
        """Whether a call that failed had to succeed. How an answer that failed is reported, RCR-7 says."""
        return not self.may_fail and self.ending != FAILED

    # The output.

    @cached_property
    def choice(self) -> Object:
        """The first choice of the answer; an empty object where it has none."""
        choices = (self.body or {}).get("choices")
        first = choices[0] if isinstance(choices, list) and choices else {}
        return first if isinstance(first, dict) else {}

    @cached_property
    def message(self) -> JSON:
        """The message of the first choice; ABSENT where it has none."""
        return self.choice.get("message", ABSENT)

    @cached_property
    def said(self) -> Message:
        """The message, read like an outcome of responses-output-to-chat-message."""
        outcome = replace(
            self.outcome, output=_without_namespaces(self.message, self.response), refusal=None, fault=None
        )
        trial = replace(
            self.trial,
            input=self.response,
            outcome=outcome,
            choices={**self.trial.choices, "empty-output": "null"},
            again=None,
        )
        return Message(trial, optional=not self.is_whole, broken=self.is_loose)

    @property
    def is_read(self) -> bool:
        """Whether there is a message to judge: of a response that is an answer, without malformed parts around it."""
        return self.is_whole and not self.unfit and self.body is not None and isinstance(self.message, dict)

    @property
    def is_begun(self) -> bool:
        """Whether there is an answer, or the beginning of one, whose members can be judged."""
        return (self.is_whole or self.is_cut) and not self.unfit and self.body is not None

    @cached_property
    def offsets(self) -> dict[Path, int]:
        """Where each text of the response begins in the content, by its path; none where that is not certain."""
        texts = [text for text in self.said.both.all_texts if text.value]
        if len(texts) == 1:
            return {texts[0].at[0]: 0} if self.said.content == texts[0].value else {}
        for answer in answer_of(self.trial, "text-join", *BETWEEN):
            between = BETWEEN.get(answer, "")
            if self.said.content == between.join(text.value for text in texts):
                begins = accumulate((len(text.value) + len(between) for text in texts), initial=0)
                return {text.at[0]: begin for text, begin in zip(texts, begins, strict=False)}
        return {}

    # What the engine asks.

    @property
    def incomplete(self) -> bool:
        """Whether a text or call that must arrive did not."""
        return self.body is None or self.said.incomplete

    def made_up(self) -> str | None:
        """Say what came of an input that holds no response."""
        if self.unfit and self.body is not None and isinstance(self.message, dict):
            if self.message.get("content") or self.message.get("tool_calls"):
                return f"the input holds no response, but something came of it: {brief(self.output)}"
        return None

    def owed_body(self) -> Object:
        """Return a Chat completion that satisfies every rule."""
        created = self.response.get("created_at")
        owed: Object = {"id": self.response.get("id"), "object": "chat.completion"}
        owed["created"] = math.floor(created) if isinstance(created, int | float) else 0
        owed["model"] = self.response.get("model")
        message = self.said.expected()
        if self.citations:
            message["annotations"] = [_nested(note, begin) for note, begin in self.citations]
        called = self.ending == COMPLETED and message.get("tool_calls")
        finish = "tool_calls" if called else (*self.owed_finish(), "length")[0]
        logprobs = {"logprobs": {"content": self.logprobs, "refusal": None}} if self.logprobs else {}
        owed["choices"] = [{"index": 0, "message": message, "finish_reason": finish, **logprobs}]
        if self.usage is not None:
            owed["usage"] = self.usage
        return owed | {key: self.response[key] for key in SHARED if self.is_shared(key)}

    def is_shared(self, key: str) -> bool:
        """Whether a member of the response belongs into the Chat completion as it is."""
        value = self.response.get(key)
        return value is not None and value != {} and (key != "service_tier" or value in TIERS)

    def owed_finish(self) -> tuple[str, ...]:
        """Return the legal finish_reasons, the likeliest first; none where all but stop are."""
        if self.ending == INCOMPLETE and self.reason in REASONS:
            return (REASONS[self.reason],)
        if self.ending != COMPLETED:
            return ()
        if self.said.both.got_calls:
            return ("tool_calls",)
        return ("stop", "content_filter") if self.said.both.refusals else ("stop",)

    @cached_property
    def usage(self) -> Object | None:
        """The usage in Chat's names; None where the response gives none."""
        given = self.response.get("usage")
        if not isinstance(given, dict):
            return None
        usage = {name: given[key] for key, name in COUNTS.items() if key in given}
        return usage | {name: given[key] for key, name in DETAILS.items() if isinstance(given.get(key), dict)}

    @cached_property
    def logprobs(self) -> list[JSON]:
        """The log probabilities of the response's texts, in their order."""
        lists = (part.get("logprobs") for _text, part in self._parts())
        return [entry for entries in lists if isinstance(entries, list) for entry in entries]

    @cached_property
    def citations(self) -> list[tuple[Object, int]]:
        """The citations of web pages, each with where its text begins in the content; 0 where that is not certain."""
        return [
            (note, self.offsets.get(text.at[0], 0)) for text, note in self.notes() if note.get("type") == "url_citation"
        ]

    def _parts(self) -> Iterator[tuple[Text, Object]]:
        """Yield the response's texts, each with the part that holds it."""
        for text in self.said.both.all_texts:
            part = self.said.source.held(text.at[0])
            if isinstance(part, dict):
                yield text, part

    def notes(self) -> Iterator[tuple[Text, Object]]:
        """Yield the annotations of the response's texts."""
        for text, part in self._parts():
            notes = part.get("annotations")
            yield from ((text, note) for note in notes or () if isinstance(note, dict))

    def essence(self) -> JSON:
        """Return what two sound answers for the same response have in common."""
        if not self.is_read:
            return self.output if self.is_whole else None
        message = self.said.essence()
        if self.mixes_refusals and isinstance(message, dict) and "lost" in message:
            message["lost"] = []
        return {"message": message, "finish": self.choice.get("finish_reason")}

    @cached_property
    def repeats_output(self) -> bool:
        """Whether a second call gave the same output; an id and a date of its own count for nothing."""
        again = self.trial.again
        if again is None:
            return False
        kept = {"id": self.response.get("id"), "created": self.response.get("created_at")}
        own = [key for key in kept if (self.body or {}).get(key) != kept[key]]
        return same(_without(own, self.outcome.output), _without(own, again.output))


class ResponseView(ChatAnswer):
    """One trial of responses-response-to-chat-response."""

    @cached_property
    def response(self) -> Object:
        """The input."""
        return self.given if isinstance(self.given, dict) else {}

    @cached_property
    def body(self) -> Object | None:
        """The output."""
        return self.output if isinstance(self.output, dict) else None

    def expected(self) -> JSON:
        """Return the Chat completion that is owed; ABSENT where none is."""
        return self.owed_body() if self.is_whole and not self.unfit else ABSENT


def _nested(note: Object, begin: int) -> Object:
    inner = {key: member for key, member in note.items() if key != "type"}
    moved = {key: inner[key] + begin for key in ("start_index", "end_index") if isinstance(inner.get(key), int)}
    return {"type": "url_citation", "url_citation": inner | moved}


def _without(own: Collection[str], output: JSON) -> JSON:
    """Return an answer, or a list of chunks, without some members. own: of the members that name and date it."""
    if isinstance(output, list):
        return [_without(own, chunk) for chunk in output]
    if not isinstance(output, dict) or packed(output) is None:
        return output
    return {key: member for key, member in output.items() if key not in own}


def _without_namespaces(message: JSON, response: Object) -> JSON:
    """Return a message in which a call's name is without the namespace that the response gives beside it."""
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    items = response.get("output")
    spaces = {
        item["call_id"]: (item["namespace"], item["name"])
        for item in (items if isinstance(items, list) else ())
        if isinstance(item, dict) and all(isinstance(item.get(key), str) for key in ("call_id", "namespace", "name"))
    }
    if not spaces or not isinstance(calls, list):
        return message
    return {**message, "tool_calls": [_plain_call(call, spaces) for call in calls]}


def _plain_call(call: JSON, spaces: dict[str, tuple[str, str]]) -> JSON:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict) or not isinstance(call.get("id"), str) or call["id"] not in spaces:
        return call
    space, name = spaces[call["id"]]
    got = function.get("name")
    if isinstance(got, str) and re.fullmatch(rf"{re.escape(space)}[_-]{{1,3}}{re.escape(name)}", got):
        return {**call, "function": {**function, "name": name}}
    return call
