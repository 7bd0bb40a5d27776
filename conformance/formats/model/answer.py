"""What is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from conformance.base.values import JSON
from conformance.formats.model.conversation import Call, Citation, ModelRefusal, Source, Token, Turn
from conformance.formats.model.fact import Fact
from conformance.formats.model.request import Request

# Kinds of ends. UNSAID: there is none yet. UNKNOWN: a word that the reader does not know.
DONE, ASKS, SEQUENCE, LENGTH, FILTER, REFUSED, PAUSE, FAILED, UNSAID, UNKNOWN = (
    "done", "asks", "sequence", "length", "filter", "refused", "pause", "failed", "unsaid", "unknown",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Fact):
    """Why an answer ends. word: the format's own. sequence: that stopped it. about: why, in words."""

    kind: str
    word: JSON = None
    sequence: str | None = None
    about: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage(Fact):
    """Tokens, as they are written: 2.0 is 2. None where it is not said.

    cached, written, tool_input: within input. reasoning: within output. spelled: how the format spells each count, such
    as `prompt_tokens` or the sum of several members.
    """

    input: int | None = None
    output: int | None = None
    total: int | None = None
    cached: int | None = None
    written: int | None = None
    tool_input: int | None = None
    reasoning: int | None = None
    spelled: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFailure(Fact):
    """That there is no answer. status: the HTTP status, where the body has it."""

    kind: str | None = None
    code: JSON = None
    status: int | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate(Fact):
    """One answer. citations, sources, tokens: of all of it, where the format does not give them with a text."""

    index: int | None = None
    turns: tuple[Turn, ...] = ()
    end: End = End(kind=UNSAID)
    citations: tuple[Citation, ...] = ()
    sources: tuple[Source, ...] = ()
    tokens: tuple[Token, ...] = ()

    @property
    def ended(self) -> str:
        """The kind of its end, where formats agree: done with open calls asks, and done with a refusal is refused."""
        said = [utterance for turn in self.turns for utterance in turn.says]
        if self.end.kind in (DONE, ASKS):
            if any(isinstance(utterance, Call) for utterance in said):
                return ASKS
            return (
                REFUSED if any(isinstance(utterance, ModelRefusal) and utterance.value for utterance in said) else DONE
            )
        return self.end.kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Fact):
    """An answer. blocked: why the request was not answered. echo: what it repeats of the request.

    model: that answered. created: seconds, or the host's text. tier: that served it.
    """

    candidates: tuple[Candidate, ...] = ()
    usage: Usage | None = None
    id: str | None = None
    model: str | None = None
    created: JSON = None
    tier: str | None = None
    blocked: End | None = None
    failure: AnswerFailure | None = None
    echo: Request | None = None
