"""What is wrong with any answer, whatever was asked: what the API never sends, and what readers cannot follow.

Two readings judge: the pinned types of the API, of which only what clients read counts (members beside them, members
that are null or of other hosts are free), and the grammar of its streams. Each objection belongs to the capability
whose part of the answer it is about.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from conformance.apis.emulator import ANTHROPIC, CHAT, GEMINI, RESPONSES
from conformance.apis.oracles import COMPATIBLE, findings_of, fits_schema, profile_of
from conformance.apis.oracles.table import REFUSED
from conformance.base.values import ABSENT, JSON, steps
from conformance.base.wording import brief, spelled
from conformance.formats.chat.chunks import call_pieces
from conformance.formats.exchanges import ANSWERS
from conformance.formats.model.answer import ASKS, DONE, UNSAID, Usage
from conformance.formats.model.conversation import FUNCTION, Call
from conformance.running.scan.bodies import calls_of
from conformance.running.scan.model import Exchanged, Objection

_EVENTS: Final = {
    CHAT: "chat-chunk",
    RESPONSES: "responses-event",
    ANTHROPIC: "anthropic-event",
    GEMINI: "gemini-response",
}
# What no client can do without, by API: places of whole answers, and of the events of streams.
_NEEDED: Final = {
    CHAT: r"/(id|object|created|model|choices)|/choices/\d+/(index|message|finish_reason)"
    r"|/choices/\d+/message/(role|content|tool_calls/\d+/(id|type|function(/name|/arguments)?))"
    r"|/usage/(prompt_tokens|completion_tokens|total_tokens)",
    RESPONSES: r"/(id|object|created_at|model|output|status)|/output/\d+/(id|type|role|content|call_id|name|arguments)"
    r"|/output/\d+/content/\d+/(type|text)|/usage/(input_tokens|output_tokens|total_tokens)",
    ANTHROPIC: r"/(id|type|role|model|content|stop_reason|usage)|/content/\d+/(type|text|id|name|input)"
    r"|/usage/(input_tokens|output_tokens)",
    GEMINI: r"/(candidates)|/candidates/\d+/content/parts/\d+/functionCall/name",
}
_NEEDED_OF_EVENTS: Final = {
    CHAT: r"/(id|object|created|model|choices)|/choices/\d+/(index|delta)|/choices/\d+/delta/tool_calls/\d+/index"
    r"|/usage/(prompt_tokens|completion_tokens|total_tokens)",
    RESPONSES: r"/(type|response|item|delta|output_index|item_id|content_index)"
    r"|/item/(id|type|role|content|call_id|name|arguments)|/response/(id|object|model|output|status)",
    ANTHROPIC: r"/(type|message|index|content_block|delta|usage)|/message/(id|type|role|model|content|usage)"
    r"|/message/usage/(input_tokens|output_tokens)|/content_block/(type|text|id|name|input)"
    r"|/delta/(type|text|partial_json)|/usage/output_tokens",
    GEMINI: r"/candidates/\d+/content/parts/\d+/functionCall/name",
}
# What of the grammars troubles no client that is known: early-input is read, and hosts repeat what was said.
_FREE: Final = {
    CHAT: frozenset({"head", "opened-twice", "after-end"}),
    ANTHROPIC: frozenset({"early-input"}),
    RESPONSES: frozenset({"number", "item-id", "other-response"}),
    GEMINI: frozenset({"head"}),
}
_CALLS: Final = ("tool_calls", "functionCall")
_OF_CALLS: Final = ("tool_use", "function_call", "input_json_delta")
_CALL_GRAMMAR: Final = ("index", "not-opened")  # of Chat's chunks


def objections_to(found: Exchanged) -> Iterator[Objection]:
    """Yield what is wrong with the form of an answer that the server gave."""
    if found.damage is not None:
        if found.reply.failure is not None and not found.reply.status:
            return  # no answer came: the server may be gone
        kind = "streaming" if found.is_stream or _wants_stream(found) else "text"
        yield Objection(kind, found.damage, "Clients cannot read the answer.")
        return
    of_form = [*_schema(found), *_content(found)]
    of_order = list(_grammar(found)) if found.is_stream else []
    yield from (*of_form, *of_order)
    if not of_form and not of_order:
        yield from _ends(found)
        yield from _calls(found)
    if not of_form:
        yield from _counts(found)


def _wants_stream(found: Exchanged) -> bool:
    return found.body.get("stream") is True or ":stream" in found.request.route


def _schema(found: Exchanged) -> Iterator[Objection]:
    events: list[JSON] = found.value if found.is_stream and isinstance(found.value, list) else [found.value]
    kind = _EVENTS[found.api] if found.is_stream else f"{found.api}-response"
    needed = (_NEEDED_OF_EVENTS if found.is_stream else _NEEDED)[found.api]
    seen = set[str]()
    profile = profile_of(urlsplit(found.url).hostname or "", COMPATIBLE)
    for number, event in enumerate(events):
        if fits_schema(kind, event):
            continue
        for finding in findings_of(kind, event, profile=profile):
            counts = finding.mistake == "missing" and re.fullmatch(needed, finding.at) is not None
            # Nulls, values and members of their own are what other hosts send too.
            of_type = finding.mistake == "type" and finding.level == REFUSED
            is_type = of_type and _value_at(event, finding.at) is not None
            place = re.sub(r"\d+", "N", finding.at)
            if not (counts or is_type) or place in seen:
                continue
            seen.add(place)
            where = f"event {number}: " if found.is_stream else ""
            path = [int(step) if step.isdigit() else step for step in steps(finding.at)]
            got = _value_at(event, finding.at)
            said = "is missing" if counts else f"has another type: got {brief(got)}"
            capability = _of_place(found, event, path)
            yield Objection(capability, f"{where}{spelled(path)} {said}", _harm(found.api, path, missing=counts))


def _content(found: Exchanged) -> Iterator[Objection]:
    """Yield a Chat message without content: the types say that it may lack, and the API always has it."""
    value = found.value if found.api == CHAT and isinstance(found.value, dict) else {}
    for choice in value.get("choices") or ():
        message = choice.get("message") if isinstance(choice, dict) else None
        if isinstance(message, dict) and "content" not in message:
            yield Objection(
                "tools" if message.get("tool_calls") else "text",
                "choices[0].message.content is missing: wanted null where there is no text",
                'Clients that read message["content"] fail.',
            )
            return


def _value_at(value: JSON, at: str) -> Any:
    for step in steps(at):
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return ABSENT
    return value


def _of_place(found: Exchanged, event: JSON, path: list[str | int]) -> str:
    """Return the capability whose part of an answer a place is."""
    streamed = found.is_stream
    if "usage" in path or "usageMetadata" in path:
        return "stream-usage" if streamed else "usage"
    if "logprobs" in path or "logprobsResult" in path:
        return "logprobs"
    if any(step in _CALLS for step in path) or _is_of_call(event, path):
        return "streamed-tools" if streamed else "tools"
    return "streaming" if streamed else "text"


def _is_of_call(event: JSON, path: list[str | int]) -> bool:
    """Whether a place is inside of a call's item or block, or of a piece of one."""
    value: Any = event
    for step in [*path, ""]:
        if isinstance(value, dict):
            word = str(value.get("type", ""))
            if word in _OF_CALLS or "function_call_arguments" in word:
                return True
            value = value.get(step) if isinstance(step, str) else None
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
    return False


def _harm(api: str, path: list[str | int], *, missing: bool) -> str:
    if path[-1:] == ["index"] and "tool_calls" in path:
        return "Clients cannot tell which call a piece belongs to."
    if path[-1:] == ["arguments"]:
        return "Clients parse a text of JSON there, and fail."
    return "Clients with strict types refuse the answer." if missing else f"Clients of the {api} API fail on it."


def _grammar(found: Exchanged) -> Iterator[Objection]:
    read = ANSWERS[f"{found.api}-stream"](found.value)
    if found.api == CHAT and not found.is_marked:
        yield Objection(
            "streaming",
            "the stream ends without data: [DONE]",
            "Clients that wait for it hang until their time is up, or take the answer for cut off.",
        )
    if found.api == CHAT and _lacks_index(found.value):
        return  # said before
    if found.api == CHAT and (shared := _shared_index(found.value)) is not None:
        yield Objection(
            "parallel-calls",
            f"event {shared[0]}: another call has the index {shared[1]} of the one before",
            "Clients join the arguments of both to one text that is no JSON.",
        )
        return
    for error in read.disorder:
        if error.kind in _FREE[found.api]:
            continue
        event = _value_at(found.value, f"/{error.at[0]}") if error.at else None
        path = list(error.at[1:])
        of_call = error.kind in _CALL_GRAMMAR if found.api == CHAT else _is_of_call(event, path)
        capability = "streamed-tools" if of_call else "streaming"
        where = f"event {error.at[0]}: " if error.at else ""
        yield Objection(capability, f"{where}{error.message}", "Clients put the pieces together wrongly, or fail.")


def _lacks_index(events: JSON) -> bool:
    pieces = call_pieces(events if isinstance(events, list) else [])
    return any("index" not in piece.piece for piece in pieces)


def _shared_index(events: JSON) -> tuple[int, int] | None:
    """Return where a call of a Chat stream begins with the index of another one, and the index."""
    begun: dict[tuple[int, int], JSON] = {}
    for piece in call_pieces(events if isinstance(events, list) else []):
        own, index = piece.piece.get("id"), piece.piece.get("index")
        if not own or not isinstance(index, int):
            continue
        if begun.setdefault((piece.choice, index), own) != own:
            return int(piece.at[0]), index
    return None


def _ends(found: Exchanged) -> Iterator[Objection]:
    """Yield an end that is not said, or does not fit what was said."""
    streamed = found.is_stream
    answer = found.answer
    if answer is None or (not answer.candidates and answer.blocked is None):
        yield Objection(
            "streaming" if streamed else "text", f"no answer is in it: {brief(found.value)}", "Clients find nothing."
        )
        return
    for candidate in answer.candidates:
        calls = [said for turn in candidate.turns for said in turn.says if isinstance(said, Call)]
        if candidate.end.kind == UNSAID:
            kind = "streaming" if streamed else "text"
            yield Objection(
                kind, f"{_END_WORDS[found.api]}: nothing says why the answer ended",
                "Clients take the answer for cut off, or wait for more.",
            )  # fmt: skip
        elif calls and candidate.end.kind == DONE and found.api in (CHAT, ANTHROPIC) and not _is_forced(found):
            yield Objection(
                "streamed-tools" if streamed else "tools",
                f"{_END_WORDS[found.api]} of an answer with calls: wanted {_ASKING[found.api]}, "
                f"got {candidate.end.word}",
                "Agents take the answer for the last one, and run no tool.",
            )
        elif not calls and candidate.end.kind == ASKS:
            yield Objection(
                "streamed-tools" if streamed else "tools",
                f"{_END_WORDS[found.api]} is {candidate.end.word}, and there is no call",
                "Agents wait for a call that never comes.",
            )


_END_WORDS: Final = {CHAT: "finish_reason", RESPONSES: "status", ANTHROPIC: "stop_reason", GEMINI: "finishReason"}
_ASKING: Final = {CHAT: "tool_calls", ANTHROPIC: "tool_use"}


def _is_forced(found: Exchanged) -> bool:
    """Whether a call was forced: then OpenAI's own API says stop."""
    return found.api == CHAT and found.body.get("tool_choice") not in (None, "auto")


def _calls(found: Exchanged) -> Iterator[Objection]:
    """Yield calls that nobody can run, or answer."""
    capability = "streamed-tools" if found.is_stream else "tools"
    calls = calls_of(found.answer)
    cut = found.answer is not None and any(c.end.kind not in (DONE, ASKS) for c in found.answer.candidates)
    for call in (each for each in calls if each.kind == FUNCTION):
        if not call.name:
            yield Objection(capability, "a call has no name", "Agents cannot tell which tool to run.")
        if call.id == "":
            yield Objection(capability, f"the id of the call of {call.name} is empty", "Its result names no call.")
        if not isinstance(call.arguments.value, dict) and not (cut and call is calls[-1]):
            if call.arguments.text != "":
                got = call.arguments.text if call.arguments.value is ABSENT else call.arguments.value
                yield Objection(
                    capability, f"arguments of {call.name}: wanted an object, got {brief(got)}",
                    "Agents cannot run the tool.",
                )  # fmt: skip
    doubled = [id_ for id_, count in Counter(call.id for call in calls if call.id).items() if count > 1]
    if doubled:
        yield Objection(
            "parallel-calls", f"{len(calls)} calls, and two have the id {doubled[0]!r}",
            "Agents cannot say which result is of which call.",
        )  # fmt: skip


def _counts(found: Exchanged) -> Iterator[Objection]:
    """Yield a usage that does not add up."""
    usage = found.answer.usage if found.answer is not None else None
    if usage is None:
        return
    capability = "stream-usage" if found.is_stream else "usage"
    for message in _wrong_counts(usage, found.api):
        yield Objection(capability, message, "Costs and the room that is left are counted wrongly.")


def _wrong_counts(usage: Usage, api: str) -> Iterator[str]:
    words = usage.spelled
    for name in ("input", "output", "total", "cached", "reasoning"):
        value = getattr(usage, name)
        if value is not None and value < 0:
            yield f"{words.get(name, name)} is {value}"
    known = usage.input is not None and usage.output is not None and usage.total is not None
    # Gemini's total has what it counts nowhere else.
    total = (usage.input or 0) + (usage.output or 0)
    beside = usage.total == total + (usage.reasoning or 0)  # xAI counts thoughts beside the output
    if known and api != GEMINI and not beside and usage.total != total:
        yield f"{words.get('total', 'the total')}: wanted {total}, got {usage.total}"
    if usage.cached is not None and usage.input is not None and usage.cached > usage.input:
        yield f"{usage.cached} tokens are cached of {usage.input}"
    if usage.reasoning is not None and usage.output is not None and usage.reasoning > usage.output and not beside:
        yield f"{usage.reasoning} tokens are reasoning of {usage.output}"
