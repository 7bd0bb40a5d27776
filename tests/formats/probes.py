"""A value for each kind of fact, which says it and as little else as possible."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from conformance.formats.model import answer as a
from conformance.formats.model import conversation as c
from conformance.formats.model import request as r
from conformance.formats.model.fact import Fact, facts_in

PNG = {"media_type": "image/png", "data": "iVBORw0KGgo=", "is_inline": True}
PDF = {"media_type": "application/pdf", "data": "JVBERi0=", "is_inline": True}
WAV = {"media_type": "audio/wav", "data": "UklGRg==", "is_inline": True}
OBJECT = r.Schema(value={"type": "object", "properties": {}, "additionalProperties": False})


class Probe(NamedTuple):
    """fact: a request or an answer. look: what of it has to come back. has_text: a text can say it instead.

    spare: what else it says because some format demands it; a format may lose that.
    """

    fact: Any
    look: Callable[[Any], Any]
    has_text: bool = False
    spare: tuple[Any, ...] = ()


def turn(speaker: str, *says: Any, **more: Any) -> c.Turn:
    return c.Turn(speaker=speaker, says=says, **more)


QUESTION = turn(c.USER, c.Text(value="Say it in JSON."))
CALL = c.Call(id="i", name="f", arguments=c.Arguments(text="{}", value={}))


def request(*turns: c.Turn, **more: Any) -> r.Request:
    return r.Request(conversation=c.Conversation(turns=turns), **more)


def said(value: Any, speaker: str = c.USER) -> r.Request:
    return request(QUESTION, turn(speaker, value))


def called(**more: Any) -> r.Request:
    call = replace(CALL, **more)
    result = c.Result(kind=call.kind, id=call.id, form=c.TEXT, content=(c.Text(value="t"),))
    return request(QUESTION, turn(c.MODEL, call), turn(c.TOOL, result))


def result(*content: Any, **more: Any) -> r.Request:
    one = c.Result(id="i", form=c.PARTS, content=content, **more)
    return request(QUESTION, turn(c.MODEL, CALL), turn(c.TOOL, one))


def tool(**more: Any) -> r.Request:
    return request(QUESTION, tools=(r.Tool(**{"name": "f", "schema": OBJECT} | more),))


def asked(**more: Any) -> r.Request:
    return request(QUESTION, **{"tools": tuple(r.Tool(name=name, schema=OBJECT) for name in "fg")} | more)


def setting(name: str, value: Any) -> Probe:
    also = (r.Setting(name="stream", value=True),) if name in ("stream_usage", "padding") else ()
    return Probe(asked(settings=(*also, r.Setting(name=name, value=value))), find(r.Setting, "name", "value"))


def answer(*says: Any, **more: Any) -> a.Answer:
    end = more.pop("end", a.End(kind=a.DONE))
    return a.Answer(candidates=(a.Candidate(turns=(turn(c.MODEL, *says),), end=end),), **more)


def as_text(fact: a.Answer) -> a.Answer:
    """Return an answer whose contents are texts and no parts."""
    return replace(fact, candidates=tuple(
        replace(candidate, turns=tuple(replace(turn, form=c.TEXT) for turn in candidate.turns))
        for candidate in fact.candidates
    ))  # fmt: skip


def plain(**more: Any) -> a.Answer:
    return answer(c.Text(value="t"), **more)


def cited(place: tuple[int, int] | None, **source: Any) -> a.Answer:
    span = c.CitedSpan(unit=c.CHARACTERS, start=place[0], end=place[1]) if place else None
    return answer(c.Text(value="t", citations=(c.Citation(sources=(c.Source(**source),), span=span),)))


def find(kind: type, *names: str) -> Callable[[Fact], list[Any]]:
    """Return what all facts of a kind have under some names."""
    return lambda fact: [
        tuple(getattr(fact, name) for name in names) for fact in facts_in(fact) if isinstance(fact, kind)
    ]


def calls(fact: Fact) -> list[Any]:
    return [
        (fact.id, fact.name, json.dumps(fact.arguments.value)) for fact in facts_in(fact) if isinstance(fact, c.Call)
    ]


def speaks(fact: Fact) -> list[Any]:
    return [
        (fact.speaker, tuple(text.value for text in fact.says if isinstance(text, c.Text)))
        for fact in facts_in(fact) if isinstance(fact, c.Turn)
    ]  # fmt: skip


def results(fact: Fact) -> list[Any]:
    """Return the texts of results; of an object, its one text."""
    found = []
    for other_fact in facts_in(fact):
        if isinstance(other_fact, c.Result):
            texts = "".join(text.value for text in other_fact.content if isinstance(text, c.Text))
            held = list(other_fact.structured.values()) if isinstance(other_fact.structured, dict) else []
            found.append((other_fact.id, texts or next(iter(held), "")))
    return found


def thoughts(name: str) -> Callable[[Fact], list[Any]]:
    return lambda fact: [
        tuple(text.value for text in getattr(fact, name)) for fact in facts_in(fact) if isinstance(fact, c.Reasoning)
    ]


def of_answer(name: str) -> Callable[[Any], Any]:
    return lambda fact: getattr(fact, name)


def ended(fact: a.Answer) -> list[str]:
    return [candidate.ended for candidate in fact.candidates]


def counted(name: str, value: int) -> Probe:
    counts = {"input": 10, "output": 5, "total": 15, "cached": 3, "reasoning": 4} | {name: value}
    return Probe(plain(usage=a.Usage(**counts)), lambda fact: getattr(fact.usage, name))


SYSTEM = turn(c.SYSTEM, c.Text(value="s"))
MEDIA = find(c.Media, "data", "url", "file_id", "text")
THOUGHT = (c.Text(value="h"),)
PAGES = c.CitedSpan(unit=c.PAGES, start=1, end=2)
BLOCKS = c.CitedSpan(unit=c.BLOCKS, start=0, end=1)
VALUES = {
    "model": "m", "limit": 99, "temperature": 0.5, "top_p": 0.5, "top_k": 5, "stop": ["X"], "seed": 1,
    "frequency_penalty": 0.5, "presence_penalty": 0.5, "bias": {"1": 1}, "count": 2, "logprobs": True, "likeliest": 2,
    "parallel": False, "effort": "low", "thinking": "enabled", "thinking_budget": 2000, "thoughts": "auto",
    "verbosity": "low", "modalities": ["text"], "speech": {"voice": "alloy", "format": "wav"},
    "prediction": {"type": "content", "content": "x"}, "search": {}, "user": "u", "user_hash": "h",
    "metadata": {"a": "b"}, "tier": "auto", "store": True, "previous": "p", "held": "x", "background": True,
    "template": {"id": "p"}, "overflow": "auto", "most_calls": 3, "include": ["reasoning.encrypted_content"],
    "stream": True, "stream_usage": True, "padding": False, "cache_key": "k", "cache_time": "24h", "safety": [],
    "media_detail": "MEDIA_RESOLUTION_LOW", "servers": [], "container": "c",
    "editing": [{"type": "compaction", "compact_threshold": 1000}], "moderation": {"model": "m"},
    "recall": "auto", "pace": "standard", "client": {"a": "b"}, "programs": {}, "fetching": {}, "caching": {},
    "compression": {},
}  # fmt: skip
SPEECH = c.Media(kind=c.AUDIO, id="i", transcript="t", data="UklGRg==", is_inline=True)
ENDED = (a.DONE, a.SEQUENCE, a.LENGTH, a.FILTER, a.REFUSED, a.PAUSE, a.FAILED)
WEB = {"kind": "web", "url": "https://example.com", "title": "n"}
USAGE = a.Usage(input=1, output=1, total=2, cached=0, reasoning=0)
TOKENS = (c.Token(text="t", logprob=-1, bytes=[116]),)
CHOICES = {
    **{mode: r.ToolChoice(mode=mode) for mode in (r.AUTO, r.NONE, r.REQUIRED, r.CHECKED)},
    "one": r.ToolChoice(mode=r.REQUIRED, names=((c.FUNCTION, "f"),)),
    "some": r.ToolChoice(mode=r.REQUIRED, names=((c.FUNCTION, "f"), (c.FUNCTION, "g")), is_list=True),
}
NAMED = {"kind": r.SCHEMA, "schema": OBJECT, "name": "n"}  # Chat and Responses demand the name
PROBES: dict[str, Probe] = {
    "turn/system": Probe(request(replace(SYSTEM, is_apart=True), QUESTION), speaks, True),
    "turn/late-system": Probe(request(QUESTION, SYSTEM, QUESTION), speaks, True),
    "turn/developer": Probe(said(c.Text(value="d"), c.DEVELOPER), speaks, True),
    "turn/name": Probe(request(turn(c.USER, c.Text(value="q"), name="n")), find(c.Turn, "name"), True),
    "text/text": Probe(said(c.Text(value="t")), speaks, True),
    "text/seal": Probe(said(c.Text(value="t", seal="s"), c.MODEL), find(c.Text, "seal")),
    "text/refusal": Probe(said(c.ModelRefusal(value="no"), c.MODEL), find(c.ModelRefusal, "value"), True),
    "media/image-url": Probe(said(c.Media(kind=c.IMAGE, url="https://example.com/a.png")), MEDIA, True),
    "media/image-data": Probe(said(c.Media(kind=c.IMAGE, **PNG)), MEDIA),
    "media/image-id": Probe(said(c.Media(kind=c.IMAGE, file_id="f")), MEDIA),
    "media/image-detail": Probe(said(c.Media(kind=c.IMAGE, detail="low", **PNG)), find(c.Media, "detail")),
    "media/document-url": Probe(said(c.Media(kind=c.DOCUMENT, url="https://example.com/a.pdf")), MEDIA, True),
    "media/document-data": Probe(said(c.Media(kind=c.DOCUMENT, **PDF)), MEDIA),
    "media/document-id": Probe(said(c.Media(kind=c.DOCUMENT, file_id="f")), MEDIA),
    "media/document-text": Probe(
        said(c.Media(kind=c.DOCUMENT, media_type="text/plain", text="t", is_inline=True)), MEDIA, True
    ),
    "media/document-name": Probe(said(c.Media(kind=c.DOCUMENT, name="n.pdf", **PDF)), find(c.Media, "name"), True),
    "media/document-context": Probe(said(c.Media(kind=c.DOCUMENT, about="x", **PDF)), find(c.Media, "about"), True),
    "media/search-result": Probe(
        said(c.Media(kind="search", url="s", name="n", parts=(c.Text(value="t"),), is_inline=True)),
        find(c.Media, "kind", "url", "name"), True,
    ),
    "media/citable": Probe(said(c.Media(kind=c.DOCUMENT, cited=True, **PDF)), find(c.Media, "cited")),
    "media/sound": Probe(said(c.Media(kind=c.AUDIO, **WAV)), MEDIA),
    "media/film": Probe(said(c.Media(kind=c.VIDEO, media_type="video/mp4", data="AAAA", is_inline=True)), MEDIA),
    "call/call": Probe(called(), calls, True),
    "call/without-id": Probe(called(id=None), find(c.Call, "id", "name"), True),
    "call/arguments-text": Probe(
        called(arguments=c.Arguments(text='{"a": 1.0}', value={"a": 1.0})), find(c.Arguments, "text"), True
    ),
    "call/malformed": Probe(called(arguments=c.Arguments(text='{"a":')), find(c.Arguments, "text"), True),
    "call/custom": Probe(
        called(kind=c.CUSTOM, arguments=c.Arguments(text="x")), find(c.Call, "kind", "id", "name"), True
    ),
    "call/group": Probe(called(group="g"), find(c.Call, "group"), True),
    "call/seal": Probe(called(seal="s"), find(c.Call, "seal")),
    "result/text": Probe(result(c.Text(value="t")), results, True),
    "result/image": Probe(result(c.Media(kind=c.IMAGE, **PNG)), MEDIA),
    "result/document": Probe(result(c.Media(kind=c.DOCUMENT, **PDF)), MEDIA),
    "result/sound": Probe(result(c.Media(kind=c.AUDIO, **WAV)), MEDIA),
    "result/object": Probe(result(structured={"a": 1}), find(c.Result, "structured"), True),
    "result/failed": Probe(result(c.Text(value="t"), failed=True), find(c.Result, "failed"), True),
    "result/name": Probe(result(c.Text(value="t"), name="f"), find(c.Result, "name"), True),
    "reasoning/text": Probe(said(c.Reasoning(content=THOUGHT), c.MODEL), thoughts("content"), True),
    "reasoning/summary": Probe(said(c.Reasoning(summary=THOUGHT), c.MODEL), thoughts("summary"), True),
    "reasoning/seal": Probe(said(c.Reasoning(content=THOUGHT, seal="s"), c.MODEL), find(c.Reasoning, "seal")),
    "reasoning/encrypted": Probe(said(c.Reasoning(encrypted="e"), c.MODEL), find(c.Reasoning, "encrypted")),
    "answer/refusal": Probe(answer(c.ModelRefusal(value="no")), find(c.ModelRefusal, "value"), True),
    "answer/image": Probe(answer(c.Media(kind=c.IMAGE, **PNG)), MEDIA),
    "answer/sound": Probe(answer(SPEECH), MEDIA, True, ("i", "t")),
    "answer/several": Probe(
        a.Answer(candidates=tuple(replace(plain().candidates[0], index=number) for number in (0, 1))),
        lambda fact: len(fact.candidates),
    ),
    "answer/blocked": Probe(
        a.Answer(blocked=a.End(kind=a.FILTER, word="SAFETY")), lambda fact: fact.blocked and fact.blocked.kind
    ),
    "answer/logprobs": Probe(
        a.Answer(candidates=(replace(plain().candidates[0], tokens=TOKENS),)), find(c.Token, "text", "logprob"),
        False, (TOKENS[0].bytes,),
    ),
    "answer/id": Probe(plain(id="resp_1"), of_answer("id")),
    "answer/model": Probe(plain(model="m"), of_answer("model")),
    "answer/created": Probe(plain(created=1), of_answer("created")),
    "answer/tier": Probe(plain(tier="default", usage=USAGE), of_answer("tier")),
    "citation/web": Probe(cited((0, 1), **WEB), find(c.Source, "url", "title"), True),
    "citation/place": Probe(cited((0, 1), **WEB), find(c.CitedSpan, "start", "end")),
    "citation/file": Probe(
        cited((0, 0), kind="file", file_id="f", title="n"), find(c.Source, "file_id", "title"), True
    ),
    "citation/document": Probe(
        cited(None, kind="document", number=0, quoted="x", span=PAGES), find(c.Source, "kind", "number", "quoted"), True
    ),
    "citation/search-result": Probe(
        cited(None, kind="search", number=0, url="s", quoted="x", span=BLOCKS),
        find(c.Source, "kind", "url", "quoted"), True,
    ),
    "citation/uncited": Probe(
        a.Answer(candidates=(replace(plain().candidates[0], sources=(c.Source(kind="web", url="u"),)),)),
        find(c.Source, "url"), True,
    ),
    **{f"end/{kind}": Probe(plain(end=a.End(kind=kind)), ended) for kind in ENDED},
    "end/asks": Probe(answer(CALL, end=a.End(kind=a.ASKS)), ended),
    "end/about": Probe(
        plain(end=a.End(kind=a.REFUSED, about="It is about harm.")),
        lambda fact: [candidate.end.about for candidate in fact.candidates], True
    ),
    **{
        f"usage/{name}": counted(name, value)
        for name, value in (
            ("input", 10), ("output", 5), ("total", 15), ("cached", 3), ("written", 2), ("tool_input", 1),
            ("reasoning", 4),
        )
    },
    "tool/function": Probe(tool(description="d"), find(r.Tool, "name", "description"), True),
    "tool/strict": Probe(tool(strict=True), find(r.Tool, "strict")),
    "tool/later": Probe(tool(later=True), find(r.Tool, "later")),
    "tool/custom": Probe(tool(kind=c.CUSTOM, schema=None), find(r.Tool, "kind", "name")),
    "tool/group": Probe(
        tool(kind="group", name="g", schema=None, description="n", tools=(r.Tool(name="f"),)),
        find(r.Tool, "kind", "name"),
    ),
    "tool/openapi": Probe(tool(schema=replace(OBJECT, dialect=r.OPENAPI)), find(r.Schema, "dialect")),
    **{
        f"choice/{word}": Probe(asked(choice=choice), find(r.ToolChoice, "mode", "names"))
        for word, choice in CHOICES.items()
    },
    "format/object": Probe(asked(format=r.AnswerFormat(kind=r.OBJECT)), find(r.AnswerFormat, "kind")),
    "format/schema": Probe(
        asked(format=r.AnswerFormat(**NAMED)), lambda fact: [(fact.format.kind, fact.format.schema.value)], False,
        ("n",),
    ),
    "format/name": Probe(asked(format=r.AnswerFormat(**NAMED)), find(r.AnswerFormat, "name")),
    "format/strict": Probe(
        asked(format=r.AnswerFormat(**NAMED, strict=True)), find(r.AnswerFormat, "strict"), False, ("n",)
    ),
    "cache/mark": Probe(said(c.Text(value="t", cache=c.Cache())), find(c.Cache)),
    "cache/time": Probe(said(c.Text(value="t", cache=c.Cache(lasts="1h"))), find(c.Cache, "lasts")),
    **{f"setting/{name}": setting(name, value) for name, value in VALUES.items()},
}  # fmt: skip
