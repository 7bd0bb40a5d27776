"""Requests of the model, drawn for a format that writes them: what was said until now, tools, and their choice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.base.strict_json import json_or_absent
from conformance.formats.model.conversation import (
    DOCUMENT,
    IMAGE,
    MODEL,
    SYSTEM,
    TEXT,
    USER,
    Arguments,
    Call,
    Hosted,
    Media,
    Reasoning,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.model.request import AUTO, NONE, REQUIRED, Schema, Tool, ToolChoice
from conformance.inputs.arguments import arguments_text
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import TOOL_NAMES, edges, fresh, in_other_case, table, text
from conformance.inputs.model_answers import SEAL

BEGIN = "begin"  # the words with which the answer begins; the API refuses white space at their end
# What is said behind each other; what the user says after calls begins with their results.
STORIES = weighted({
    ("ask",): 6, ("ask", "ask"): 1, ("ask", "answer", "ask"): 5, ("ask", "call", "result"): 5,
    ("ask", "calls", "results"): 5, ("ask", "call", "result and text"): 4, ("ask", "calls", "results and media"): 6,
    ("ask", "thought call", "result"): 2, ("ask", "thought", "ask"): 2, ("ask", "hosted", "ask"): 2,
    ("ask", "call", "result", "answer", "ask", "call", "result", "answer", "ask"): 2, ("documents",): 3, ("media",): 3,
    ("ask", "late", "answer", "ask"): 1, ("ask", "call", "call", "results"): 1, ("ask", "text behind", "result"): 1,
    ("ask", BEGIN): 1, ("ask", "call", "result", BEGIN): 1,
})  # fmt: skip
_TEXTS = {speaker: edges(1, empty=False) for speaker in (USER, MODEL, SYSTEM)}
_RESULTS = DealtOptions((*edges(2, empty=False), ""))
_NAMES = DealtOptions(TOOL_NAMES)
_FAILED = DealtOptions((None, None, False, True))
_TWINS = weighted({"nothing": 4, "its name": 2, "all but its id": 1, "all but case": 1})
_PNG, _PDF = "iVBORw0KGgo=", "JVBERi0xLjQK"
_IMAGES = DealtOptions((
    Media(kind=IMAGE, media_type="image/png", data=_PNG, is_inline=True),
    Media(kind=IMAGE, url="https://example.org/a.png"), Media(kind=IMAGE, url="https://example.org/b.png?c=1&d=2"),
))  # fmt: skip
_SOURCES: tuple[Media, ...] = (
    Media(kind=DOCUMENT, media_type="text/plain", text="The report says: rain.", is_inline=True),
    Media(kind=DOCUMENT, media_type="application/pdf", data=_PDF, is_inline=True),
    Media(kind=DOCUMENT, url="https://example.org/report.pdf"),
    Media(kind=DOCUMENT, is_inline=True, parts=(Text(value="A chapter."), Text(value="Another one."))),
)  # fmt: skip
# What is said of a document, each with each other in some row.
_SAID_OF_FILES: tuple[dict[str, Any], ...] = (
    {}, {"name": "report.pdf", "cited": True}, {"about": "Of Monday."}, {"name": "Notes", "about": "A.\n\"B\""},
)  # fmt: skip
_FILES = DealtOptions((
    *(replace(source, **said) for said in _SAID_OF_FILES for source in _SOURCES),
    Media(kind=DOCUMENT, media_type="text/plain", text="Two\nlines.", is_inline=True, name="Notes", about="Of Monday."),
))  # fmt: skip
_FOUND = Media(
    kind="search", url="https://example.org/found", name="Found", is_inline=True, parts=(Text(value="It rains."),)
)
_IS_FOUND = weighted({False: 4, True: 1})
# What a tool shows: an image, which is dealt apart from those of users, and what is beside it.
_IMAGES_OF_TOOLS = DealtOptions(_IMAGES)
_IS_BESIDE_TEXT = DealtOptions((True, False))
_SHOWN: DealtOptions[Media | None] = DealtOptions(
    (None, None, None, *_SOURCES, replace(_SOURCES[1], name="report.pdf"))
)
_SCHEMAS = table(
    {"type": "object", "properties": {}}, {"type": "object"},
    {"type": "object", "properties": {"location": {"type": "string", "description": "City"}}, "required": ["location"]},
    {"type": "object", "properties": {"n": {"type": "integer", "minimum": 0, "default": 10},
                                      "unit": {"enum": ["c", "f"]}}},
    {"type": "object", "properties": {"node": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": {
        "type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}}},
    {"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
     "additionalProperties": False, "required": ["a"]},
)  # fmt: skip
_DESCRIPTIONS = DealtOptions((None, "Looks it up.", "Looks it up.", "", 'Says "no".\nAt once.', "größe 🙂"))
_TOOLS = DealtOptions((0, 0, 1, 1, 2, 3))
# How tools are chosen, and whether one call at most is asked for.
_CHOICES = DealtOptions((
    *[(mode, flag) for mode in (None, AUTO, REQUIRED, "one") for flag in (False, False, True)], *[(NONE, False)] * 2,
))  # fmt: skip


class Story:
    """The turns of one request while they are drawn.

    ids: of calls, with a place for a number. step: the call of a tool that the host runs, with what it returned. names:
    of the functions that were called.
    """

    def __init__(self, choices: Choices, ids: DealtOptions[str], step: tuple[Hosted, Hosted]) -> None:
        self._choices, self.turns, self.names = choices, list[Turn](), list[str]()
        self._ids, self._step = ids, step
        self._open: list[Call] = []
        self._number = 0

    def text(self, speaker: str) -> Text:
        """A text that is more than white space. speaker: who says it; each has a table of texts."""
        said = text(self._choices, _TEXTS[speaker])
        return Text(value=said if said.strip() else "Go on.")

    def _call(self) -> Call:
        self._number += 1
        value = json_or_absent(arguments_text(self._choices))
        made = Call(
            id=self._choices.pick(self._ids).format(self._number), name=self._choices.pick(_NAMES),
            arguments=Arguments(value=value if isinstance(value, dict) else {}),
        )  # fmt: skip
        twin = self._choices.pick(_TWINS) if self._open else "nothing"
        if twin != "nothing":
            first = self._open[0]
            name = in_other_case(str(first.name)) if twin == "all but case" else first.name
            made = replace(made, name=name, arguments=first.arguments if twin != "its name" else made.arguments)
        self._open.append(made)
        self.names.append(str(made.name))
        return made

    def _results(self, *, media: bool = False) -> list[Result]:
        made = [self._result(call, media=media and call is self._open[-1]) for call in self._open]
        self._open.clear()
        return made

    def _result(self, call: Call, *, media: bool) -> Result:
        failed = None if media else self._choices.pick(_FAILED)
        said = Text(value=text(self._choices, _RESULTS))
        if media:
            shown = (self._choices.pick(_IMAGES_OF_TOOLS), self._choices.pick(_SHOWN))
            parts = (said if said.value.strip() and self._choices.pick(_IS_BESIDE_TEXT) else None, *shown)
            return Result(id=call.id, form="parts", content=tuple(part for part in parts if part is not None))
        if not said.value.strip():
            return Result(id=call.id, failed=None if failed else failed)
        if self._choices.one_in(3):
            return Result(id=call.id, form="parts", failed=failed, content=(said, Text(value="And more.")))
        return Result(id=call.id, form=TEXT, failed=failed, content=(said,))

    def say(self, what: str) -> None:
        """Add what a word of a story means."""
        if what == "ask":
            plain = self._choices.one_in(2)
            says = tuple(self.text(USER) for _ in range(1 if plain or self._choices.one_in(2) else 2))
            self._add(USER, *says, form=TEXT if plain else "parts")
        elif what == "answer":
            self._add(MODEL, self.text(MODEL), form=TEXT)
        elif what == BEGIN:
            self._add(MODEL, Text(value=self.text(MODEL).value.rstrip()), form=TEXT)
        elif what == "late":
            self._add(SYSTEM, Text(value="Be brief from here on."), form=TEXT)
        elif what in ("call", "calls"):
            before = (self.text(MODEL),) if self._choices.one_in(2) else ()
            self._add(MODEL, *before, *(self._call() for _ in range(1 if what == "call" else 2)))
        elif what == "text behind":
            self._add(MODEL, self._call(), Text(value="One moment."))
        elif what.startswith("result"):
            media = what.endswith("media")
            self._add(USER, *self._results(media=media), *((self.text(USER),) if what.endswith("text") else ()))
        elif what.startswith("thought"):
            seen = Reasoning(content=(Text(value="The user asks for the weather."),), seal=SEAL)
            self._add(MODEL, seen, self._call() if what.endswith("call") else self.text(MODEL))
        elif what == "hosted":
            self._add(MODEL, *self._step, self.text(MODEL))
        else:
            is_found = what == "documents" and self._choices.pick(_IS_FOUND)
            media_ = _FOUND if is_found else self._choices.pick(_FILES if what == "documents" else _IMAGES)
            self._add(USER, media_, self.text(USER))

    def _add(self, speaker: str, *says: Utterance | Other, form: str = "parts") -> None:
        self.turns.append(Turn(speaker=speaker, says=says, form=form))


def make_tools(choices: Choices, called: list[str], hosted: Tool) -> tuple[Tool, ...]:
    """Tools with the names of those that were called, and others. hosted: one that the host runs."""
    names = list(dict.fromkeys([*called, *(choices.pick(_NAMES) for _ in range(choices.pick(_TOOLS)))]))
    made = [_tool(choices, name) for name in names]
    if made and choices.one_in(5):
        made.append(hosted)
    return tuple(made)


def _tool(choices: Choices, name: str) -> Tool:
    schema = fresh(choices, _SCHEMAS)
    strict = True if choices.one_in(8) and isinstance(schema, dict) and "required" in schema else None
    strict = strict if isinstance(schema, dict) and schema.get("additionalProperties") is False else None
    return Tool(name=name, description=choices.pick(_DESCRIPTIONS), schema=Schema(value=schema), strict=strict)


def make_choice(choices: Choices, tools: tuple[Tool, ...]) -> tuple[ToolChoice | None, bool]:
    """How tools are chosen, and whether one call at most is asked for."""
    mode, is_one_by_one = choices.pick(_CHOICES) if tools else (None, False)
    if mode is None:
        return None, is_one_by_one
    names = (("function", str(tools[0].name)),) if mode == "one" else ()
    return ToolChoice(mode=REQUIRED if mode == "one" else mode, names=names), is_one_by_one
