"""What the answers of single scenarios must be. What is up to the model is not shown, never wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

import jsonschema_rs

from conformance.apis.emulator import ANTHROPIC, CHAT, GEMINI
from conformance.base.values import ABSENT, JSON
from conformance.base.wording import brief
from conformance.formats.model.answer import (
    DONE,
    FAILED,
    FILTER,
    LENGTH,
    PAUSE,
    REFUSED,
    SEQUENCE,
    UNKNOWN,
    UNSAID,
    Candidate,
)
from conformance.formats.model.conversation import CUSTOM, Reasoning, Text
from conformance.formats.model.request import Tool
from conformance.running.scan.bodies import calls_of, text_of
from conformance.running.scan.model import NOT_OFFERED, NOT_SHOWN, WORKS, WRONG, Exchanged, Objection, Shown
from conformance.running.scan.wire import error_text

Judge = Callable[[Exchanged], Shown]

SHOWN: Final = Shown(outcome=WORKS)
CITIES: Final = ("Oslo", "Lima")
CODE: Final = "QX-7731"
CODE_WORD: Final = "LANTERN"
SYSTEM_WORD: Final = "TANGERINE"
# With characters of two, three and four bytes, and several that are one to the eye.
UNICODE: Final = "Grüße, Ωμέγα, 日本語, 👩🏽‍🚀, 🏳️‍🌈"
LIMIT: Final = 16
STOP: Final = "5"
CALLS_LENGTH: Final = 12  # characters that a token has at most on average, of counting


def shown_not(about: str) -> Shown:
    """Return that a capability is not shown, and why."""
    return Shown(outcome=NOT_SHOWN, about=about)


def wrong(capability: str, message: str, meets: str) -> Shown:
    """Return what is wrong with a capability."""
    return Shown(outcome=WRONG, objections=(Objection(capability, message, meets),))


def says(word: str, otherwise: str) -> Judge:
    """Return what looks for a word in the answer; a model that does not say it shows nothing."""

    def judge(found: Exchanged) -> Shown:
        if word.casefold() in text_of(found.answer).casefold():
            return SHOWN
        return _early(found) or shown_not(f"{otherwise}: {brief(text_of(found.answer), 60)}")

    return judge


def has_text(found: Exchanged) -> Shown:
    """Whether there is a text."""
    return SHOWN if text_of(found.answer) else (_early(found) or shown_not("the model said nothing"))


def _early(found: Exchanged) -> Shown | None:
    """Return why an answer says little that did not end by itself."""
    end = _end(found)
    if end == LENGTH:
        return shown_not("the model used up the tokens before it answered; raise --max-tokens")
    if end in (FILTER, REFUSED):
        return shown_not("the model refused")
    if end in (FAILED, PAUSE, UNKNOWN) and found.answer is not None:
        return shown_not(f"the answer ended with {brief(found.answer.candidates[0].end.word)}")
    return None


def _end(found: Exchanged) -> str:
    return found.answer.candidates[0].end.kind if found.answer and found.answer.candidates else UNSAID


def calls(found: Exchanged) -> Shown:
    """Whether a tool is called; to call none is up to the model."""
    return SHOWN if calls_of(found.answer) else (_early(found) or shown_not("the model called no tool"))


def calls_tool(tool: Tool | None) -> Judge:
    """Return what requires a call: of one tool, or any."""

    def judge(found: Exchanged) -> Shown:
        names = [call.name for call in calls_of(found.answer)]
        if not names:
            what = f"tool_choice forces a call of {tool.name}" if tool else "tool_choice forces a call"
            return _early(found) or wrong(
                "tool-choice", f"{what}: got no call, but the text {brief(text_of(found.answer), 60)}",
                "Programs that need the arguments of a call get none.",
            )  # fmt: skip
        if tool is not None and set(names) != {tool.name}:
            return wrong(
                "tool-choice", f"tool_choice forces a call of {tool.name}: got {', '.join(map(str, names))}",
                "Programs get the arguments of another tool.",
            )  # fmt: skip
        return SHOWN

    return judge


def calls_none(found: Exchanged) -> Shown:
    """Whether no tool is called where none may be."""
    made = calls_of(found.answer)
    if made:
        return wrong(
            "no-tools", f"tool choice none forbids calls: got one of {made[0].name}",
            "Agents that ask for a last answer in text get a call instead.",
        )  # fmt: skip
    return has_text(found)


def calls_several(found: Exchanged) -> Shown:
    """Whether there are two calls; to make one after the other is up to the model."""
    made = calls_of(found.answer)
    if len(made) > 1:
        return SHOWN
    return _early(found) or shown_not(f"the model made {len(made)} call{'' if len(made) == 1 else 's'}")


def calls_once(found: Exchanged) -> Shown:
    """Whether there is no second call where one is allowed."""
    made = calls_of(found.answer)
    if len(made) > 1:
        flag = "disable_parallel_tool_use" if found.api == ANTHROPIC else "parallel_tool_calls: false"
        return wrong(
            "single-call", f"{flag} allows one call: got {len(made)}",
            "Programs that handle one call lose the others.",
        )  # fmt: skip
    return calls(found)


def calls_with_text(found: Exchanged) -> Shown:
    """Whether the forced call of a custom tool comes with a text."""
    made = calls_of(found.answer)
    if not made:
        return _early(found) or shown_not("the model called no tool")
    if made[0].kind != CUSTOM:
        return wrong(
            "custom-tools",
            f"the call of a custom tool: wanted an input that is plain text, got {made[0].kind} with "
            f"{brief(made[0].arguments.text, 60)}",
            "Coding agents cannot apply their patches.",
        )
    return SHOWN


def fits_tool(schema: JSON) -> Judge:
    """Return what requires that the arguments of strict calls fit their schema."""
    accepts = jsonschema_rs.validator_for(schema)

    def judge(found: Exchanged) -> Shown:
        made = calls_of(found.answer)
        if not made or _end(found) == LENGTH:
            return _early(found) or shown_not("the model called no tool")
        for call in made:
            value = call.arguments.value
            if isinstance(value, dict) and not accepts.is_valid(value):
                error = next(iter(accepts.iter_errors(value)))
                return wrong(
                    "strict-tools", f"the tool is strict, and the arguments do not fit its schema: {error.message}",
                    "Programs that rely on the schema fail.",
                )  # fmt: skip
        return SHOWN

    return judge


def fits_schema(schema: JSON) -> Judge:
    """Return what requires that the text is JSON of a schema."""
    accepts = jsonschema_rs.validator_for(schema)

    def judge(found: Exchanged) -> Shown:
        text = text_of(found.answer)
        if _end(found) != DONE or not text:
            return _early(found) or shown_not("the model said nothing")
        try:
            value = json.loads(text)
        except ValueError:
            return wrong(
                "json-schema", f"the answer has to fit a schema: got no JSON, but {brief(text, 60)}",
                "Programs that parse the answer fail.",
            )  # fmt: skip
        if not accepts.is_valid(value):
            error = next(iter(accepts.iter_errors(value)))
            return wrong(
                "json-schema", f"the answer does not fit the schema: {error.message}",
                "Programs that rely on the schema fail.",
            )  # fmt: skip
        return SHOWN

    return judge


def is_json(found: Exchanged) -> Shown:
    """Whether the text is JSON."""
    text = text_of(found.answer)
    if _end(found) != DONE or not text:
        return _early(found) or shown_not("the model said nothing")
    try:
        json.loads(text)
    except ValueError:
        return wrong(
            "json-object", f"the answer has to be JSON: got {brief(text, 60)}", "Programs that parse the answer fail."
        )
    return SHOWN


def is_whole_text(found: Exchanged) -> Shown:
    """Whether the characters of a stream come whole."""
    text = text_of(found.answer)
    if "\ufffd" in text or any("\ud800" <= character <= "\udfff" for character in text):
        return wrong(
            "unicode", f"characters are cut into pieces: {brief(text, 60)}",
            "Readers see replacement characters, and files that are written have them.",
        )  # fmt: skip
    if UNICODE in text:
        return SHOWN
    return _early(found) or shown_not(f"the model did not repeat the text: {brief(text, 60)}")


def stops(found: Exchanged) -> Shown:
    """Whether the answer ends before the stop sequence."""
    text = text_of(found.answer)
    numbers = re.findall(r"\d+", text)
    if STOP in text:
        return wrong(
            "stop",
            f"the stop sequence is {STOP!r}: got {brief(text, 60)}",
            "Programs that cut at it get what comes behind it too.",
        )
    if numbers != ["1", "2", "3", "4"]:
        return _early(found) or shown_not("the model did not count")
    end = found.answer.candidates[0].end if found.answer else None
    if found.api == ANTHROPIC and end is not None and (end.kind, end.sequence) != (SEQUENCE, STOP):
        return wrong(
            "stop", f"a stop sequence ended the answer: wanted stop_reason stop_sequence and stop_sequence {STOP!r}, "
            f"got {brief(end.word)} and {brief(end.sequence)}", "Programs cannot tell which sequence it was.",
        )  # fmt: skip
    if end is not None and end.kind == LENGTH:
        return shown_not("the tokens were used up first")
    return SHOWN


def ends_at_limit(found: Exchanged) -> Shown:
    """Whether the limit of tokens is kept, and said to be the end."""
    text, usage = text_of(found.answer), found.answer.usage if found.answer else None
    limit = LIMIT
    spent = usage.output if usage is not None else None
    if (spent is not None and spent > limit + 1) or len(text) > limit * CALLS_LENGTH:
        got = f"{spent} tokens" if spent is not None else f"{len(text)} characters"
        return wrong("max-tokens", f"the limit is {limit} tokens: got {got}", "Costs and time have no bound.")
    if _end(found) == LENGTH:
        return SHOWN
    if _end(found) == UNSAID:
        return shown_not("nothing says why the answer ended")
    if spent == limit and re.match(r"\D*1\D+2\D+3\b", text) and "100" not in text:
        word = found.answer.candidates[0].end.word if found.answer else None
        return wrong(
            "max-tokens", f"the limit of {limit} tokens ended the answer: it says {brief(word)}",
            "Programs take a text that is cut off for a whole one.",
        )  # fmt: skip
    return shown_not("the model ended before the limit")


def reasons(found: Exchanged) -> Shown:
    """Whether thoughts are in the answer, or counted."""
    usage = found.answer.usage if found.answer else None
    held = [said for each in _candidates(found) for turn in each.turns for said in turn.says]
    if any(isinstance(said, Reasoning) for said in held) or (usage is not None and usage.reasoning):
        return SHOWN
    return shown_not("the request is taken, and no reasoning shows in the answer")


def _candidates(found: Exchanged) -> tuple[Candidate, ...]:
    return found.answer.candidates if found.answer is not None else ()


def has_logprobs(found: Exchanged) -> Shown:
    """Whether log probabilities came, of the tokens of the text."""
    held = [
        token
        for each in _candidates(found)
        for tokens in (each.tokens, *(t.tokens for turn in each.turns for t in turn.says if isinstance(t, Text)))
        for token in tokens
    ]
    if not held:
        if not text_of(found.answer):
            return _early(found) or shown_not("the model said nothing")
        return wrong(
            "logprobs", "log probabilities are asked for: got none", "Programs that read them fail on nothing."
        )
    high = [token.logprob for token in held if isinstance(token.logprob, int | float) and token.logprob > 1e-6]
    if high:
        return wrong("logprobs", f"a log probability is above 0: {high[0]}", "Programs compute nonsense.")
    return SHOWN


def has_choices(found: Exchanged) -> Shown:
    """Whether two answers came."""
    indexes = [each.index or 0 for each in _candidates(found)]
    if len(indexes) != 2:
        return wrong(
            "choices", f"2 answers are asked for: got {len(indexes)}", "Programs that read the second one fail."
        )
    if len(set(indexes)) != 2:
        return wrong("choices", f"both answers have the index {indexes[0]}", "Programs take them for one.")
    return SHOWN


def has_usage(found: Exchanged) -> Shown:
    """Whether an answer says how many tokens it used."""
    usage = found.answer.usage if found.answer else None
    if usage is None or usage.input is None or usage.output is None:
        return Shown(outcome=NOT_OFFERED, about="answers do not say how many tokens they used")
    return SHOWN


def has_stream_usage(found: Exchanged) -> Shown:
    """Whether a stream says how many tokens it used, where it was asked to."""
    usage = found.answer.usage if found.answer else None
    if usage is not None and usage.input is not None and usage.output is not None:
        return SHOWN
    if _end(found) == UNSAID:
        return shown_not("nothing says why the stream ended")
    if found.api == GEMINI:
        return Shown(outcome=NOT_OFFERED, about="streams do not say how many tokens they used")
    asked = "stream_options.include_usage is true" if found.api == CHAT else "the stream ends with its usage"
    return wrong(
        "stream-usage", f"{asked}: got none" if found.api == CHAT else f"wanted that {asked}, got none",
        "Programs count no tokens, or fail where they add them up.",
    )  # fmt: skip


def takes(found: Exchanged) -> Shown:
    """Whether a request is taken: that is all that shows."""
    return SHOWN


def refuses(capability: str, statuses: range | tuple[int, ...], what: str) -> Judge:
    """Return what requires that a request is refused, by a status and an error that clients can read."""

    def judge(found: Exchanged) -> Shown:
        status = found.reply.status
        if status not in statuses:
            wanted = statuses[0] if isinstance(statuses, tuple) else "a status of 400 to 499"
            harm = (
                "Clients take the error for an answer, and fail where they read it."
                if found.reply.is_success
                else "Clients take it for a failure that passes, and send the request again."
            )
            return wrong(capability, f"{what}: wanted {wanted}, got {status}", harm)
        message = _wrong_error(found)
        return wrong(capability, f"{what}: {message}", "Clients cannot say what went wrong.") if message else SHOWN

    return judge


def _is_error(found: Exchanged) -> bool:
    return isinstance(found.value, dict) and bool(found.value.get("error"))


def _wrong_error(found: Exchanged) -> str | None:
    """Return what is wrong with the body of an error."""
    value: Any = found.value
    if isinstance(value, list) and value and found.api == GEMINI:
        value = value[0]
    if not isinstance(value, dict):
        return f"wanted an error in JSON, got {brief(found.reply.text, 60)}"
    error = value.get("error")
    if not isinstance(error, dict) or not isinstance(error.get("message"), str) or not error["message"]:
        return f"wanted error.message, got {brief(value, 60)}"
    if found.api == ANTHROPIC and (value.get("type") != "error" or not isinstance(error.get("type"), str)):
        return f"wanted type error and error.type, got {brief(value, 60)}"
    if found.api == GEMINI and not isinstance(error.get("code"), int):
        return f"wanted error.code as a number, got {brief(error, 60)}"
    return None


def refuses_model(models: int) -> Judge:
    """Return what requires that an unknown model is refused, by servers of several. models: how many it lists."""
    refused = refuses("unknown-model", (404, 400, 422, 403), "a model that does not exist")

    def judge(found: Exchanged) -> Shown:
        if found.reply.is_success and models < 2 and not _is_error(found):
            return Shown(outcome=NOT_OFFERED, about="the server has one model, which answers to any name")
        return refused(found)

    return judge


def refuses_key(found: Exchanged) -> Shown:
    """Whether a wrong key is refused; a server that asks for none offers nothing to judge."""
    if found.reply.is_success and not _is_error(found):
        return Shown(outcome=NOT_OFFERED, about="the server takes any key")
    return refuses("wrong-key", (401, 403, 400) if found.api == GEMINI else (401, 403), "a wrong key")(found)


def lists_models(found: Exchanged) -> Shown:
    """Whether the list of models can be read."""
    if model_names(found):
        return SHOWN
    key = "models" if found.api == GEMINI else "data"
    held = found.value if isinstance(found.value, dict) else {}
    if isinstance(held.get(key), list):
        return shown_not("the list of models is empty")
    return wrong("models", f"wanted {key} as a list of models, got {brief(found.value, 60)}", "Clients find no model.")


def model_names(found: Exchanged) -> list[str]:
    """Return the names of the models of a list."""
    value: Any = found.value if isinstance(found.value, dict) else {}
    listed, name = (value.get("models"), "name") if found.api == GEMINI else (value.get("data"), "id")
    names = [each.get(name) for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return [each.removeprefix("models/") for each in names if isinstance(each, str) and each]


def counts(found: Exchanged) -> Shown:
    """Whether a count of tokens can be read."""
    key = "totalTokens" if found.api == GEMINI else "input_tokens"
    got = found.value.get(key, ABSENT) if isinstance(found.value, dict) else ABSENT
    if type(got) is int and got > 0:
        return SHOWN
    message = f"{key}: wanted a number above 0, {'but it is absent' if got is ABSENT else f'got {brief(got)}'}"
    return wrong("count-tokens", message, "Clients do not know when the context is full.")


def refusal_words(found: Exchanged) -> str:
    """Return a refusal in a line: the status, and the server's words."""
    return (
        f"{found.reply.status}: {' '.join(error_text(found).split())[:200]}"
        if found.reply.status
        else (found.reply.failure or "no answer")
    )
