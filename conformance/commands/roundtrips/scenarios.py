"""The conversations: a question with tools, calls, results, and an answer, by either API, whole or as a stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conformance.base.values import JSON

CHAT, RESPONSES = "chat", "responses"
MODEL = "gpt-4.1-mini"
MOST_ROUNDS = 4

Object = dict[str, Any]

_WEATHER: Object = {
    "name": "get_weather",
    "description": "Tells the weather of a city.",
    "parameters": {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "The name of the city"}},
        "required": ["city"],
        "additionalProperties": False,
    },
}
_CAPITAL: Object = {
    "name": "find_capital",
    "description": "Tells the capital of a country.",
    "parameters": {
        "type": "object",
        "properties": {"country": {"type": "string"}},
        "required": ["country"],
        "additionalProperties": False,
    },
}
_ANSWERS: Mapping[str, JSON] = {
    "find_capital": "Paris",
    "get_weather": {"sky": "clear", "celsius": 21, "note": "light wind from the “Île de France”"},
}


class ScenarioConversation(NamedTuple):
    """What is asked, which tools there are, what they answer, and what the local API says.

    calls: for each answer with calls, the tools and their arguments, as the script of the local API has them.
    """

    name: str
    title: str
    question: str
    tools: tuple[Object, ...]
    calls: tuple[tuple[tuple[str, Object], ...], ...]
    answer: str

    @property
    def messages(self) -> list[Object]:
        """The messages that it begins with."""
        return [
            {"role": "system", "content": "Use the tools; do not guess. Answer in one sentence."},
            {"role": "user", "content": self.question},
        ]

    @property
    def results(self) -> Mapping[str, JSON]:
        """What each tool answers, whatever it is called with."""
        return _ANSWERS

    def script(self) -> Object:
        """Return what the local API answers, in its own form."""
        answers: list[Object] = [
            {"calls": [{"tool": name, "arguments": arguments} for name, arguments in call]} for call in self.calls
        ]
        return {"title": self.title, "answers": [*answers, {"text": self.answer}]}


_PARIS, _ROME = ("get_weather", {"city": "Paris"}), ("get_weather", {"city": "Rome"})

CONVERSATIONS: tuple[ScenarioConversation, ...] = (
    ScenarioConversation(
        "one-call",
        "one call, then the answer",
        "What is the weather in Paris?",
        (_WEATHER,),
        ((_PARIS,),),
        "The sky over Paris is clear, at 21 degrees.",
    ),
    ScenarioConversation(
        "parallel-calls",
        "two calls of one tool in one answer, then the answer",
        "What is the weather in Paris, and what in Rome? Ask for both at the same time, in parallel calls.",
        (_WEATHER,),
        ((_PARIS, _ROME),),
        "In both Paris and Rome the sky is clear, at 21 degrees.",
    ),
    ScenarioConversation(
        "rounds",
        "a call that needs the result of the one before it, then the answer",
        "What is the weather in the capital of France? Find out the capital first, then its weather.",
        (_CAPITAL, _WEATHER),
        ((("find_capital", {"country": "France"}),), (_PARIS,)),
        "In Paris, the capital of France, the sky is clear, at 21 degrees.",
    ),
)


class Scenario(NamedTuple):
    """A conversation by one API. streamed: whether the answers are asked for as streams."""

    conversation: ScenarioConversation
    api: str
    streamed: bool

    @property
    def name(self) -> str:
        """Its name, which is also that of its recording."""
        return f"{self.api}-{'stream' if self.streamed else 'json'}-{self.conversation.name}"


SCENARIOS: Sequence[Scenario] = tuple(
    Scenario(conversation, api, streamed)
    for api in (RESPONSES, CHAT)
    for streamed in (False, True)
    for conversation in CONVERSATIONS
)


def scenario_named(name: object) -> Scenario | None:
    """Return a scenario by its name; None for a name that none has."""
    return next((scenario for scenario in SCENARIOS if scenario.name == name), None)
