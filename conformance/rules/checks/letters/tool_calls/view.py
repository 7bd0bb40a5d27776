"""The view that the tool-call operations share: calls that are owed, paired with the calls that were parsed."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from conformance.base.values import ABSENT, JSON, levels, same
from conformance.formats.chat.chunks import paired
from conformance.formats.facts import word
from conformance.formats.parsed.result import ASKS, CALLS, CONTENT, FINISH, calls_at, write_call, write_result
from conformance.rules.alignment.alignment import MUST, NEVER
from conformance.rules.checks.cut_streams import says_that_it_broke_off
from conformance.rules.checks.exact import ValueDifference, differences, is_rewritten
from conformance.rules.checks.findings import Failure, brief, output_at
from conformance.rules.checks.letters.tool_calls import gemini
from conformance.rules.checks.letters.tool_calls.anthropic import read_message
from conformance.rules.checks.letters.tool_calls.anthropic_streams import read_message_stream
from conformance.rules.checks.letters.tool_calls.arguments import BLANK, MALFORMED, MISSING, in_full, is_as_text
from conformance.rules.checks.letters.tool_calls.chat import read_chat_response
from conformance.rules.checks.letters.tool_calls.chat_streams import read_chat_stream
from conformance.rules.checks.letters.tool_calls.facts import (
    COMPLETED,
    CUT,
    ERROR,
    FAILED,
    INCOMPLETE,
    UNKNOWN,
    OwedAnswer,
    OwedCall,
)
from conformance.rules.checks.letters.tool_calls.responses import read_response
from conformance.rules.checks.letters.tool_calls.streams import read_stream
from conformance.rules.checks.trial import answer_of
from conformance.rules.checks.view import View
from conformance.rules.laws.pairing import CallKey, Calls, is_twice, matched

# What lenient parsers read as NaN or as an infinity.
_NO_NUMBER = re.compile(r"NaN|Infinity|\d[eE]\+?\d{3}")
# What an error calls the call of a custom tool, apart from the name of a class; it may quote the call, or its type.
_CUSTOM = re.compile(rf"\bcustom[ _-]tool|\"custom\"|\b{CALLS}\b.*'custom'", re.IGNORECASE | re.DOTALL)


class CallPair(NamedTuple):
    """A call that is owed, and what was parsed of it. position: its position in the result."""

    call: OwedCall
    parsed: JSON
    position: int

    def get(self, key: str) -> JSON:
        """Return a member of the parsed call; None where it has none."""
        return self.parsed.get(key) if isinstance(self.parsed, dict) else None

    def wrong(self, kind: str, message: str, *path: str) -> Failure:
        """Return a failure of the parsed call, or of a member of it."""
        return Failure(kind, output_at(*calls_at(self.position, *path)), message)


class ToolCallsView(View):
    """One observation of an operation that parses tool calls."""

    lost_of_large = "of a large answer not every call or not all text arrived"
    is_chat = False
    is_stream = False
    in_pieces = False  # whether arguments may come in pieces of their text

    def read(self) -> OwedAnswer:
        """Read the input."""
        raise NotImplementedError

    @cached_property
    def answer(self) -> OwedAnswer:
        """What the input owes."""
        return self.read()

    @property
    def is_broken_off(self) -> bool:
        """Whether a stream ends without what says that it is done: for Chat, an error says nothing of it."""
        return self.answer.ending == CUT

    @property
    def is_failing(self) -> bool:
        """Whether the answer failed, broke off or was cut, so that not all of it is owed."""
        return self.answer.ending in (FAILED, ERROR, CUT, INCOMPLETE)

    @property
    def unfit(self) -> bool:
        """Whether the input is no answer of the API."""
        return self.answer.unfit

    @property
    def has_wrong_part(self) -> bool:
        """Whether the input, or a part of it, has a shape that the API does not know."""
        return self.answer.unfit or self.answer.odd

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input."""
        return self.has_wrong_part or "raise" in self.failing_as

    @property
    def is_said_to_break_off(self) -> bool:
        """Whether an error says of a Chat stream that it broke off, which it did."""
        return self.is_chat and self.is_broken_off and says_that_it_broke_off(self.outcome)

    @property
    def must_convert(self) -> bool:
        """Whether a call that failed had to succeed. How a failed answer is reported, rules of its own say."""
        broken = self.may_fail or self.answer.unclear or self.answer.ending in (FAILED, ERROR)
        return not (broken or self.is_refused_by_right)

    @cached_property
    def is_refused_by_right(self) -> bool:
        """Whether the error says that the answer has a call of a custom tool, in more than a word, or is cut off.

        An answer that ends at odds with its calls, or that is no answer, may be refused by any words.
        """
        if self.is_said_to_break_off or self.answer.at_odds or self.answer.refusable:
            return True
        message = self.outcome.refusal.message if self.outcome.refusal else ""
        if len(message.split()) == 1 or not _CUSTOM.search(message):
            return False
        return any(word(schema) in ("custom", "custom_tool_call") for level in levels(self.given) for schema in level)

    @property
    def failing_as(self) -> tuple[str, ...]:
        """How a failed answer may be reported under the subject's choices; empty where it did not fail."""
        if self.answer.ending == FAILED and self.answer.refusable:
            return "report", "raise"
        if self.answer.ending == FAILED:
            return answer_of(self.trial, "failed-response", "report", "raise")
        if self.answer.ending == ERROR:
            return answer_of(self.trial, "error-event", "report", "raise")
        return ()

    @property
    def incomplete(self) -> bool:
        """Whether a call or the text did not arrive."""
        return self.result is None or not self.is_paired or bool(self.missing) or self.content_differs

    def made_up(self) -> str | None:
        """Say what came of an input that is no answer."""
        if self.unfit and self.result is not None and (self.listed or self.result.get(CONTENT)):
            return f"the input is no answer of the API, but something came of it: {brief(self.output)}"
        return None

    # The result.

    @cached_property
    def result(self) -> dict[str, JSON] | None:
        """The output, where it is an object."""
        return self.output if isinstance(self.output, dict) else None

    @property
    def listed(self) -> JSON:
        """What the result has in the place of its calls; None for nothing."""
        return self.result.get(CALLS) if self.result is not None else None

    @cached_property
    def parsed(self) -> list[JSON] | None:
        """The calls of the result; None where it has no list of them. Arguments that are kept as text are decoded."""
        if self.result is None:
            return None
        calls = self.listed
        if not isinstance(calls, list):
            return [] if calls is None else None
        return [in_full(call, self.trial.exact_numbers) for call in calls] if self.may_keep_text else calls

    @property
    def may_keep_text(self) -> bool:
        """Whether a parsed call may have the text of its arguments alone."""
        return "text" in answer_of(self.trial, "arguments", "decoded", "text")

    @property
    def must_keep_text(self) -> bool:
        """Whether a parsed call has the text of its arguments under the subject's choices."""
        return "decoded" not in answer_of(self.trial, "arguments", "decoded", "text")

    def keeps_text(self, pair: CallPair) -> bool:
        """Whether a call has the text of its arguments alone, or nothing where no text came, and may."""
        calls = self.listed
        call = calls[pair.position] if isinstance(calls, list) else None
        if not self.may_keep_text or not isinstance(call, dict) or call.get("arguments") is not None:
            return False
        return is_as_text(call) or pair.call.arguments.kind in (BLANK, MISSING)

    @property
    def finish_reason(self) -> JSON:
        """The result's finish_reason; None where it has none."""
        return self.result.get(FINISH) if self.result is not None else None

    @cached_property
    def is_paired(self) -> bool:
        """Whether it is known which parsed call came from which call of the input."""
        return self.parsed is not None and not (self.unfit or self.answer.unclear)

    @cached_property
    def _matched(self) -> Calls:
        """Which parsed call came from which call of the input; what changed beyond recognition is paired in order."""
        calls = self.answer.calls if self.is_paired else ()
        fates = [call.fate for call in calls]
        found = matched([_key(call) for call in calls], self._keys, fates, by_name=False)
        left = [place for place, partner in enumerate(found.partners) if partner is None]
        rest = [position for position, taken in enumerate(found.taken) if not taken]
        lost = [place for place in left if fates[place] == MUST]
        if len(lost) != len(rest):
            free = [place for place in left if found.expected[place] is None]
            rest = [position for position in rest if not is_twice(found, self._keys[position])]
            lost = sorted([*lost, *free]) if len(lost) + len(free) == len(rest) else free
        for place, position in zip(lost, rest, strict=False):
            found.pair(place, position)
        return found

    @cached_property
    def _keys(self) -> list[CallKey | None]:
        """What the parsed calls are known by; None for what is no object."""
        return [
            CallKey(element.get("id"), None, element.get("name"), element.get("arguments"))
            if isinstance(element, dict)
            else None
            for element in self.parsed or ()
        ]

    @cached_property
    def pairs(self) -> tuple[CallPair, ...]:
        """The calls that arrived, with what they became, in the order of the result."""
        found = [(at, place) for place, at in enumerate(self._matched.partners) if at is not None]
        return tuple(CallPair(self.answer.calls[place], (self.parsed or [])[at], at) for at, place in sorted(found))

    @property
    def is_in_order(self) -> bool:
        """Whether the calls that arrived are in the order of the input."""
        found = [at for at in self._matched.partners if at is not None]
        return found == sorted(found)

    @cached_property
    def unasked(self) -> tuple[int, ...]:
        """The positions of calls that come from no call of the input."""
        taken = self._matched.taken if self.is_paired else ()
        return tuple(position for position, is_taken in enumerate(taken) if not is_taken)

    @cached_property
    def doubles(self) -> tuple[int, ...]:
        """The positions of those of them that repeat another one."""
        return tuple(position for position in self.unasked if is_twice(self._matched, self._keys[position]))

    @cached_property
    def missing(self) -> tuple[OwedCall, ...]:
        """The calls that had to arrive and did not."""
        partners = enumerate(self._matched.partners)
        lost = (self.answer.calls[place] for place, partner in partners if partner is None)
        return tuple(call for call in lost if call.fate == MUST)

    @cached_property
    def argument_differences(self) -> tuple[tuple[CallPair, tuple[ValueDifference, ...]], ...]:
        """Pairs whose arguments are none of the legal readings, with how they differ from the likeliest."""
        found = []
        for pair in self.pairs:
            legal, got = pair.call.arguments.legal, pair.get("arguments")
            if legal is None or pair.call.fate == NEVER or not isinstance(pair.parsed, dict):
                continue
            if self.keeps_text(pair) and (
                pair.call.half or (got is None and pair.call.arguments.kind in (BLANK, MISSING))
            ):
                continue
            if not any(same(got, option) for option in legal):
                found.append((pair, tuple(differences(legal[0], got))))
        return tuple(found)

    @cached_property
    def content_differs(self) -> bool:
        """Whether the content is none of the legal ones."""
        if self.result is None or self.answer.loose_text:
            return False
        return not any(same(self.result.get(CONTENT), content) for content in self.answer.contents)

    @property
    def rewritten_content(self) -> str | None:
        """The legal content that the result has in another writing, such as in capitals; None for another text.

        Several texts count as rewritten if the length is the same and some text is not there as it was. What is put
        between texts, and a text that is lost, are defects of their own.
        """
        texts = [part.value for part in self.answer.texts if part.value]
        got = self.result.get(CONTENT) if self.result is not None else None
        if not isinstance(got, str) or not got:
            return None
        if len(texts) == 1:
            return texts[0] if texts[0] not in got and is_rewritten(texts[0], got) else None
        if all(text.strip() in got for text in texts):
            return None
        alike = (content for content in self.answer.contents if len(content) == len(got) and is_rewritten(content, got))
        return next(alike, None)

    @property
    def has_no_number(self) -> bool:
        """Whether malformed arguments hold what a lenient parser reads as a number that JSON does not have."""
        raws = (str(call.arguments.raw) for call in self.answer.calls if call.arguments.kind == MALFORMED)
        return any(map(_NO_NUMBER.search, raws))

    # What the engine asks for.

    def expected(self) -> JSON:
        """Return the parsed result that is owed."""
        answer = self.answer
        if answer.unfit or (self.failing_as and "report" not in self.failing_as):
            return ABSENT
        calls = [_owed_call(call, self.must_keep_text) for call in answer.calls if call.fate == MUST]
        owed = write_result(content=answer.contents[0], calls=calls, finish=self.owed_finish())
        if answer.usage is not ABSENT:
            owed["usage"] = answer.usage
        if self.failing_as:
            owed["error"] = answer.error
        return owed | ({"done": not self.is_broken_off} if self.is_stream else {})

    def owed_finish(self) -> JSON:
        """A finish_reason that is right where no call was parsed."""
        answer = self.answer
        if answer.own_finish is not None:
            return answer.own_finish if answer.own_finish != ASKS else None
        if answer.ending == INCOMPLETE:
            return "length" if answer.reason == "max_output_tokens" else answer.reason or "incomplete"
        return answer.ending if answer.ending in (FAILED, ERROR) else None

    def essence(self) -> JSON:
        """Return the output as the rules see it: what they leave free is the same in all."""
        if self.result is None or self.parsed is None:
            return self.output
        answer = self.answer
        settled = answer.ending in (COMPLETED, INCOMPLETE)
        calls = [
            [pair.get("name"), None if len(pair.call.arguments.legal or ()) != 1 else pair.get("arguments")]
            for pair in self.pairs
            if pair.call.fate == MUST
        ]
        return {
            "content": self.result.get(CONTENT) if not answer.loose_text and not answer.refusals else None,
            "calls": calls if settled else None,
            "finish": self.finish_reason == ASKS if answer.ending == COMPLETED else None,
            "done": self.result.get("done") is True if answer.ending in (COMPLETED, CUT) and self.is_stream else None,
        }


class ResponseView(ToolCallsView):
    """One observation of responses-output-to-tool-calls."""

    def read(self) -> OwedAnswer:
        """Read the response object."""
        return read_response(self.given, self.trial.exact_numbers)


class _PiecesView(ToolCallsView):
    """One observation of an operation whose input comes in pieces."""

    is_stream = True
    in_pieces = True

    def received(self, output: JSON) -> JSON:
        """Return an output in which the halves of a character are one: in Python, joined pieces leave them apart."""
        return _value_with_pairs(super().received(output))


class StreamView(_PiecesView):
    """One observation of responses-stream-to-tool-calls."""

    def read(self) -> OwedAnswer:
        """Read the events."""
        return read_stream(self.given, self.trial.exact_numbers)


class ChatView(ToolCallsView):
    """One observation of chat-response-to-tool-calls."""

    is_chat = True

    def read(self) -> OwedAnswer:
        """Read the Chat Completions response."""
        return read_chat_response(self.given, self.trial.exact_numbers)


class MessageView(ToolCallsView):
    """One observation of anthropic-response-to-tool-calls. Its calls have ids and names of their own, as in Chat."""

    is_chat = True

    def read(self) -> OwedAnswer:
        """Read the message."""
        return read_message(self.given, self.trial.exact_numbers)


class ChatStreamView(_PiecesView):
    """One observation of chat-stream-to-tool-calls."""

    is_chat = True

    def read(self) -> OwedAnswer:
        """Read the chunks."""
        return read_chat_stream(self.given, self.trial.exact_numbers)

    @property
    def is_broken_off(self) -> bool:
        """Whether no finish_reason came."""
        return self.answer.ending in (CUT, ERROR) and self.answer.own_finish is None


class MessageStreamView(ChatStreamView):
    """One observation of anthropic-stream-to-tool-calls."""

    def read(self) -> OwedAnswer:
        """Read the events."""
        return read_message_stream(self.given, self.trial.exact_numbers)

    @property
    def is_broken_off(self) -> bool:
        """Whether neither message_stop came nor a stop_reason."""
        return self.answer.ending in (CUT, ERROR) and not self.answer.unclear


class GeminiView(MessageView):
    """One observation of gemini-response-to-tool-calls."""

    def read(self) -> OwedAnswer:
        """Read the response."""
        return gemini.read_response(self.given, self.trial.exact_numbers)


class GeminiStreamView(MessageStreamView):
    """One observation of gemini-stream-to-tool-calls. Its calls have objects as arguments."""

    in_pieces = False

    def read(self) -> OwedAnswer:
        """Read the responses."""
        return gemini.read_responses(self.given, self.trial.exact_numbers)


def _value_with_pairs(value: JSON) -> JSON:
    if isinstance(value, str):
        return value if value.isascii() else paired(value)
    if isinstance(value, list):
        return [_value_with_pairs(element) for element in value]
    return {key: _value_with_pairs(value) for key, value in value.items()} if isinstance(value, dict) else value


def _key(call: OwedCall) -> CallKey | None:
    """Return what a call is known by; None where its id or its name may be any."""
    if call.names is None or (call.ids is None and not call.made):
        return None
    if call.ids is None:  # it is known by what it says
        return CallKey(f"made at {call.at}", None, call.names[0], (call.arguments.legal or (None,))[0])
    # An empty id is passed over by some.
    id_ = next((id_ for id_ in call.ids if id_ not in ("", UNKNOWN)), call.ids[0])
    return CallKey(id_, None, call.names[0], (call.arguments.legal or (None,))[0])


def _owed_call(call: OwedCall, as_text: bool) -> JSON:
    arguments = call.arguments.legal[0] if call.arguments.legal else None
    return write_call(
        id_=call.ids[0] if call.ids else f"call_{call.place}" if call.made else UNKNOWN,
        name=call.names[0] if call.names else UNKNOWN,
        arguments=arguments,
        raw=call.arguments.raw,
        as_text=as_text and isinstance(call.arguments.raw, str),
    )
