"""The kinds of facts: what a format may have a place for. A kind is named by its group and a word of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from conformance.formats.model.settings import SETTINGS

# How a format carries a kind: in a place of its own, in a text that says it, or not at all.
NATIVE: Final = "native"
TEXT: Final = "text"
NONE: Final = "none"

GROUPS: Final = {
    "turn": "Who speaks",
    "text": "Texts and refusals",
    "media": "Media of the user",
    "call": "Calls",
    "result": "Results",
    "reasoning": "Reasoning: the thoughts of a model",
    "answer": "Answers",
    "citation": "Citations and sources",
    "end": "How an answer ends",
    "usage": "Counts of tokens",
    "tool": "Tools",
    "choice": "Choice of tools",
    "format": "Form of the answer",
    "cache": "Caches",
    "setting": "Settings",
}
KINDS: Final[dict[str, str]] = {
    "turn/system": "a text of the system, first",
    "turn/late-system": "a text of the system, later",
    "turn/developer": "a developer beside the system",
    "turn/name": "a participant's name",
    "text/text": "a text",
    "text/seal": "a seal on a text, which its host wants back",
    "text/refusal": "a refusal in the history",
    "media/image-url": "an image, by its URL",
    "media/image-data": "an image, as data",
    "media/image-id": "an image, by its id at the host",
    "media/image-detail": "how closely an image is looked at",
    "media/document-url": "a document, by its URL",
    "media/document-data": "a document, as data",
    "media/document-id": "a document, by its id at the host",
    "media/document-text": "a document that is a text",
    "media/document-name": "the name of a document",
    "media/document-context": "what is said of a document",
    "media/search-result": "a found text with its source",
    "media/citable": "that a document may be cited",
    "media/sound": "a sound",
    "media/film": "a film",
    "call/call": "a call with id, name and arguments",
    "call/without-id": "a call without id",
    "call/arguments-text": "arguments as they are written",
    "call/malformed": "arguments that are no JSON",
    "call/custom": "a call of a custom tool",
    "call/group": "the group of a called tool",
    "call/seal": "a seal on a call, which its host wants back",
    "result/text": "the text of a result",
    "result/image": "an image in a result",
    "result/document": "a document in a result",
    "result/sound": "a sound in a result",
    "result/object": "an object as a result",
    "result/failed": "that a tool failed",
    "result/name": "the tool's name in a result",
    "reasoning/text": "the text of thoughts",
    "reasoning/summary": "a summary of thoughts",
    "reasoning/seal": "a seal on thoughts",
    "reasoning/encrypted": "encrypted thoughts",
    "answer/refusal": "a refusal",
    "answer/image": "an image in an answer",
    "answer/sound": "a sound in an answer",
    "answer/several": "several answers at once",
    "answer/blocked": "that the request was not answered, and why",
    "answer/logprobs": "log probabilities of tokens",
    "answer/id": "the id of an answer",
    "answer/model": "the model that answered",
    "answer/created": "when it answered",
    "answer/tier": "the service that answered",
    "citation/web": "a citation of a page of the web",
    "citation/place": "the place in the answer that a citation is for",
    "citation/file": "a citation of a file of the host",
    "citation/document": "a citation of a document of the request, with pages",
    "citation/search-result": "a citation of a found text of the request",
    "citation/uncited": "a source that nothing cites",
    "end/done": "done",
    "end/asks": "calls are open",
    "end/sequence": "a stop sequence came",
    "end/length": "too long",
    "end/filter": "filtered",
    "end/refused": "refused",
    "end/pause": "paused: to be gone on with",
    "end/failed": "failed",
    "end/about": "why it ended, in words",
    "usage/input": "input, all of it",
    "usage/output": "output, all of it",
    "usage/total": "total",
    "usage/cached": "input that a cache held",
    "usage/written": "input that a cache took",
    "usage/tool_input": "input from tools of the host",
    "usage/reasoning": "output that is thoughts",
    "tool/function": "a function",
    "tool/strict": "strict",
    "tool/later": "loaded only when it is looked for",
    "tool/custom": "a custom tool",
    "tool/group": "a group of tools",
    "tool/openapi": "a schema in the dialect of OpenAPI",
    "choice/auto": "the model chooses",
    "choice/none": "no tool",
    "choice/required": "any tool, but one",
    "choice/checked": "the model chooses, and calls are checked",
    "choice/one": "one tool",
    "choice/some": "one of some tools",
    "format/object": "any object",
    "format/schema": "an object of a schema",
    "format/name": "the name of the schema",
    "format/strict": "that the schema is strict",
    "cache/mark": "a mark of what may be cached",
    "cache/time": "how long that lasts",
    **{f"setting/{name}": words for name, words in SETTINGS.items()},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Why an entry is as it is. link: where it is written. hosts: those alone that it holds for; "" for all.

    decides: writing, reading and the oracles alone would make another entry. reportable: hosts or models differ, and no
    request says which one it is for, so that a report may take the place of the kind.
    """

    why: str
    link: str = ""
    hosts: str = ""
    decides: bool = False
    reportable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a format can carry. entries: NATIVE, TEXT or NONE for each of KINDS. notes: of some of them.

    source: the API's own reference. demands: the kinds without which the API refuses, each with the member's name.
    """

    title: str
    source: str
    entries: Mapping[str, str]
    demands: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, Note] = field(default_factory=dict)


def entries(*, native: Mapping[str, str], text: Mapping[str, str]) -> dict[str, str]:
    """Return the entry of each kind. native, text: by group, the words of its kinds, separated by spaces.

    Kinds that neither names are NONE. Raises KeyError for a kind that is unknown.
    """
    found = dict.fromkeys(KINDS, NONE)
    for how, groups in ((NATIVE, native), (TEXT, text)):
        for group, words in groups.items():
            for word in words.split():
                if f"{group}/{word}" not in KINDS:
                    raise KeyError(f"{group}/{word}")
                found[f"{group}/{word}"] = how
    return found
