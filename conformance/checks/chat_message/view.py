"""A response beside the assistant message that was made of it, paired once for all checks."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from operator import itemgetter

from conformance.checks.chat_message.content import BETWEEN, PARTED, fits, holds_in_order, parts_of, text_of
from conformance.checks.chat_message.reading import INLINE, Source
from conformance.checks.findings import brief, is_in_words
from conformance.checks.pairs import Pair
from conformance.checks.trial import answer_of
from conformance.checks.view import View
from conformance.formats.chat.facts import read_call
from conformance.formats.facts import Fact, is_filled
from conformance.formats.responses.facts import items_of
from conformance.matching.matcher import Matcher
from conformance.strict_json import json_or_absent
from conformance.values import ABSENT, JSON

PLACEHOLDER = "[No response generated]"
ANSWERS = tuple(BETWEEN)
# How JSON and languages show a list of parts as text.
_PARTS_AS_TEXT = re.compile(r"""["']type["']: ?["']refusal["']""")
# Shorter texts of reasoning are in any content by chance.
_LEAST_LEAK = 4
# A response that ended so holds no whole answer; a converter may refuse it.
_WHOLE = (None, "completed", "incomplete")

# What an expected call, or the same with its item's id, and one of the message may have in common: the most specific
# first.
_Key = Callable[[JSON], JSON]
_KEYS: tuple[_Key, ...] = (lambda call: call, itemgetter(slice(2)), itemgetter(0))
_KEYS_BY_ITEM: tuple[_Key, ...] = (itemgetter(slice(2)), itemgetter(0))
_NAME: _Key = itemgetter(1)


class ChatMessage(View):
    """One trial of responses-output-to-chat-message."""

    lost_of_large = "of a large response not every text and call arrived"

    # The input.

    @cached_property
    def items(self) -> list[JSON] | None:
        """The response's items; None where there is no list of them."""
        items, _base = items_of(self.given, "output")
        return items if isinstance(items, list) else None

    @cached_property
    def in_object(self) -> bool:
        """Whether the items are in a response object."""
        return isinstance(self.given, dict)

    @cached_property
    def source(self) -> Source:
        """What the items hold."""
        return Source(self.items or [], items_of(self.given, "output")[1])

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts that must arrive, without empty ones."""
        return tuple(text.value for text in self.source.texts if not text.is_optional and text.value)

    @cached_property
    def has_empty_text(self) -> bool:
        """Whether the response has text, all of it empty."""
        return not self.texts and not all(text.is_optional for text in self.source.texts)

    @cached_property
    def refusals(self) -> tuple[str, ...]:
        """The refusals that must arrive, without empty ones."""
        return tuple(refused.value for refused in self.source.refusals if refused.value)

    @cached_property
    def owed_calls(self) -> tuple[Fact, ...]:
        """The calls that must arrive."""
        return tuple(call for call in self.source.calls if not call.is_optional)

    @property
    def unfit(self) -> bool:
        """Whether the input holds no list of items."""
        return self.items is None

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input."""
        return self.has_wrong_part or self._is_no_answer()

    @property
    def has_wrong_part(self) -> bool:
        """Whether the input or an item of it is malformed."""
        return self.unfit or self.source.is_broken

    def _is_no_answer(self) -> bool:
        return self.in_object and (self.given.get("status") not in _WHOLE or self.given.get("error") is not None)

    # The output.

    @cached_property
    def message(self) -> dict[str, JSON] | None:
        """The message; None where the output is no object."""
        return self.output if isinstance(self.output, dict) else None

    @cached_property
    def content(self) -> JSON:
        """The message's content; ABSENT where it has none. Beside calls an absent content is null."""
        content = (self.message or {}).get("content", ABSENT)
        return None if content is ABSENT and self.sent else content

    @cached_property
    def content_text(self) -> str:
        """The content's text; "" where it has none."""
        return text_of(self.content) or ""

    @cached_property
    def said(self) -> str:
        """The content's text, without a placeholder for it."""
        of_its_own = any(PLACEHOLDER in text.value for text in self.source.texts)
        return "" if self.content_text == PLACEHOLDER and not of_its_own else self.content_text

    @cached_property
    def entries(self) -> list[JSON]:
        """The entries of tool_calls; none where that is no list."""
        entries = (self.message or {}).get("tool_calls")
        return entries if isinstance(entries, list) else []

    @cached_property
    def sent(self) -> tuple[Fact, ...]:
        """The message's calls."""
        return tuple(read_call(call, number, ("tool_calls", number)) for number, call in enumerate(self.entries))

    # What became of the texts.

    @cached_property
    def told_refusals(self) -> tuple[str, ...]:
        """Every text of the message that may hold a refusal."""
        texts = [(self.message or {}).get("refusal"), self.content]
        texts += [text for _kind, text in parts_of(self.content)]
        given = any(_PARTS_AS_TEXT.search(text.value) for text in (*self.source.texts, *self.source.refusals))
        return tuple(text for text in texts if isinstance(text, str) and (given or not _PARTS_AS_TEXT.search(text)))

    @cached_property
    def lost_refusals(self) -> tuple[int, ...]:
        """Positions of the refusals that are nowhere in the message."""
        return tuple(
            index
            for index, refused in enumerate(self.source.refusals)
            if not any(is_in_words(refused.value, text) for text in self.told_refusals)
        )

    @cached_property
    def reads(self) -> bool:
        """Whether the content is the texts that are owed, joined as the subject does it."""
        return self.reads_by(answer_of(self.trial, "text-join", *ANSWERS))

    def reads_by(self, answers: Sequence[str]) -> bool:
        """Whether the content is the texts that are owed, joined by one of the answers."""
        if not self.texts and self.content in (None, ""):
            return True
        if not isinstance(self.content, str) and not self._has_known_parts():
            return False
        if fits(self.content_text, self.source.texts, answers):
            return True
        # Beside what is malformed, or with a refusal in it, there may be other text too.
        loose = self.source.is_broken or any(text in self.content_text for text in self.refusals)
        is_quoted = isinstance(json_or_absent(self.content_text), str)
        return loose and not is_quoted and holds_in_order(self.content_text, self.texts)

    def _has_known_parts(self) -> bool:
        parts = list(parts_of(self.content))
        known = ("text", "output_text", "refusal")
        return bool(parts) and all(kind in known and isinstance(text, str) for kind, text in parts)

    @cached_property
    def has_all_texts(self) -> bool:
        """Whether the content holds each owed text, in order."""
        return holds_in_order(self.said, self.texts)

    @cached_property
    def lost_texts(self) -> tuple[str, ...]:
        """The owed texts that the content holds less often than it should."""
        wanted = Counter(self.texts)
        return tuple(text for text in self.texts if self.said.count(text) < wanted[text])

    @cached_property
    def without_text(self) -> bool:
        """Whether the content holds none of the owed texts, although there are some."""
        return bool(self.texts) and not any(text in self.said for text in self.texts)

    @cached_property
    def leaks(self) -> tuple[str, ...]:
        """The texts of reasoning that the content holds."""
        if not self.source.reasoning or (self.reads and not self._has_other_parts()):
            return ()
        whole = [text for _kind, text in parts_of(self.content) if isinstance(text, str)]
        content = PARTED.join(whole) if isinstance(self.content, list) else self.said
        legal = [text.value for text in self.source.texts] + list(self.refusals)
        beside = content
        for text in legal:
            beside = beside.replace(text, "", 1)
        return tuple(
            text
            for text in self.source.reasoning
            if (
                (content == text or len(text) >= _LEAST_LEAK)
                and content.count(text) > sum(other.count(text) for other in legal)
            )
            or (text.strip() and text in beside and self.has_all_texts)
        )

    def _has_other_parts(self) -> bool:
        return isinstance(self.content, list) and not self._has_known_parts()

    # What became of the calls.

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The calls that arrived, in the order of the response."""
        calls = self.source.calls
        matcher = Matcher(calls, self.sent)
        sent = [(position, one.value) for position, one in enumerate(self.sent)]
        own = [call.value for call in calls]
        by_item = [(_item_id(call), *call.value[1:]) for call in calls]
        passes = [(key, own) for key in _KEYS] + [(key, by_item) for key in _KEYS_BY_ITEM] + [(_NAME, own)]
        for key, values in passes:
            for optional in (False, True):  # those that must arrive choose first
                wanted = [(i, values[i]) for i, call in enumerate(calls) if call.is_optional is optional]
                matcher.pair_by_keys(wanted, sent, (key,))
        # What is left of those has nothing in common with what arrived: it was changed beyond recognition.
        matcher.pair_by_place(lambda call, _sent: not call.is_optional)
        return tuple(
            Pair(owed=call, found=self.sent[position])
            for call, position in zip(calls, matcher.partners, strict=True)
            if position is not None
        )

    @cached_property
    def lost_calls(self) -> tuple[Fact, ...]:
        """The owed calls that did not arrive."""
        arrived = {pair.owed.at for pair in self.pairs}
        return tuple(call for call in self.owed_calls if call.at not in arrived)

    @cached_property
    def unasked(self) -> tuple[int, ...]:
        """Positions of the message's calls that come from nothing in the response."""
        taken = {pair.got.entry for pair in self.pairs}
        left = [position for position in range(len(self.sent)) if position not in taken]
        return () if self.source.is_broken or len(left) <= self.source.callable else tuple(left)

    def arguments(self, pair: Pair) -> JSON:
        """Return what the arguments of an inline call's result say; ABSENT where they are no JSON."""
        return self.read_json(pair.got.payload)

    # What the engine asks.

    @property
    def incomplete(self) -> bool:
        """Whether texts or calls that must arrive did not; where one of them is left, small responses show that too."""
        if self.message is None or (self.has_all_texts and not self.lost_calls):
            return self.message is None
        calls_left = len(self.owed_calls) - len(self.lost_calls)
        texts_left = len(self.texts) - len(self.lost_texts)
        return (bool(self.lost_calls) and calls_left != 1) or (bool(self.lost_texts) and texts_left != 1)

    @cached_property
    def unread(self) -> bool:
        """Whether nothing of a response object arrived, neither its texts nor its calls."""
        return self.in_object and self.without_text and bool(self.owed_calls) and not self.sent

    def made_up(self) -> str | None:
        """Say what came of an input that holds no list of items."""
        if self.unfit and self.answered and self.message:
            if self.sent or self.content not in (ABSENT, None, "", [], PLACEHOLDER):
                return f"the input holds no output items, but something came of it: {brief(self.output)}"
        return None

    def expected(self) -> JSON:
        """Return a message that satisfies every rule; ABSENT where the input holds no list of items."""
        if self.unfit:
            return ABSENT
        texts = [text.value for text in self.source.texts if not text.is_optional]
        join = BETWEEN[self.trial.choices.get("text-join", "nothing")] if self._has_legal_join() else ""
        message: dict[str, JSON] = {"role": "assistant", "content": join.join(filter(None, texts)) if texts else None}
        arrived = [pair.owed for pair in self.pairs]
        calls = [call for call in self.source.calls if not call.is_optional or call in arrived]
        if not texts and not calls and not self.refusals and self.trial.choices.get("empty-output") != "null":
            message["content"] = PLACEHOLDER
        if self.refusals:
            message["refusal"] = join.join(self.refusals)
        if calls:
            message["tool_calls"] = list(map(_owed_entry, calls))
        return message

    def _has_legal_join(self) -> bool:
        return self.trial.choices.get("text-join", "nothing") in BETWEEN

    def essence(self) -> JSON:
        """Return what two sound messages for the same response have in common."""
        if self.message is None or self.unfit or not self.reads:
            return self.output
        nothing = not (self.source.texts or self.source.calls or self.refusals)
        calls = [
            (pair.owed.id, pair.owed.name, pair.got.name, pair.got.id, self._payload(pair))
            for pair in self.pairs
            if not pair.owed.is_optional
        ]
        return {
            "role": self.message.get("role"),
            "content": self.content if nothing else list(self.texts),
            "calls": [list(call) for call in calls],
            "lost": list(self.lost_refusals),
        }

    def _payload(self, pair: Pair) -> JSON:
        return self.arguments(pair) if pair.owed.type == INLINE else pair.got.payload

    def of_type(self, *types: str) -> Iterator[Pair]:
        """Yield the pairs whose call is of one of the types."""
        return (pair for pair in self.pairs if pair.owed.type in types)


def _item_id(call: Fact) -> JSON:
    """Return the id of a call's item; the call's own where it has none."""
    own = call.source.get("id") if isinstance(call.source, dict) else None
    return own if is_filled(own) else call.id


def _owed_entry(call: Fact) -> JSON:
    arguments = call.payload
    if call.type == INLINE:
        arguments = json.dumps(call.payload, ensure_ascii=False, separators=(",", ":"))
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}
