"""An API that answers as a model would, always the same: it calls the tools that are forced or named, fills schemas,
repeats what it is told to, and keeps to limits and stop sequences.

What it says follows from the request alone:

- a forced call, or a user who names an offered tool, is a call, with arguments that the schema accepts; "at once" asks
  for two;
- a format is an instance of its schema;
- "exactly: X" is answered with X, a question for a code word or the code of a result with it, "Count from A to B" with
  the numbers, an image with its colour.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from conformance.apis.emulator.acceptance import Acceptance
from conformance.apis.emulator.answers import body_of, offered
from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.api import ApiReply, error_reply, in_form_of, json_reply, reply_of_body
from conformance.apis.emulator.arguments import instance_of
from conformance.apis.emulator.bodies import CHAT, RESPONSES
from conformance.apis.emulator.gemini import GEMINI
from conformance.apis.emulator.scripts import ScriptedAnswer, ScriptedCall
from conformance.apis.emulator.wording import no_model
from conformance.base.values import JSON
from conformance.formats.model.conversation import MODEL, SYSTEM, TOOL, USER, Media, Result, Text, Turn
from conformance.formats.model.request import OBJECT, PLAIN, REQUIRED, Request
from conformance.formats.whole_requests import REQUESTS

Object = dict[str, Any]

DONE, LENGTH, SEQUENCE = "done", "length", "sequence"
_TOKEN: Final = re.compile(r"\s*\w{1,4}|\s*[^\w\s]|\s+")
_HELLO: Final = "Hello, and good morning to you."
_THOUGHT: Final = "The question is easy."
_PLACE: Final[JSON] = {"name": "Oslo", "kind": "city"}
_LIMIT: Final = 4096
_NOT_ASKED: Final = ("none", "minimal", "disabled", False)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ModelSays:
    """What the model says. end: DONE, LENGTH or SEQUENCE. tokens: of the answer, thoughts included."""

    text: str | None = None
    calls: int = 0
    thought: str | None = None
    end: str = DONE
    sequence: str | None = None
    tokens: int = 0


class ModelApi:
    """An API with a model behind it. models: the names that it answers to. acceptance: which requests it takes."""

    def __init__(self, models: tuple[str, ...], acceptance: Acceptance | None = None) -> None:
        self.models = models
        self._acceptance = acceptance or Acceptance()
        self._count = 0

    def answer(self, api: str, request: JSON, key: Hashable = None, stream: str | None = None) -> ApiReply:
        """Answer one request, or refuse it as the real API does. stream: as of `ScriptedApi.answer`."""
        return in_form_of(api, self._answer(api, request, stream), stream=stream)

    def _answer(self, api: str, request: JSON, stream: str | None) -> ApiReply:
        verdict = self._acceptance.refusal(api, request)
        if verdict is not None:
            return replace(error_reply(verdict.error), verdict=verdict)
        model = request.get("model")
        if model not in self.models:
            return error_reply(no_model(str(model)))
        whole = self._acceptance.whole(request) if api == RESPONSES else request
        asked = REQUESTS[f"{api}-request"].read(whole)
        said = _say(api, whole, asked)
        script = ScriptedAnswer(text=said.text, calls=(ScriptedCall(None, None),) * said.calls, reasoning=said.thought)
        body, _calls = body_of(api, script, request, self._count, 0)
        _finish(api, body, said, _words(asked))
        if _setting(asked, "logprobs") or _setting(asked, "likeliest"):
            _put_logprobs(api, body, said.text or "")
        if api == GEMINI and (number := _setting(asked, "count")):
            body["candidates"] = [{**body["candidates"][0], "index": index} for index in range(int(number))]
        self._count += 1
        self._acceptance.keep(api, request, body)
        return reply_of_body(api, body, request, None, stream)

    def counted(self, api: str, request: JSON) -> ApiReply:
        """Answer how many tokens a request has."""
        asked = REQUESTS[f"{api}-request"].read(request)
        return json_reply(200, {"totalTokens" if api == GEMINI else "input_tokens": _words(asked)})

    def listed(self, api: str) -> ApiReply:
        """Answer which models there are."""
        if api == GEMINI:
            methods = ["generateContent", "countTokens"]
            return json_reply(
                200, {"models": [{"name": f"models/{n}", "supportedGenerationMethods": methods} for n in self.models]}
            )
        if api == ANTHROPIC:
            dated: Object = {"created_at": "2026-01-01T00:00:00Z", "type": "model"}
            named: list[JSON] = [{"id": name, "display_name": name, **dated} for name in self.models]
            return json_reply(
                200, {"data": named, "first_id": self.models[0], "last_id": self.models[-1], "has_more": False}
            )
        made: Object = {"object": "model", "created": 1_700_000_000, "owned_by": "local"}
        return json_reply(200, {"object": "list", "data": [{"id": name, **made} for name in self.models]})


def _say(api: str, body: Object, asked: Request) -> _ModelSays:
    thought = _THOUGHT if _thinks(asked) else None
    thinking = len(_tokens(_THOUGHT)) if thought else 0
    calls = _calls(api, body, asked)
    if calls:
        return _ModelSays(calls=calls, thought=thought, tokens=20 * calls + thinking)
    text = _text(asked)
    end, sequence = DONE, None
    for each in _setting(asked, "stop") or ():
        if each in text:
            text, end, sequence = text[: text.index(each)], SEQUENCE, each
    limit, tokens = int(_setting(asked, "limit") or _LIMIT) - thinking, _tokens(text)
    if len(tokens) > limit:
        text, end, sequence = "".join(tokens[: max(limit, 0)]), LENGTH, None
    spent = min(len(tokens), max(limit, 0)) + thinking
    return _ModelSays(text=text, thought=thought, end=end, sequence=sequence, tokens=spent)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _thinks(asked: Request) -> bool:
    names = ("effort", "thinking", "thinking_budget", "thoughts")
    return any(_setting(asked, name) not in (None, *_NOT_ASKED) for name in names)


def _setting(asked: Request, name: str) -> Any:
    return next((setting.value for setting in asked.settings if setting.name == name), None)


def _calls(api: str, body: Object, asked: Request) -> int:
    """Return how many tools are called."""
    names = [tool.name for tool in offered(api, body)]
    if not names:
        return 0
    text = _last_text(asked)
    if any(name in text for name in names):
        return 2 if "at once" in text and _setting(asked, "parallel") is not False else 1
    return int(asked.choice is not None and asked.choice.mode == REQUIRED)


def _texts(turn: Turn) -> Iterator[str]:
    for said in turn.says:
        if isinstance(said, Text):
            yield said.value
        elif isinstance(said, Result):
            yield from (part.value for part in said.content if isinstance(part, Text))
            if isinstance(said.structured, dict):
                yield json.dumps(said.structured)


def _last_text(asked: Request) -> str:
    """Return what the user said last, where nothing came after it."""
    turns = asked.conversation.turns
    last = turns[-1] if turns else None
    if last is None or last.speaker not in (USER, TOOL):
        return ""
    return "\n".join(said.value for said in last.says if isinstance(said, Text))


def _words(asked: Request) -> int:
    """Return how many tokens a request has."""
    return max(1, sum(len(_tokens(text)) for turn in asked.conversation.turns for text in _texts(turn)))


def _text(asked: Request) -> str:
    form = asked.format
    if form is not None and form.kind != PLAIN:
        value = _PLACE if form.kind == OBJECT or form.schema is None else instance_of(form.schema.value)
        return json.dumps(value, ensure_ascii=False)
    question = _last_text(asked)
    turns = asked.conversation.turns
    told = "\n".join(text for turn in turns if turn.speaker == SYSTEM for text in _texts(turn))
    before = "\n".join(text for turn in turns if turn.speaker != MODEL for text in _texts(turn))
    for text in (told, question):
        if (found := re.search(r"exactly: (.+)", text)) is not None:
            return found[1]
    if "code word?" in question and (found := re.search(r"code word is (\w+)", before)) is not None:
        return found[1]
    if "code" in before and (found := re.search(r'"code": ?"([^"]+)"', before)) is not None:
        return found[1]
    if (found := re.search(r"Count from (\d+) to (\d+)", question)) is not None:
        return ", ".join(map(str, range(int(found[1]), int(found[2]) + 1)))
    if turns and any(isinstance(said, Media) for said in turns[-1].says):
        return "Red."
    return _HELLO


def _finish(api: str, body: Object, said: _ModelSays, words: int) -> None:
    """Write into a body why it ended, and what it used."""
    thinking = len(_tokens(_THOUGHT)) if said.thought else 0
    cut = said.end == LENGTH
    if api == CHAT:
        for choice in body["choices"] if cut else ():
            choice["finish_reason"] = "length"
        spent = said.tokens * len(body["choices"])
        body["usage"] = {
            "prompt_tokens": words,
            "completion_tokens": spent,
            "total_tokens": words + spent,
            "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": thinking, "audio_tokens": 0},
        }
    elif api == RESPONSES:
        if cut:
            body |= {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
            for item in body["output"][-1:]:
                item["status"] = "incomplete"
        body["usage"] |= {"input_tokens": words, "output_tokens": said.tokens, "total_tokens": words + said.tokens}
        body["usage"]["output_tokens_details"] = {"reasoning_tokens": thinking}
    elif api == ANTHROPIC:
        if cut:
            body["stop_reason"] = "max_tokens"
        elif said.end == SEQUENCE:
            body |= {"stop_reason": "stop_sequence", "stop_sequence": said.sequence}
        body["usage"] |= {"input_tokens": words, "output_tokens": said.tokens}
    else:
        if cut:
            body["candidates"][0]["finishReason"] = "MAX_TOKENS"
        usage = {"promptTokenCount": words, "candidatesTokenCount": said.tokens - thinking}
        usage |= {"thoughtsTokenCount": thinking} if thinking else {}
        body["usageMetadata"] = {**usage, "totalTokenCount": words + said.tokens}


def _put_logprobs(api: str, body: Object, text: str) -> None:
    tokens = [{"token": token, "logprob": -0.1, "bytes": list(token.encode())} for token in _tokens(text)]
    full: list[JSON] = [{**token, "top_logprobs": [token]} for token in tokens]
    if api == CHAT:
        for choice in body["choices"]:
            choice["logprobs"] = {"content": full, "refusal": None}
    elif api == RESPONSES:
        for item in body["output"]:
            for part in item.get("content", ()) if item.get("type") == "message" else ():
                part["logprobs"] = full
    elif api == GEMINI:
        chosen = [{"token": token["token"], "logProbability": -0.1} for token in tokens]
        likeliest = [{"candidates": [token]} for token in chosen]
        body["candidates"][0]["logprobsResult"] = {"chosenCandidates": chosen, "topCandidates": likeliest}
