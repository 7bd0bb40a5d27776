"""How an answer ended, what it cost, and what identifies it: true, or not said."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from conformance.base.values import JSON, same
from conformance.base.wording import absent, brief, but_got, spelled, versus
from conformance.formats.model.answer import (
    ASKS,
    DONE,
    FAILED,
    FILTER,
    LENGTH,
    PAUSE,
    REFUSED,
    SEQUENCE,
    UNKNOWN,
    UNSAID,
    End,
    Usage,
)
from conformance.formats.model.conversation import Call, Text
from conformance.formats.model.request import AUTO, Request, ToolChoice
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, UNSEEN, Breach, Found

_WHOLE = (DONE, ASKS, SEQUENCE, REFUSED)
_WORDS = {
    LENGTH: "it was cut at the limit of tokens", FILTER: "a filter ended it", FAILED: "it failed",
    UNKNOWN: "it ended for a reason that is not known", UNSAID: "it did not end", REFUSED: "it refuses",
    PAUSE: "it paused, to be gone on with",
}  # fmt: skip


def end(pair: AnswerComparison) -> Iterator[Found]:
    """The result says how the answer ended: only one that was whole is said to be whole."""
    if pair.failed is not None and (pair.has_failed or pair.candidate.ended in (FAILED, UNKNOWN)):
        yield "end/failed", REACHED  # a call that fails says nothing of an end
    if pair.result is None or not pair.source.candidates:
        return
    if pair.result.failure is not None:
        if pair.has_failed and pair.got.ended in _WHOLE and pair.got.end.word is not None and _says_whole(pair):
            at = pair.in_output(pair.got.end) if pair.got.end.at else pair.in_output(pair.result)
            yield "end/failed", Breach("end", at, "the answer is said to be whole beside an error")
        return
    owed, got = pair.candidate.ended, pair.got.ended
    if owed == UNSAID and pair.given.growth is None:
        return
    if pair.is_cut and owed not in (UNSAID, UNKNOWN, FAILED):
        return  # it has no end that could be true
    yield "end", REACHED
    at = pair.in_output(pair.got.end) if pair.got.end.at else pair.in_output(pair.result)
    if pair.got.end.sequence is not None and pair.got.end.kind != SEQUENCE:
        message = f"a sequence is said to have stopped it, {brief(pair.got.end.sequence)}, but it ended otherwise"
        yield "end", Breach("end", at, message)
    if pair.has_failed or owed in (UNSAID, UNKNOWN, FAILED):
        yield "end/failed", REACHED
        if got in _WHOLE and _says_whole(pair):
            kind = "cut-as-whole" if pair.has_failed else "end"
            why = _WORDS[UNSAID] if pair.has_failed else _WORDS[owed]
            key = "end/failed/asks" if pair.got.end.kind == ASKS else "end/failed"
            yield key, Breach(kind, at, f"{_word_of(pair.got.end)} says that the answer is whole, but {why}")
        return
    if owed == PAUSE:
        yield from _paused(pair)
        return
    if _is_refused(pair):
        return
    if pair.terms.ends_with_calls:
        legal = legal_ends(pair)
        # A call that was lost is the matter of other laws.
        if pair.got.end.kind in legal or (pair.got.end.kind == ASKS and pair.owed_calls and DONE in legal):
            return
        # So is a call that nobody asked for.
        if len(pair.unasked) == len(pair.got_calls) and pair.got.end.kind == pair.candidate.end.kind:
            return
    elif (owed in _WHOLE and got in _WHOLE) or owed == got or (owed == FILTER and got == REFUSED and pair.got_refusals):
        if pair.candidate.end.kind != REFUSED:
            return
    message = f"{_became(pair.candidate.end, pair.got.end)}: {_how_it_ended(pair, owed)}"
    more = ", and the result does not say why" if got == UNKNOWN and owed in (LENGTH, FILTER) else ""
    yield "end", Breach("end", at, message + more)


def _became(owed: End, got: End) -> str:
    """Say what became of an end, as both formats write it."""
    if not owed.word:
        return f"the result says {_word_of(got)}" if got.word else "the result does not say how the answer ended"
    return f"{_word_of(owed)} " + (f"became {_word_of(got)}" if got.word else "did not arrive")


def _word_of(end: End) -> str:
    """Return how a format says an end: its member, from the last list on, and its word; "the result" without a word."""
    if not end.word:
        return "the result"
    path = max(end.at, key=len, default=())
    begin = max((place + 1 for place, step in enumerate(path) if isinstance(step, int)), default=0)
    return f"{spelled(path[begin:])} {brief(end.word)}".strip()


def states(pair: AnswerComparison) -> Iterator[Found]:
    """No call of an answer that is whole is said to be still in progress: clients wait for it."""
    if pair.result is None or pair.has_failed or pair.is_loose or pair.is_cut or pair.got.ended not in _WHOLE:
        return
    for turn in pair.got.turns:
        calls = [utterance for utterance in turn.says if isinstance(utterance, Call)]
        if calls and turn.state is not None:
            yield "state", REACHED
        if calls and turn.state == "in_progress":
            message = f"the answer is whole, and its call {brief(calls[0].id)} is {brief(turn.state)}"
            yield "state", Breach("call-in-progress", pair.in_output(turn), message)


def _paused(pair: AnswerComparison) -> Iterator[Found]:
    """Where the target has no word for a pause, it is reported, and nobody is to answer calls that there are not."""
    kind = pair.got.end.kind
    if not pair.terms.allows("unfinished", "report"):
        yield "end", Breach("not-raised", ("output",), "an answer that paused is to raise an error, and gave a result")
        return
    if kind in (PAUSE, LENGTH, UNKNOWN, UNSAID):
        return
    at = pair.in_output(pair.got.end) if pair.got.end.at else ("output",)
    said = pair.says_of_loss("end/pause", "pause", "stop_reason", "compaction") if kind != ASKS else False
    if said is None:
        yield "end", UNSEEN
    elif not said:
        message = f"{_became(pair.candidate.end, pair.got.end)}: {_WORDS[PAUSE]}"
        yield "end", Breach("end", at, message)


def _is_refused(pair: AnswerComparison) -> bool:
    """Whether a refusal, for which one side has a word of its own, is said as one, or as the end that a filter made."""
    owed, got = pair.candidate.end.kind, pair.got.end.kind
    if owed == REFUSED:
        return pair.got.ended in (FILTER, REFUSED)
    # That an answer refuses which does not is the matter of another law.
    return got == REFUSED and owed != LENGTH


def _how_it_ended(pair: AnswerComparison, owed: str) -> str:
    """Return how an answer ended, in words: where calls have an end of their own, by whether there are calls."""
    if pair.terms.ends_with_calls and ASKS in legal_ends(pair):
        return "it calls a tool"
    if pair.terms.ends_with_calls and pair.got.end.kind == ASKS and owed not in _WORDS:
        return "it calls no tool"
    return _WORDS.get(owed, "it is whole")


def legal_ends(pair: AnswerComparison) -> tuple[str, ...]:
    """Return the kinds of ends that an answer may have, the likeliest first, where calls have one of their own."""
    if pair.candidate.end.kind in (LENGTH, FILTER):
        return (pair.candidate.end.kind,)
    if pair.candidate.end.kind == REFUSED:
        return (REFUSED, FILTER)
    if pair.got_calls:
        return (ASKS,)
    return (DONE, FILTER) if pair.refusals else (DONE,)


def _says_whole(pair: AnswerComparison) -> bool:
    """Whether the result says that it ended, and not only that something was begun."""
    growth = pair.arrived.growth if pair.arrived is not None else None
    return growth is None or growth.ended == "whole"


def failure(pair: AnswerComparison) -> Iterator[Found]:
    """A failure makes the call fail, or is named in the result."""
    if not pair.has_failed:
        return
    if pair.failed is not None:
        yield "failure", REACHED
        # A converter need not treat what is malformed, or broke off, as it treats an error of the backend.
        if pair.source.failure is not None and not pair.terms.allows("failed-answer", "raise"):
            yield "failure", Breach("raised", ("input",), "a failure that is to be reported raised an error")
        return
    if pair.arrived is None:
        return
    yield "failure", REACHED
    raises = not pair.terms.allows("failed-answer", "failed", "error-event", "report")
    if pair.source.failure is not None and raises:
        yield "failure", Breach("not-raised", ("output",), "a failure that is to raise an error gave a result")
        return
    result = pair.result
    if result is not None and (result.failure is not None or pair.got.end.kind == FAILED):
        words = pair.source.failure.message if pair.source.failure is not None else None
        named = str(result.failure.message) if result.failure is not None else ""
        if words and words not in named:
            message = f"the failure {brief(words)} became {brief(named)}"
            yield "failure", Breach("unnamed", pair.in_output(result), message)
        return
    if pair.source.blocked is not None and pair.got.end.kind == REFUSED:
        return  # the word of a target that has none for a filter
    broken = "it has no choice" if pair.given.growth is None else "the stream broke off"
    broken = "the request was blocked" if pair.source.blocked is not None else broken
    what = pair.source.failure.message if pair.source.failure is not None else broken
    if pair.got.ended not in _WHOLE or not _says_whole(pair):
        if pair.source.failure is None:
            return  # what is not said to be whole is said to be cut
    message = f"the answer failed ({brief(what)}), and the result does not say so"
    yield "failure", Breach("failure-hidden", ("output",), message)


def usage(pair: AnswerComparison) -> Iterator[Found]:
    """The counts of tokens are the source's; a detail of zero may be left out or added, and none is invented."""
    if pair.result is None or pair.has_failed or pair.is_cut:
        return
    owed, got = pair.source.usage, pair.result.usage
    if got is not None:
        yield from _made_up(pair, owed, got)
    if owed is None or not (owed.written or any(_counts(owed).values())):
        yield "added/usage", REACHED
        if got is not None and any(_counts(got).values()):
            key = "added/usage" if owed is None or owed.output is None else "kept/usage"
            message = f"the source gives no usage, but the result has {brief(_counts(got))}"
            yield key, Breach("invented", pair.in_output(got), message)
        return
    is_stream = pair.arrived is not None and pair.arrived.growth is not None
    may_omit = is_stream and not pair.terms.lacks("setting/stream_usage") and pair.terms.allows("stream-usage", "omit")
    if got is None and may_omit:
        return  # a client of the format gets it only if it asks
    yield "kept/usage", REACHED
    if got is None:
        yield "kept/usage", Breach("usage-lost", pair.in_input(owed), f"the usage {brief(_counts(owed))} is lost")
        return
    wanted, counts = _counts(owed), _counts(got)
    if pair.terms.lacks("usage/total"):
        del wanted["total"]
        if not _is_coherent(owed):
            del wanted["input"]  # it has what a cache held beside the rest of the input, and here there is no rest
    elif pair.carried(counts["total"]) == pair.carried(counts["input"] + counts["output"]):
        del wanted["total"]  # a sum that the source got wrong
    if owed.reasoning is None and pair.has_reasoning and 0 <= counts["reasoning"] <= counts["output"]:
        del wanted["reasoning"]  # how much of the output the thoughts took is not said, and may be estimated
    if counts["output"] == counts["reasoning"] + wanted["output"] and _has_thoughts_beside(owed):
        del wanted["output"]
    for name, value in wanted.items():
        if pair.carried(value) != pair.carried(counts[name]):
            message = f"usage.{got.spelled.get(name, name)}: wanted {value}, got {counts[name]}"
            yield "kept/usage", Breach("usage", pair.in_output(got), message, name)


def _made_up(pair: AnswerComparison, owed: Usage | None, got: Usage) -> Iterator[Found]:
    """Yield counts that the source does not have. That tokens were written to a cache need not be said."""
    key, at = "added/usage" if owed is None else "kept/usage", pair.in_output(got)
    written = owed.written if owed is not None else None
    if got.written is not None and pair.carried(got.written or 0) != pair.carried(written or 0):
        message = f"tokens that were written to a cache: {versus(written, got.written)}"
        yield key, Breach("invented", at, message)
    # Where the result says what a cache held beside the rest of the input, an incoherent usage leaves less than none.
    is_less = owed is not None and pair.terms.lacks("usage/total") and not _is_coherent(owed)
    for other in () if pair.is_loose or is_less else got.others:
        if type(other.value) is int and other.value < 0:
            yield key, Breach("invented", at, f"{other.word}: no count is {other.value}")


def _has_thoughts_beside(usage: Usage) -> bool:
    """Whether the tokens of thoughts are not among the output, as some hosts of OpenAI's APIs count them."""
    counts = _counts(usage)
    is_sum = usage.total == counts["input"] + counts["output"] + counts["reasoning"]
    return counts["reasoning"] > counts["output"] or (is_sum and counts["reasoning"] > 0)


def _is_coherent(usage: Usage) -> bool:
    """Whether what a cache held and took is among the input, as OpenAI's APIs say it."""
    return (usage.input or 0) >= (usage.cached or 0) + (usage.written or 0)


def _counts(usage: Usage) -> dict[str, int]:
    """Return the counts of a usage. A total that is not said is the sum."""
    said = {name: getattr(usage, name) or 0 for name in ("input", "output", "cached", "reasoning")}
    total = usage.total if usage.total is not None else said["input"] + said["output"]
    return {**said, "total": total}


def identity(pair: AnswerComparison) -> Iterator[Found]:
    """The model is the one that answered; the tier, where there is one, that which served it; the id is a text."""
    result, source = pair.result, pair.source
    if result is None:
        return
    if pair.has_failed or result.failure is not None:  # what it says of the model need not be said, but is true
        if source.model is not None and result.model not in (
            None,
            *_source_values(pair, "model"),
            _asked_setting(pair, "model"),
        ):
            message = f"model: {versus(source.model, absent(result.model))}"
            yield "same/model", Breach("model", pair.in_output(result, "model"), message)
        return
    if source.model is not None:
        yield "same/model", REACHED
        asked = _asked_setting(pair, "model")
        if result.model is None or result.model not in (*_source_values(pair, "model"), asked):
            key = "same/model" + ("/absent" if result.model is None and asked is None else "")
            message = f"model: {versus(source.model, absent(result.model))}"
            yield key, Breach("model", pair.in_output(result, "model"), message)
    if result.tier is not None and source.tier is not None and not pair.terms.own_tiers:
        yield "same/tier", REACHED
        if result.tier not in _source_values(pair, "tier"):
            message = f"service_tier: wanted {brief(source.tier)}, {but_got(result.tier)}"
            yield "same/tier", Breach("tier", pair.in_output(result), message)
    yield "same/id", REACHED
    if not result.id:
        key = "same/id" if source.id else "same/id/new"
        yield (
            key,
            Breach(
                "no-id",
                pair.in_output(result, "id"),
                f"id: wanted a text that is not empty, {but_got(absent(result.id))}",
            ),
        )


def _source_values(pair: AnswerComparison, name: str) -> tuple[JSON, ...]:
    """Return what the source says under a name: the events of a stream may each say something else, and be right."""
    growth = pair.given.growth
    return (getattr(pair.source, name), *(growth.repeated.get(name, ()) if growth is not None else ()))


def _asked_setting(pair: AnswerComparison, name: str) -> JSON:
    settings = pair.given.request.settings if pair.given.request is not None else ()
    return next((setting.value for setting in settings if setting.name == name), None)


def created(pair: AnswerComparison) -> Iterator[Found]:
    """When the answer was created is when the source was."""
    result = pair.result
    if result is None or pair.has_failed or pair.source.created is None or result.failure is not None:
        return
    if pair.terms.lacks("answer/created"):
        return
    yield "same/created", REACHED
    said, got = _source_values(pair, "created"), result.created
    whole = [second for utterance in said for second in _seconds(utterance)]
    if got not in whole:
        message = f"created: {versus(whole[0], absent(got))}"
        key = "same/created" + ("/fraction" if got in said else "")
        yield key, Breach("created", pair.in_output(result), message)


def _seconds(time: JSON) -> tuple[JSON, ...]:
    """Return a time in whole seconds."""
    return (math.floor(time), round(time)) if isinstance(time, float) and math.isfinite(time) else (time,)


def echo(pair: AnswerComparison) -> Iterator[Found]:
    """What the answer repeats of the request is the request's; what says nothing may be there instead.

    A setting that the request does not have may have any value: hosts have defaults of their own.
    """
    result, asked = pair.result, pair.given.request
    if result is None or asked is None or result.echo is None or pair.has_failed:
        return
    yield "same/request", REACHED
    wanted = {setting.name: setting.value for setting in asked.settings if setting.value is not None}
    for setting in result.echo.settings:
        owed = wanted.get(setting.name, setting.value)
        if not _is_same(setting.value, owed) and setting.value is not None and setting.name not in _REQUIRED:
            message = f"the request says {setting.name} {brief(owed)}, but the answer repeats {brief(setting.value)}"
            yield "same/request", Breach("request-changed", pair.in_output(setting), message)
    if result.echo.choice is not None and not _is_asked(result.echo.choice, asked.choice):
        wanted_choice, came = _worded(asked.choice), _worded(result.echo.choice)
        message = f"the request says tool choice {wanted_choice}, but the answer repeats {came}"
        yield "same/request", Breach("request-changed", pair.in_output(result.echo.choice), message)
    for what, said, got in _texts(asked, result.echo):
        if got is not None and said is not None and got != said:
            message = f"the request says {what} {brief(said)}, but the answer repeats {brief(got)}"
            yield "same/request", Breach("request-changed", pair.in_output(result, what), message)


def _is_same(value: JSON, owed: JSON) -> bool:
    """Whether two values are one; 0.0 is 0."""
    numbers = all(isinstance(element, int | float) and not isinstance(element, bool) for element in (value, owed))
    return value == owed if numbers else same(value, owed)


def _is_asked(choice: ToolChoice, asked: ToolChoice | None) -> bool:
    """Whether a choice of tools is the one that was asked for, or says nothing. One that was not read may be any."""
    said = asked if asked is not None else ToolChoice(mode=AUTO)
    return (choice.mode, choice.names) in ((said.mode, said.names), (AUTO, None)) or "" in (choice.mode, said.mode)


def _worded(choice: ToolChoice | None) -> str:
    if choice is None or choice.names is None:
        return choice.mode if choice is not None else AUTO
    return f"{choice.mode} of {brief([name for _kind, name in choice.names])}"


# Settings that the object of an answer must have, and that cannot be null: who does not know the request writes any.
_REQUIRED: Final = ("parallel",)


def _texts(asked: Request, echo: Request) -> Iterator[tuple[str, JSON, JSON]]:
    yield "instructions", _instructions(asked), _instructions(echo)
    names, came = ([tool.name for tool in request.tools or ()] for request in (asked, echo))
    if came:
        yield "tools", names, came


def _instructions(request: Request) -> str | None:
    apart = (utterance for turn in request.conversation.turns if turn.is_apart for utterance in turn.says)
    return next((utterance.value for utterance in apart if isinstance(utterance, Text)), None)
