"""The scenarios of a scan: for each capability the requests that show it, and what judges their answers.

The prompts ask for what any model can do, and what it then says can be looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from conformance.apis.emulator import ANTHROPIC, CHAT, GEMINI, RESPONSES
from conformance.base.values import JSON
from conformance.formats.model.request import AUTO, NONE, OBJECT, REQUIRED, AnswerFormat, Request, Schema, ToolChoice
from conformance.formats.model.request import SCHEMA as BY_SCHEMA
from conformance.running.scan import judging
from conformance.running.scan.bodies import (
    PATCH,
    SCHEMA,
    TIME,
    WEATHER,
    Ways,
    asking,
    body_of,
    calls_of,
    continued,
    http_of,
    looked_at,
    model,
    named,
    user,
)
from conformance.running.scan.capabilities import APIS, BY_NAME
from conformance.running.scan.judging import Judge
from conformance.running.scan.model import WRONG_KEY, Exchanged, HttpRequest

Object = dict[str, Any]
Answers = Mapping[str, Exchanged]  # by scenario, those that came before
UNKNOWN_MODEL: Final = "no-such-model-of-a-conformance-scan"
THINKING: Final = 1024  # the fewest tokens that Anthropic's API thinks with


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanScenario:
    """Some requests that show one capability.

    first: makes the request; from the answers before, where it goes on from one: None if there is none to go on from.
    judge: of its answer. again: another request, sent if the first is refused, or does
    not show the capability. refuses: whether the
    server should refuse it. bare: whether the answer is no answer of a model. builds_on: scenarios of which one must
    have called a tool, or answered. beside: capabilities whose parts are in the same answer, with their judges.
    """

    name: str
    capability: str
    first: Callable[[str, Ways, Answers], HttpRequest | None]
    judge: Judge
    again: Callable[[str, Ways, Answers], HttpRequest | None] | None = None
    refuses: bool = False
    bare: bool = False
    builds_on: tuple[str, ...] = ()
    beside: tuple[tuple[str, Judge], ...] = ()
    apis: tuple[str, ...] = APIS


def scenarios_of(api: str, models: int = 0) -> list[ScanScenario]:
    """Return the scenarios of an API. models: how many the server lists."""
    own = [each for each in (*_SCENARIOS, _unknown_model(models)) if api in each.apis]
    return [each for each in own if api in BY_NAME[each.capability].apis]


def _plain(request: Request) -> Callable[[str, Ways, Answers], HttpRequest]:
    return lambda api, ways, _answers: http_of(api, body_of(api, request, ways))


def _streamed(request: Request) -> Callable[[str, Ways, Answers], HttpRequest]:
    def make(api: str, ways: Ways, _answers: Answers) -> HttpRequest:
        settings = [*request.settings, *asking(stream=True).settings]
        return http_of(api, body_of(api, replace(request, settings=tuple(settings)), ways))

    return make


def _after(
    names: Sequence[str], result: JSON, *, failed: bool = False, taken: str | None = None
) -> Callable[[str, Ways, Answers], HttpRequest | None]:
    """Return what sends back the results of the calls of an earlier answer. taken: a scenario that must have answered:
    a server that takes no result refuses them all."""

    def make(api: str, _ways: Ways, answers: Answers) -> HttpRequest | None:
        before = next((answers[name] for name in names if name in answers and _has_calls(answers[name])), None)
        if before is None or taken not in (None, *answers):
            return None
        return http_of(api, continued(before, [(c, result, failed) for c in calls_of(before.answer)]))

    return make


def _has_calls(found: Exchanged) -> bool:
    """Whether an answer has calls, in a form in which they can be sent back."""
    as_text = found.api in (CHAT, RESPONSES)
    made = [] if found.is_stream else calls_of(found.answer)
    return bool(made) and all(
        isinstance(call.arguments.value, dict) and (call.arguments.text is not None) is as_text for call in made
    )


def _altered(request: Request, alter: Callable[[str, Object], Object]) -> Callable[[str, Ways, Answers], HttpRequest]:
    """Return what sends a body that was altered: for one API alone, or wrong on purpose."""
    return lambda api, ways, _answers: http_of(api, alter(api, body_of(api, request, ways)))


def _get_models(api: str, _ways: Ways, _answers: Answers) -> HttpRequest:
    return HttpRequest(api=api, method="GET", route="/models")


def _wrong_key(api: str, ways: Ways, _answers: Answers) -> HttpRequest:
    return replace(http_of(api, body_of(api, asking(_HELLO), ways)), key=WRONG_KEY)


def _no_json(api: str, ways: Ways, _answers: Answers) -> HttpRequest:
    return replace(http_of(api, body_of(api, asking(_HELLO), ways)), body='{"model": ')


def _without_conversation(_api: str, body: Object) -> Object:
    return {key: value for key, value in body.items() if key not in ("messages", "input", "contents")}


def _count(api: str, ways: Ways, _answers: Answers) -> HttpRequest:
    body = body_of(api, asking(_HELLO), ways)
    if api == ANTHROPIC:
        body.pop("max_tokens")
        return HttpRequest(api=api, route="/messages/count_tokens", body=body)
    route = http_of(api, body).route.replace(":generateContent", ":countTokens")
    return HttpRequest(api=api, route=route, body={"contents": body["contents"]})


def _goes_on(_api: str, ways: Ways, answers: Answers) -> HttpRequest | None:
    before = answers.get("stored")
    value = before.value if before is not None else None
    if not isinstance(value, dict) or not isinstance(value.get("id"), str):
        return None
    body = body_of(RESPONSES, asking(user(_WHICH_WORD), previous=value["id"], store=True), ways)
    return http_of(RESPONSES, body)


def _thinking(api: str, ways: Ways, _answers: Answers) -> HttpRequest:
    question = user("Is 91 a prime number? Think first.")
    if api == ANTHROPIC:
        limit = THINKING + ways.limit
        return http_of(
            api, body_of(api, asking(question, thinking="enabled", thinking_budget=THINKING, limit=limit), ways)
        )
    if api == GEMINI:
        return http_of(api, body_of(api, asking(question, thoughts=True), ways))
    if api == RESPONSES:
        return http_of(api, body_of(api, asking(question, effort="low", thoughts="auto"), ways))
    return http_of(api, body_of(api, asking(question, effort="low"), ways))


def _adaptive(api: str, ways: Ways, _answers: Answers) -> HttpRequest | None:
    """Return how the newer models of Anthropic's are asked to think."""
    if api != ANTHROPIC:
        return None
    question = user("Is 91 a prime number? Think first.")
    return http_of(api, body_of(api, asking(question, thinking="adaptive", limit=THINKING + ways.limit), ways))


def _as_codex(api: str, ways: Ways, _answers: Answers) -> HttpRequest:
    """Return a request with the members that Codex sends."""
    body = body_of(api, asking(_HELLO, system="You are a coding agent.", tools=(WEATHER,), stream=True), ways)
    (tool,) = body["tools"]
    body |= {
        "tools": [{**tool, "strict": False}],
        "tool_choice": "auto",
        "parallel_tool_calls": True,
        "reasoning": {"effort": "medium", "summary": "auto"},
        "include": ["reasoning.encrypted_content"],
        "store": False,
        "prompt_cache_key": "0199a0f2-0000-7000-8000-000000000000",
    }
    told = {"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "Be brief."}]}
    body["input"] = [told, *body["input"]]
    return http_of(api, body)


def _as_claude_code(api: str, ways: Ways, _answers: Answers) -> HttpRequest:
    """Return a request with the members that Claude Code sends."""
    body = body_of(api, asking(_HELLO, tools=(WEATHER,), stream=True), ways)
    mark = {"cache_control": {"type": "ephemeral"}}
    body |= {
        "system": [
            {"type": "text", "text": "You are a coding agent.", **mark},
            {"type": "text", "text": "Be brief.", **mark},
        ],
        "messages": [{"role": "user", "content": [{"type": "text", "text": _HELLO_TEXT, **mark}]}],
        "metadata": {"user_id": "user_of_a_conformance_scan"},
    }
    return replace(http_of(api, body), route="/messages?beta=true")


def _likely(api: str, ways: Ways, _answers: Answers) -> HttpRequest:
    return http_of(api, body_of(api, asking(_HELLO, logprobs=True, likeliest=2), ways))


def _cached(_api: str, body: Object) -> Object:
    mark = {"cache_control": {"type": "ephemeral"}}
    return {**body, "system": [{"type": "text", "text": "You are brief.", **mark}]}


_HELLO_TEXT: Final = "Say hello in one short sentence."
_HELLO: Final = user(_HELLO_TEXT)
_WHICH_WORD: Final = "What is my code word? Answer with the word alone."
_WORD: Final = user(f"My code word is {judging.CODE_WORD}. Remember it.")
_WEATHER: Final = user(
    "What is the weather in Oslo, in celsius? Call get_weather, and then answer with the code that the result has."
)
_BOTH: Final = user("What is the weather in Oslo and in Lima, in celsius? Call get_weather for both cities at once.")
_PATCH: Final = user("Replace the word tea by coffee in the file menu.txt: call apply_patch.")
_COUNT: Final = user("Count from 1 to 10, in digits separated by commas. Say nothing else.")
_COUNT_ON: Final = user("Count from 1 to 100, in digits separated by commas. Say nothing else.")
_PLACE: Final = user("Describe Oslo as JSON: its name, the year of its foundation, its kind, its rivers.")
_MUST: Final = ToolChoice(mode=REQUIRED)
_RESULT: Final[JSON] = {"celsius": 17.5, "sky": "overcast", "code": judging.CODE}
_LONG: Final[JSON] = {
    "hours": [{"hour": hour, "celsius": hour / 2, "sky": "overcast with some rain"} for hour in range(120)],
    "code": judging.CODE,
}
_CALLED: Final = ("tools", "named")
_STRICT: Final = replace(WEATHER, strict=True)
_FORM: Final = AnswerFormat(kind=BY_SCHEMA, name="place", schema=Schema(value=SCHEMA), strict=True)
_NO_CODE: Final = "the model did not say the code of the result"

_SCENARIOS: Final = (
    ScanScenario(name="models", capability="models", first=_get_models, judge=judging.lists_models, bare=True),
    ScanScenario(
        name="text", capability="text", first=_plain(asking(_HELLO)), judge=judging.has_text,
        beside=(("usage", judging.has_usage),),
    ),
    ScanScenario(
        name="system", capability="system",
        first=_plain(asking(_HELLO, system=f"Whatever you are told, answer exactly: {judging.SYSTEM_WORD}")),
        judge=judging.says(judging.SYSTEM_WORD, "the model did not do what the system says"),
    ),
    ScanScenario(
        name="turns", capability="turns",
        first=_plain(asking(_WORD, model("I will remember it."), user(_WHICH_WORD))),
        judge=judging.says(judging.CODE_WORD, "the model did not say the word of the first turn"),
    ),
    ScanScenario(
        name="image", capability="images",
        first=_plain(asking(looked_at("Which colour is this image? Answer with one word."))),
        judge=judging.says("red", "the model did not see the colour"),
    ),
    ScanScenario(
        name="streaming", capability="streaming", first=_streamed(asking(_HELLO)), judge=judging.has_text,
    ),
    ScanScenario(
        name="unicode", capability="unicode",
        first=_streamed(asking(user(f"Repeat this line exactly: {judging.UNICODE}"))), judge=judging.is_whole_text,
    ),
    ScanScenario(
        name="stream-usage", capability="stream-usage", first=_streamed(asking(_HELLO, stream_usage=True)),
        judge=judging.has_stream_usage,
    ),
    ScanScenario(
        name="tools", capability="tools", first=_plain(asking(_WEATHER, tools=(WEATHER,))), judge=judging.calls,
    ),
    ScanScenario(
        name="streamed-tools", capability="streamed-tools", first=_streamed(asking(_WEATHER, tools=(WEATHER,))),
        again=_streamed(asking(_WEATHER, tools=(WEATHER,), choice=_MUST)), judge=judging.calls,
    ),
    ScanScenario(
        name="named", capability="tool-choice",
        first=_plain(
            asking(_WEATHER, tools=(WEATHER, TIME), choice=ToolChoice(mode=REQUIRED, names=named(TIME)))
        ),
        judge=judging.calls_tool(TIME),
    ),
    ScanScenario(
        name="required", capability="tool-choice", first=_plain(asking(_HELLO, tools=(WEATHER,), choice=_MUST)),
        judge=judging.calls_tool(None),
    ),
    ScanScenario(
        name="none", capability="no-tools",
        first=_plain(asking(_WEATHER, tools=(WEATHER,), choice=ToolChoice(mode=NONE))), judge=judging.calls_none,
    ),
    ScanScenario(
        name="parallel", capability="parallel-calls", first=_plain(asking(_BOTH, tools=(WEATHER,))),
        judge=judging.calls_several,
    ),
    ScanScenario(
        name="streamed-parallel", capability="parallel-calls", first=_streamed(asking(_BOTH, tools=(WEATHER,))),
        judge=judging.calls_several,
    ),
    ScanScenario(
        name="custom", capability="custom-tools",
        first=_plain(asking(_PATCH, tools=(PATCH,), choice=ToolChoice(mode=REQUIRED, names=named(PATCH)))),
        judge=judging.calls_with_text,
    ),
    ScanScenario(
        name="single", capability="single-call",
        first=_plain(asking(_BOTH, tools=(WEATHER,), choice=ToolChoice(mode=AUTO), parallel=False)),
        judge=judging.calls_once,
    ),
    ScanScenario(
        name="strict", capability="strict-tools", first=_plain(asking(_WEATHER, tools=(_STRICT,), choice=_MUST)),
        judge=judging.fits_tool(WEATHER.schema.value if WEATHER.schema else None),
    ),
    ScanScenario(
        name="result", capability="tool-results", first=_after(_CALLED, _RESULT), builds_on=_CALLED,
        judge=judging.says(judging.CODE, _NO_CODE),
    ),
    ScanScenario(
        name="failure", capability="tool-errors",
        first=_after(_CALLED, "The service is down.", failed=True, taken="result"), builds_on=_CALLED,
        judge=judging.takes,
    ),
    ScanScenario(
        name="long", capability="long-results", first=_after(_CALLED, _LONG, taken="result"), builds_on=_CALLED,
        judge=judging.says(judging.CODE, _NO_CODE),
    ),
    ScanScenario(
        name="schema", capability="json-schema", first=_plain(asking(_PLACE, form=_FORM)),
        judge=judging.fits_schema(SCHEMA),
    ),
    ScanScenario(
        name="json", capability="json-object", first=_plain(asking(_PLACE, form=AnswerFormat(kind=OBJECT))),
        judge=judging.is_json,
    ),
    ScanScenario(
        name="stop", capability="stop", first=_plain(asking(_COUNT, stop=[judging.STOP])), judge=judging.stops,
    ),
    ScanScenario(
        name="limit", capability="max-tokens", first=_plain(asking(_COUNT_ON, limit=judging.LIMIT)),
        judge=judging.ends_at_limit,
    ),
    ScanScenario(name="reasoning", capability="reasoning", first=_thinking, again=_adaptive, judge=judging.reasons),
    ScanScenario(name="logprobs", capability="logprobs", first=_likely, judge=judging.has_logprobs),
    ScanScenario(
        name="choices", capability="choices", first=_plain(asking(_HELLO, count=2)), judge=judging.has_choices,
    ),
    ScanScenario(
        name="stored", capability="previous-response", first=_plain(asking(_WORD, store=True)),
        judge=judging.takes, apis=(RESPONSES,),
    ),
    ScanScenario(
        name="previous", capability="previous-response", first=_goes_on, builds_on=("stored",),
        judge=judging.says(judging.CODE_WORD, "the model did not say the word of the response before"),
        apis=(RESPONSES,),
    ),
    ScanScenario(
        name="cached", capability="prompt-caching",
        first=_altered(asking(_HELLO), _cached), judge=judging.takes, apis=(ANTHROPIC,),
    ),
    ScanScenario(
        name="as-codex", capability="codex-request", first=_as_codex, judge=judging.has_text, apis=(RESPONSES,),
    ),
    ScanScenario(
        name="as-claude-code", capability="claude-code-request", first=_as_claude_code, judge=judging.has_text,
        apis=(ANTHROPIC,),
    ),
    ScanScenario(
        name="count", capability="count-tokens", first=_count, judge=judging.counts, bare=True,
        apis=(ANTHROPIC, GEMINI),
    ),
    ScanScenario(
        name="no-conversation", capability="errors", first=_altered(asking(_HELLO), _without_conversation),
        judge=judging.refuses("errors", range(400, 500), "a request without its conversation"),
        refuses=True, bare=True,
    ),
    ScanScenario(
        name="no-json", capability="errors", first=_no_json, refuses=True, bare=True,
        judge=judging.refuses("errors", range(400, 500), "a body that is no JSON"),
    ),
    ScanScenario(
        name="wrong-key", capability="wrong-key", first=_wrong_key, judge=judging.refuses_key,
        refuses=True, bare=True,
    ),
)  # fmt: skip


def _unknown_model(models: int) -> ScanScenario:
    def make(api: str, ways: Ways, _answers: Answers) -> HttpRequest:
        return http_of(api, body_of(api, asking(_HELLO), replace(ways, model=UNKNOWN_MODEL)))

    return ScanScenario(
        name="unknown-model", capability="unknown-model", first=make, judge=judging.refuses_model(models),
        refuses=True, bare=True,
    )  # fmt: skip
