"""What the checks see of a trial that makes a Chat Completions answer out of a Responses answer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import accumulate

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.message import MESSAGE, read_completion
from conformance.formats.chat.write import WORDS
from conformance.formats.model.answer import ASKS, DONE, FAILED, LENGTH, UNKNOWN, End
from conformance.formats.model.conversation import Text
from conformance.formats.model.fact import Path
from conformance.formats.model.reading import ParsedSide
from conformance.formats.responses.gathered import CUT, Gathered
from conformance.formats.responses.output import is_answer, read_response
from conformance.rules.alignment.joining import BETWEEN
from conformance.rules.checks.by_laws.chat_message.view import JOIN, ChatMessage
from conformance.rules.checks.findings import brief, input_at, output_at
from conformance.rules.checks.letters.tool_calls.rules import names_failure
from conformance.rules.checks.trial import answer_of
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.ends import legal_ends
from conformance.rules.laws.terms import Terms

Object = dict[str, JSON]

# The counts of tokens in both APIs, and the objects of their details.
COUNTS = {"input_tokens": "prompt_tokens", "output_tokens": "completion_tokens", "total_tokens": "total_tokens"}
DETAILS = {"input_tokens_details": "prompt_tokens_details", "output_tokens_details": "completion_tokens_details"}
# Members of the answer that both APIs have.
SHARED = ("service_tier", "metadata")
TIERS = ("auto", "default", "flex", "scale", "priority", "fast")
PLACES = ("start_index", "end_index")  # of a citation


class ChatAnswer(ChatMessage):
    """One trial of responses-response-to-chat-response. Its message is that of a ChatMessage."""

    lost_of_large = "of a large answer not every text and call arrived"

    @property
    def stream(self) -> Gathered | None:
        """The stream that gives the response; None where the input is the response."""
        return None

    @cached_property
    def response(self) -> Object:
        """The response that was given; an empty object where the input holds none."""
        return self.given if isinstance(self.given, dict) else {}

    @cached_property
    def body(self) -> Object | None:
        """The Chat completion that came of it; None where nothing of its kind did."""
        return self.output if isinstance(self.output, dict) else None

    def in_input(self, *path: str | int) -> str:
        """Return the pointer of a place in the response; in a stream it is in several events."""
        return input_at(*path) if self.stream is None else "/input"

    def in_output(self, *path: str | int) -> str:
        """Return the pointer of a place in the completion; in a stream it is in several chunks."""
        return output_at(*path) if self.stream is None else "/output"

    def missing_at(self, *path: str | int) -> str:
        """Return the pointer of where in the completion what was lost would be.

        An objection to a response would cover every other one to its completion. Chunks are one place, where all other
        objections are too.
        """
        return output_at(*path) if self.stream is None else "/input"

    # The input.

    @cached_property
    def source(self) -> ParsedSide:
        """What the response holds."""
        return read_response(self.response, is_broken=self.stream is not None and self.stream.is_loose)

    @cached_property
    def end(self) -> End:
        """How the response ended."""
        return self.source.answer.candidates[0].end if self.source.answer is not None else End(kind=DONE)

    @property
    def is_whole(self) -> bool:
        """Whether the response is an answer, whole or incomplete."""
        return is_answer(self.end)

    @property
    def has_failed(self) -> bool:
        """Whether the response failed."""
        return self.end.kind == FAILED

    @property
    def is_cut(self) -> bool:
        """Whether it is a stream that breaks off."""
        return self.stream is not None and self.stream.ended == CUT

    @property
    def failing_as(self) -> tuple[str, ...]:
        """How an answer that failed may be reported; empty where it did not fail."""
        choice = "error-event" if self.stream is not None and self.stream.is_error else "failed-response"
        return answer_of(self.trial, choice, "raise", "report") if self.has_failed else ()

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input."""
        return self.has_wrong_part or self.end.kind == UNKNOWN or "raise" in self.failing_as

    @property
    def must_convert(self) -> bool:
        """Whether a call that failed had to succeed. How an answer that failed is reported, RCR-7 says."""
        return not self.may_fail and not self.has_failed

    # The output.

    @cached_property
    def arrived(self) -> ParsedSide:
        """What the completion holds."""
        return read_completion(self.body)

    @property
    def terms(self) -> Terms:
        """What the operation allows."""
        choices = {**self.trial.choices, "empty-output": "null"}
        return replace(super().terms, choices=choices, by_own_id=True, flat=True, ends_with_calls=True)

    @cached_property
    def choice(self) -> Object:
        """The first choice of the answer; an empty object where it has none."""
        first = self.arrived.held(MESSAGE[:2])
        return first if isinstance(first, dict) else {}

    @cached_property
    def written(self) -> JSON:
        """What is in the place of the message; ABSENT where nothing is."""
        return self.choice.get("message", ABSENT)

    @property
    def is_read(self) -> bool:
        """Whether there is a message to judge: of a response that is an answer, without malformed parts around it."""
        return self.is_whole and not self.unfit and self.message is not None

    @property
    def judged(self) -> AnswerComparison | None:
        """What the laws of messages judge."""
        return self.both if self.is_read else None

    @property
    def begun(self) -> AnswerComparison | None:
        """What the laws judge of an answer, or of the beginning of one."""
        is_begun = (self.is_whole or self.is_cut) and not self.unfit and self.body is not None
        return self.both if is_begun else None

    @property
    def ended(self) -> AnswerComparison | None:
        """What the laws of ends judge: any response that ends in a message."""
        return None if self.unfit or self.is_cut or self.message is None else self.both

    # What is beside the texts.

    @cached_property
    def offsets(self) -> dict[Path, int]:
        """Where each text of the response begins in the content, by its path; none where that is not certain."""
        texts = [text for text in self.both.all_texts if text.value]
        for answer in answer_of(self.trial, JOIN, *BETWEEN) if len(texts) > 1 else ("nothing",):
            between = BETWEEN.get(answer, "")
            if texts and self.content == between.join(text.value for text in texts):
                begins = accumulate((len(text.value) + len(between) for text in texts), initial=0)
                return {text.at[0]: begin for text, begin in zip(texts, begins, strict=False)}
        return {}

    @cached_property
    def citations(self) -> list[tuple[Object, int]]:
        """The citations of web pages, each with where its text begins in the content; 0 where that is not certain."""
        return [
            (note, self.offsets.get(text.at[0], 0)) for text, note in self.notes() if note.get("type") == "url_citation"
        ]

    def notes(self) -> Iterator[tuple[Text, Object]]:
        """Yield the annotations of the response's texts."""
        held = ((text, self.source.held(citation.at[0])) for text in self.both.all_texts for citation in text.citations)
        return ((text, note) for text, note in held if isinstance(note, dict))

    @cached_property
    def logprobs(self) -> list[JSON]:
        """The log probabilities of the response's texts, in their order."""
        return [self.source.held(token.at[0]) for text in self.both.all_texts for token in text.tokens]

    @cached_property
    def usage(self) -> Object | None:
        """The usage in Chat's names; None where the response gives none."""
        given = self.response.get("usage")
        if not isinstance(given, dict):
            return None
        usage = {name: given[key] for key, name in COUNTS.items() if key in given}
        return usage | {name: given[key] for key, name in DETAILS.items() if isinstance(given.get(key), dict)}

    @property
    def names_failure(self) -> bool:
        """Whether what came of a response says that it failed."""
        entries = self.output if isinstance(self.output, list) else [self.output]
        error = self.response.get("error")
        return any(isinstance(entry, dict) and names_failure(entry, error) for entry in entries)

    @property
    def is_mixed(self) -> bool:
        """Whether the events of texts are mixed."""
        return self.stream is not None and self.stream.overlaps

    @property
    def mixes_refusals(self) -> bool:
        """Whether the pieces of several refusals are mixed, and all their letters arrived, in whichever order."""
        if self.stream is None or not self.stream.mixes_refusals:
            return False
        got = Counter("".join(self.both.told_refusals))
        return Counter("".join(refusal.value for refusal in self.both.refusals)) <= got

    # What the engine asks.

    @property
    def incomplete(self) -> bool:
        """Whether a text or call that must arrive did not."""
        return self.message is None or super().incomplete

    def made_up(self) -> str | None:
        """Say what came of an input that holds no response."""
        names = map(self.both.name_of, ("text", "call"))
        if self.unfit and self.message is not None and any(map(self.message.get, names)):
            wrong = "holds no response" if self.stream is None else "is no stream"
            return f"the input {wrong}, but something came of it: {brief(self.output)}"
        return None

    def expected(self) -> JSON:
        """Return the Chat completion that is owed; ABSENT where none is."""
        return self.owed_body() if self.is_whole and not self.unfit else ABSENT

    def owed_body(self) -> Object:
        """Return a Chat completion that satisfies every rule."""
        created = self.response.get("created_at")
        owed: Object = {"id": self.response.get("id"), "object": "chat.completion"}
        owed["created"] = math.floor(created) if isinstance(created, int | float) else 0
        owed["model"] = self.response.get("model")
        message = self.owed_message()
        if self.citations:
            message["annotations"] = [_nested_annotation(note, begin) for note, begin in self.citations]
        end = LENGTH if self.end.kind == UNKNOWN else legal_ends(self.both)[0]
        finish = WORDS[ASKS if self.end.kind == DONE and self.sent_calls else end]
        logprobs = {"logprobs": {"content": self.logprobs, "refusal": None}} if self.logprobs else {}
        owed["choices"] = [{"index": 0, "message": message, "finish_reason": finish, **logprobs}]
        if self.usage is not None:
            owed["usage"] = self.usage
        return owed | {key: self.response[key] for key in SHARED if self._is_shared(key)}

    def _is_shared(self, key: str) -> bool:
        """Whether a member of the response belongs into the Chat completion as it is."""
        value = self.response.get(key)
        return value is not None and value != {} and (key != "service_tier" or value in TIERS)

    def essence(self) -> JSON:
        """Return what two sound answers for the same response have in common."""
        if not self.is_read:
            return self.output if self.is_whole else None
        message = super().essence()
        if self.mixes_refusals and isinstance(message, dict) and "lost" in message:
            message["lost"] = []
        return {"message": message, "finish": self.choice.get("finish_reason")}


def _nested_annotation(note: Object, begin: int) -> Object:
    inner = {key: member for key, member in note.items() if key != "type"}
    moved = {key: inner[key] + begin for key in PLACES if isinstance(inner.get(key), int)}
    return {"type": "url_citation", "url_citation": inner | moved}
