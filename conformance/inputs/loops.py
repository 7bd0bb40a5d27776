"""Conversations with tools, each with what the API answers (rules LOOP-1 to LOOP-7)."""

from __future__ import annotations

import json
from collections.abc import Iterable

from conformance.base.strict_json import parse_json
from conformance.base.values import JSON, copy_of
from conformance.formats.anthropic.words import FORMAT as ANTHROPIC
from conformance.formats.chat.calls import calls_member, written_calls
from conformance.formats.facts import word
from conformance.formats.gemini.words import FORMAT as GEMINI
from conformance.formats.members import CHAT, RESPONSES
from conformance.formats.responses.calls import call_item, is_function_call
from conformance.inputs.choices import LIMIT, Choices, DealtOptions, weighted
from conformance.inputs.material import DATA, EDGES, edges, fresh, table, text
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import LEVELS, MANY, WIDTHS

Object = dict[str, JSON]

APIS = weighted({RESPONSES: 5, CHAT: 5, ANTHROPIC: 1, GEMINI: 1})
_WITH_OBJECTS = (ANTHROPIC, GEMINI)  # APIs whose calls have objects as arguments
# Of each API, where an error answers, and with which status.
_ERRORS = {
    api: DealtOptions((*[None] * 9, ("first", 500), ("first", 400), ("after calls", 500), ("after calls", 400)))
    for api in APIS
}
_ANSWERED = {api: edges(1) for api in APIS}
_OWN_TEXTS = edges(15)
_IS_DESCRIBED = weighted({True: 14, False: 1})
MODELS = ("gpt-test", "gpt-4.1-mini", "o4-mini", "local/model:latest")
# Calls of the newer one have ids, and signatures that it demands back.
_GEMINI_MODELS = DealtOptions(("gemini-2.5-flash", "gemini-3-pro-preview"))
_SIGNATURE = "c2lnbmVk"
NAMES = (
    "get_weather", "search", "read_file", "list-models", "send_mail", "x", "Run2", "constructor", "7",
    "a_long_tool_name_to_which_a_prefix_can_be_added",
)  # fmt: skip
UNKNOWN_NAMES = ("get_wether", "search_web", "Search", "no_such_tool")
ROUNDS = weighted({1: 8, 2: 6, 3: 3, 0: 2})
PARALLEL = {api: weighted({1: 8, 2: 5, 3: 3, 5: 1}) for api in APIS}
ANSWERS = (
    "It is sunny.", "Done.", "42", "Ja, gern.", "naïve café — „名前“ 🙂", "two\nlines", " padded ", '{"answer": 1}',
)  # fmt: skip
QUESTIONS = (
    "What is the weather in Paris?",
    "Wie groß ist ein Blauwal?",
    "名前は？",
    "Please search.",
    "Compare them.",
)

_TOOL_USE, _ARGUMENTS, _PART = "tool_use", "arguments", "functionCall"
# Thoughts as Anthropic's API seals them.
_THOUGHTS = table(
    {"type": "thinking", "thinking": "The tool knows it.", "signature": "c2lnbmVk"},
    {"type": "thinking", "thinking": "", "signature": "RXJSZQ=="},
    {"type": "redacted_thinking", "data": "aGlkZGVu"},
)
# Thoughts as Gemini's API shows them.
_GEMINI_THOUGHTS = table({"text": "The tool knows it.", "thought": True})
# Arguments as the API writes them: whole, blank, cut, of another kind.
_INSTRUCTORS = DealtOptions(("system", "system", "developer"))
_BLANK = DealtOptions(("", " "))
_FAULTS = weighted({"malformed arguments": 8, "blank arguments": 2, "an unknown tool": 4})
_MALFORMED = DealtOptions(
    ('{"city": "Par', "{'city': 'Paris'}", '{"a": 1,}', "city=Paris", "[1, 2]", '"Paris"', "17", '{"a": 1}}')
)

_ENDLESS = weighted({False: 8, True: 1})
# A server that counts its calls anew in every answer.
_COUNTED_ANEW = weighted({False: 2, True: 1})
_MORE_ROUNDS = DealtOptions((1, 2, 5, 0))

_RESULTS = {api: table(
    *EDGES, "Clear, 24 °C; wind from the west", 42, 0, 1.0, -0.5, -0.0, 1e100, 2**53 + 1,
    10**30, True, False, None, [], {}, [1, "two", None, ["", ""]], {"degrees": 21, "sky": "clear"},
    {"rows": [{"id": 9007199254740993, "name": "größe"}], "next": None}, {"result": "nested"},
    {"error": "größe: permission denied"}, {"error": "x", "code": 1},
) for api in APIS}  # fmt: skip
_ARGUMENT_TEXTS = {
    api: DealtOptions((
        '{"city":"Größe 🙂"}', '{\n  "path": "/tmp",\n  "lines": [1, 2]\n}', '{"__proto__":{"type":"$ref"},"":0}',
        '{"b":1.0,"a":-0.0,"c":1E+2,"d":1.5e-9}', '{"text":"\\u00e9 \\ud83d\\ude42 \\"quoted\\"\\n"}', "{}",
        '{"none":null,"no":false,"yes":true,"zero":0,"text":"","list":[],"object":{}}',
        '{"id":9007199254740993,"big":123456789012345678901234567890,"said":"None","json":"{\\"a\\": 1}"}',
    ))
    for api in APIS
}  # fmt: skip
_PARAMETERS = table(
    {"type": "object", "properties": {}},
    {"type": "object", "properties": {"city": {"type": "string", "description": "The city."}}, "required": ["city"]},
    {"type": "object", "properties": {"q": {"type": "string", "default": ""}, "n": {"type": "integer", "maximum": 50}}},
    {"type": "object", "properties": {"größe": {"anyOf": [{"type": "number"}, {"type": "null"}]}}},
    {"type": "object"},
)  # fmt: skip
_STRICT = table(
    {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"], "additionalProperties": False}
)
# What is no loop, and what has one wrong part.
_NO_LOOPS: tuple[JSON, ...] = (
    None,
    7,
    "text",
    [],
    {},
    True,
    {"api": "chat", "script": ["Hi."]},
    {"api": "grpc", "model": "m", "messages": [{"role": "user", "content": "Hi."}], "tools": [], "results": {},
     "max_rounds": 2, "script": ["Hi."]},
    {"api": "chat", "model": "m", "messages": None, "tools": [], "results": {}, "max_rounds": 2, "script": ["Hi."]},
    {"api": "responses", "model": "m", "messages": [{"role": "user", "content": "Hi."}], "tools": [None],
     "results": {}, "max_rounds": 2, "script": ["Hi."]},
    {"api": "responses", "model": "m", "messages": [{"role": "user", "content": "Hi."}], "tools": [],
     "results": [], "max_rounds": "2", "script": ["Hi."]},
)  # fmt: skip


def make_loop(choices: Choices) -> JSON:
    """A conversation, its tools, what they give, and the answers of an API that calls them."""
    return _loop(choices)[0]


def make_malformed_loop(choices: Choices) -> tuple[str, JSON]:
    """A conversation in which one call has a fault, and the fault's name."""
    fault = choices.pick(_FAULTS)
    while True:
        loop, calls = _loop(choices)
        if calls:
            break
    call = choices.pick(calls[:LIMIT])
    if fault == "an unknown tool" or _ARGUMENTS not in call:  # an input is an object, whatever it says
        fault = "an unknown tool"
        call["name"] = choices.pick(UNKNOWN_NAMES)
    else:
        call[_ARGUMENTS] = choices.pick(_MALFORMED if fault == "malformed arguments" else _BLANK)
    return fault, loop


def _loop(choices: Choices) -> tuple[Object, list[Object]]:
    """A conversation, and the calls of its script: what has a name and arguments."""
    api = choices.pick(APIS)
    tools = _tools(choices)
    names = [tool["name"] for tool in tools]
    rounds = choices.pick(ROUNDS)
    endless = choices.pick(_ENDLESS)
    anew = choices.pick(_COUNTED_ANEW) and api not in _WITH_OBJECTS  # which have each id once
    model = choices.pick(_GEMINI_MODELS if api == GEMINI else MODELS)
    script: list[JSON] = []
    error = choices.pick(_ERRORS[api])
    for number in range(4 if endless else rounds):
        if error is not None and number == (error[0] == "after calls"):
            script.append(_refusal(error[1]))
        calls = _calls(choices, api, names, None if anew else number, lonely=endless)
        script.append(_as_of(model, calls) if api == GEMINI else calls)
    if not endless:
        script.append(_answer(choices, api))
    loop = {
        "api": api,
        "model": model,
        "messages": _messages(choices, api),
        "tools": tools,
        "results": _results(choices, api, names, script),
        "max_rounds": choices.pick((2, 1, 3)) if endless else max(1, rounds + choices.pick(_MORE_ROUNDS)),
        "script": script,
    }
    return loop, [] if endless else [call for answer in script for call in _calls_of(answer)]


def _calls_of(answer: JSON) -> list[Object]:
    if isinstance(answer, dict):
        return [call["function"] for call in written_calls(answer)]
    items = answer if isinstance(answer, list) else []
    parts = [item[_PART] for item in items if isinstance(item, dict) and _PART in item]
    return parts or [item for item in items if is_function_call(item) or word(item) == _TOOL_USE]


def _as_of(model: str, parts: list[Object]) -> list[Object]:
    """Return the parts of an answer as a model of Gemini's gives them."""
    calls = [part for part in parts if _PART in part]
    if model != "gemini-3-pro-preview":
        for part in calls:
            del part[_PART]["id"]
    elif calls:
        calls[0]["thoughtSignature"] = _SIGNATURE
    return parts


def _tools(choices: Choices) -> list[Object]:
    names = dict.fromkeys(choices.pick(NAMES) for _ in range(choices.pick((1, 2, 2, 3))))
    tools: list[Object] = []
    for name in names:
        tool: Object = {"name": name, "description": text(choices, _OWN_TEXTS)}
        if choices.one_in(6):
            tool["strict"] = True
        tool["parameters"] = fresh(choices, _STRICT if "strict" in tool else _PARAMETERS)
        if choices.one_in(12):
            tool["strict"] = False
        if "strict" not in tool and not choices.pick(_IS_DESCRIBED):
            del tool["description"]
        tools.append(tool)
    return tools


def _messages(choices: Choices, api: str) -> list[Object]:
    messages: list[Object] = []
    if choices.one_in(2):
        messages.append(
            {"role": choices.pick(_INSTRUCTORS), "content": _message_text(api, text(choices)) or "Be brief."}
        )
    if choices.one_in(4):
        messages += [{"role": "user", "content": "Hello!"}, {"role": "assistant", "content": "Hello to you."}]
    question = choices.pick(QUESTIONS) if choices.one_in(2) else _message_text(api, text(choices)) or "?"
    content: JSON = [{"type": "text", "text": question}] if choices.one_in(5) else question
    asked: Object = {"role": "user", "content": content}
    again = [copy_of(asked)] if choices.one_in(12) else []
    return [*messages, asked, *again]


def _message_text(api: str, said: str) -> str:
    """Return a text as a message may have it: one of Anthropic's and of Gemini's has words."""
    return said if api not in _WITH_OBJECTS or said.strip() else ""


def _results(choices: Choices, api: str, names: list[str], script: list[JSON]) -> Object:
    """What each tool gives; dealt to those that are called."""
    called = {call["name"] for answer in script for call in _calls_of(answer)}
    return {name: _result(choices, api) if name in called else "not called" for name in names}


def _result(choices: Choices, api: str) -> JSON:
    return text(choices) if choices.one_in(24) else fresh(choices, _RESULTS[api])


def _calls(choices: Choices, api: str, names: list[str], number: int | None, *, lonely: bool) -> JSON:
    """One answer with calls; number: of the answer, where ids show it; lonely: with a single sound one."""
    calls = []
    for index in range(1 if lonely else choices.pick(PARALLEL[api])):
        arguments = _arguments(choices, api) if not lonely else {}
        calls.append((_identity(choices, number, index), choices.pick(names), arguments))
    if len(calls) > 1 and choices.one_in(6):
        # What a model asks twice is asked twice.
        calls[-1] = (calls[-1][0], *copy_of(calls[0][1:]))
    said = _message_text(api, text(choices)) if choices.one_in(4) else None
    if api == CHAT:
        return {"content": said, **_scripted_calls(api, calls)}
    items: list[JSON] = [{"text": said} if api == GEMINI else said] if said else []
    if choices.one_in(6):
        items.insert(0, _thought(choices, api))
    return [*items, *_scripted_calls(api, calls)]


def _thought(choices: Choices, api: str) -> JSON:
    if api == RESPONSES:
        return {"type": "reasoning", "summary": []}
    return fresh(choices, _THOUGHTS if api == ANTHROPIC else _GEMINI_THOUGHTS)


def _scripted_calls(api: str, calls: Iterable[tuple[str, str, JSON]]) -> JSON:
    """Return calls, each with its id, name and arguments, as a script has them: without what the API adds."""
    if api == CHAT:
        return calls_member([{"id": i, "function": {"name": n, "arguments": a}} for i, n, a in calls])
    if api == ANTHROPIC:
        return [{"type": _TOOL_USE, "id": i, "name": n, "input": a} for i, n, a in calls]
    if api == GEMINI:
        return [{_PART: {"id": i, "name": n, "args": a}} for i, n, a in calls]
    return [call_item(call_id=i, name=n, arguments=a) for i, n, a in calls]


def _identity(choices: Choices, number: int | None, index: int) -> str:
    if number is None:
        return f"call_{index}"
    return choices.pick((f"call_{number}{index}", f"call_N{number}x{index}AbCd", f"toolu-{number}-{index}"))


def _arguments(choices: Choices, api: str) -> JSON:
    """Return arguments: an object, which the API writes as JSON text, or the text itself."""
    if choices.one_in(4):
        written = choices.pick(_ARGUMENT_TEXTS[api])
        return parse_json(written) if api in _WITH_OBJECTS else written
    keys = dict.fromkeys(
        choices.pick(("city", "q", "limit", "größe", "id", "path")) for _ in range(choices.pick((1, 2)))
    )
    value: Object = {key: text(choices) if choices.one_in(2) else fresh(choices, DATA) for key in keys}
    return json.dumps(value) if choices.one_in(3) and api not in _WITH_OBJECTS else value


def _refusal(status: int) -> JSON:
    return {"http": status, "error": "The server had an error while processing your request."}


def _answer(choices: Choices, api: str) -> JSON:
    answer = choices.pick(ANSWERS) if choices.one_in(4) else text(choices, _ANSWERED[api])
    if api == CHAT or not choices.one_in(4):
        return answer
    if api in _WITH_OBJECTS:
        return [_thought(choices, api), answer]
    return [
        {"type": "reasoning", "summary": []},
        {"type": "message", "content": [{"type": "output_text", "text": answer}]},
    ]


def _deep(value: JSON) -> JSON:
    for level in range(LEVELS):
        value = [value] if level % 2 else {"value": value}
    return value


def deep_and_wide() -> list[tuple[str, JSON]]:
    """Return loops with very deep arguments and results, and with very many parallel calls."""
    inputs: list[tuple[str, JSON]] = [
        ("deep-arguments", _large([{"value": _deep("bottom " * 200)}], "seen")),
        ("deep-result", _large([{}], _deep("bottom " * 200), "chat")),
    ]
    said = [{"role": role, "content": f"{number}."} for number in range(MANY // 2) for role in ("user", "assistant")]
    parameters = {"type": "object", "properties": {}}
    tools = [{"name": f"look_{number}", "description": "Looks.", "parameters": parameters} for number in range(100)]
    many = _large([{}], "seen", "chat")
    more = {"messages": [*said, *many["messages"]], "tools": [*many["tools"], *tools]}
    inputs.append(("many-messages-and-tools", many | more))
    for width in WIDTHS:
        inputs.append((f"wide-{width}", _large([{"number": number} for number in range(width)], "seen")))
    return inputs


def _large(arguments: list[Object], result: JSON, api: str = RESPONSES) -> JSON:
    calls = [(f"call_{number}", "look", argument) for number, argument in enumerate(arguments)]
    return {
        "api": api,
        "model": "gpt-test",
        "messages": [{"role": "user", "content": "Look at everything."}],
        "tools": [{"name": "look", "description": "Looks.", "parameters": {"type": "object", "properties": {}}}],
        "results": {"look": result},
        "max_rounds": 3,
        "script": [_scripted_calls(api, calls), "All seen."],
    }


INPUTS = {"tool-loop": Inputs(make_loop, lambda: _NO_LOOPS, deep_and_wide, make_malformed_loop)}
