"""Two requests of no format for the tests of the laws of requests, and what a law finds between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance.base.values import JSON
from conformance.formats.model.conversation import (
    DOCUMENT,
    IMAGE,
    MODEL,
    SYSTEM,
    TOOL,
    USER,
    Arguments,
    Call,
    Conversation,
    Hosted,
    Media,
    Reasoning,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.request import REQUIRED, SCHEMA, AnswerFormat, Request, Schema, Setting, Tool, ToolChoice
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Breach
from conformance.rules.laws.request_talk import came_talk, owed_talk
from conformance.rules.laws.request_target import RequestTarget
from conformance.rules.laws.requests import RequestComparison
from conformance.rules.laws.terms import Terms

LACKING = frozenset({
    "setting/top_k", "setting/thinking", "setting/thinking_budget", "setting/thoughts", "result/image",
    "media/image-id", "media/document-text", "media/document-context", "media/image-detail", "tool/later",
})  # fmt: skip


def says(at: int, speaker: str, *facts: Utterance | Other) -> Turn:
    placed = tuple(replace(fact, at=((at, place),)) for place, fact in enumerate(facts))
    return Turn(speaker=speaker, says=placed, at=((at,),))


def call(id: str, value: JSON = None) -> Call:
    return Call(id=id, name="f", arguments=Arguments(value=value or {}, at=((),)))


def result(id: str, *texts: str, failed: bool | None = None, more: tuple[Utterance, ...] = ()) -> Result:
    return Result(id=id, form="parts", failed=failed, content=(*(Text(value=text) for text in texts), *more))


def setting(name: str, value: JSON) -> Setting:
    return Setting(name=name, value=value, at=((name,), (name,)))


PICTURE = Media(kind=IMAGE, media_type="image/png", data="iVBO", at=(("p",),))
PAGE = Media(kind=DOCUMENT, text="the page", media_type="text/plain")
STEP = Hosted(format="host", word="search_step", value={}, stage="both", id="s1", tool="search")
THOUGHT = Reasoning(content=(Text(value="I should look."),))
TOOL_F = Tool(name="f", description="d", schema=Schema(value={"type": "object", "properties": {}}), at=(("t",),))
FORMAT = AnswerFormat(kind=SCHEMA, schema=Schema(value={"type": "object"}), at=(("format",),))


def request(
    *turns: Turn, tools: tuple[Tool, ...] | None = None, settings: tuple[Setting, ...] = (), **more: Any
) -> Request:
    return Request(conversation=Conversation(turns=turns), tools=tools, settings=settings, **more)


GIVEN = (
    says(0, SYSTEM, Text(value="Be kind.")),
    says(1, USER, Text(value="Hello")),
    says(2, MODEL, THOUGHT, Text(value="Hm."), call("a"), call("b", {"x": 1})),
    says(3, USER, result("a", "boom", failed=True), result("b", "B", more=(PICTURE,)), Text(value="and now?")),
)
MADE = (
    says(0, SYSTEM, Text(value="Be kind.")),
    says(1, USER, Text(value="Hello")),
    says(2, MODEL, Text(value="Hm."), call("a"), call("b", {"x": 1})),
    says(3, TOOL, result("a", "Error: boom")),
    says(4, TOOL, result("b", "B", "[an image]")),
    says(5, USER, Text(value="Of b:"), PICTURE, Text(value="and now?")),
)
WISHES = (setting("limit", 9), setting("stop", ["END"]), setting("top_k", 5), setting("parallel", False))
CHOICE = ToolChoice(mode=REQUIRED, at=(("choice",),))
ASKED = request(*GIVEN, tools=(TOOL_F,), settings=WISHES, choice=CHOICE, format=FORMAT)
BECAME = request(*MADE, tools=(TOOL_F,), settings=(*WISHES[:2], WISHES[3]), choice=CHOICE, format=FORMAT)
REPORTS = ("top_k: left out", "messages[2].thinking: left out")


def compared(
    given: Request,
    got: Request | None,
    reports: tuple[str, ...] | None = REPORTS,
    *,
    takes: Callable[[Request], bool] = lambda _request: True,
    **terms: Any,
) -> RequestComparison:
    """Return a conversion. takes: whether the API of the target takes a request."""

    def lacks(kind: str) -> bool:
        return kind in LACKING

    arrived = ParsedSide(answer=None)
    if got is not None:
        talk = came_talk(got.conversation.turns, in_items=terms.get("in_items", False))
        arrived = ParsedSide(answer=None, request=got, talk=talk)
    target = RequestTarget(lacks=lacks, takes=takes)
    owed = owed_talk(given.conversation.turns, target)
    return RequestComparison(
        given=ParsedSide(answer=None, request=given, talk=owed), got=arrived,
        terms=Terms(lacks=lacks, **terms), reports=reports, is_rewritten=lambda _one, _other: False,
        schema_changes=lambda first, other: [] if first == other else ["tool-changed"], target=target,
    )  # fmt: skip


def breaches(law: Law, pair: RequestComparison) -> list[str]:
    return [found.kind for _key, found in law(pair) if isinstance(found, Breach)]
