"""What is said, by whom, in which order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.model.fact import Fact, Other

SYSTEM, DEVELOPER, USER, MODEL, TOOL = "system", "developer", "user", "assistant", "tool"  # who speaks
TEXT, PARTS, NULL = "text", "parts", "null"  # how a content is written; "" where there is none
NAMED_TEXT: Final = "named"  # of a result: its text was alone in an object that the tool returned
OBJECT_TEXT: Final = "object"  # of a result: its first text is the JSON of an object that the tool returned
IMAGE, AUDIO, VIDEO, DOCUMENT = "image", "audio", "video", "document"  # kinds of media; "" is any file
FUNCTION, CUSTOM, HOSTED, GROUP = "function", "custom", "hosted", "group"  # kinds of tools; "" where nothing is read
CALLED, RETURNED, BOTH = "called", "returned", "both"  # what a hosted step holds
CHARACTERS, BYTES, PAGES, BLOCKS = "characters", "bytes", "pages", "blocks"
SAME_SPEAKER: Final = {DEVELOPER: SYSTEM}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cache(Fact):
    """A mark that what precedes may be cached. lasts: for how long, as the host says it; "" where it does not."""

    lasts: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance(Fact):
    """One thing that is said. seal: what only its host can read, and wants back with it. cache: a mark after it."""

    seal: str | None = None
    cache: Cache | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSpan(Fact):
    """From where to where. unit: see above. start is None where it is the beginning and not said."""

    unit: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Fact):
    """What is cited. kind: web, file, document, search, place (of a map), image or recited.

    number: its position among what the request holds. span: within the source.
    """

    kind: str
    url: str | None = None
    title: str | None = None
    file_id: str | None = None
    number: int | None = None
    quoted: str | None = None
    span: CitedSpan | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation(Fact):
    """That something said rests on sources. span: of the text; None where it is all of it. part: which of the texts."""

    sources: tuple[Source, ...] = ()
    span: CitedSpan | None = None
    part: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Token(Fact):
    """A token of a text and its log probability. likeliest: the alternatives at its place."""

    text: str
    logprob: JSON = None
    bytes: JSON = None
    number: int | None = None
    likeliest: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Utterance):
    """A text. tokens: its log probabilities."""

    value: str
    citations: tuple[Citation, ...] = ()
    tokens: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRefusal(Utterance):
    """That the model refuses, in its words. is_apart: it is beside the content."""

    value: str
    is_apart: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Media(Utterance):
    """An image, a sound, a film or a document: by its data, its URL, its id at the host, or as text or parts.

    data: base64 as it is written. media_type: None where it is not said. id: of a sound that was said before.
    name: of the file. about: what else is said of it. transcript: of a sound. detail: as the host says it.
    cited: whether it may be cited.
    """

    kind: str
    media_type: str | None = None
    data: str | None = None
    url: str | None = None
    file_id: str | None = None
    text: str | None = None
    parts: tuple[Utterance | Other, ...] = ()
    id: str | None = None
    name: str | None = None
    about: str | None = None
    transcript: str | None = None
    detail: str | None = None
    cited: bool | None = None
    is_inline: bool = False

    @property
    def address(self) -> str | None:
        """Where it is: a URL, which holds the data where these are given; None where only its host has it."""
        return self.url if self.data is None else f"data:{self.media_type or ''};base64,{self.data}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments(Fact):
    """What a tool is called with. text: as it is written, where it is a text. value: what it means, or ABSENT."""

    text: str | None = None
    value: JSON | Absent = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Utterance):
    """A call of a tool of the client. id: what its result names; None where the format has none. group: of its name."""

    kind: str = FUNCTION
    id: str | None = None
    name: str | None = None
    group: str | None = None
    arguments: Arguments = Arguments()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Utterance):
    """What came of a call. id: of the call. form: of its content. structured: an object instead of a content.

    failed: whether the tool failed; None where it is not said.
    """

    kind: str = FUNCTION
    id: str | None = None
    name: str | None = None
    form: str = ""
    content: tuple[Utterance | Other, ...] = ()
    structured: JSON | Absent = ABSENT
    failed: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoning(Utterance):
    """What the model thought. content, summary: texts. encrypted: what only the host can read. seal: the signature."""

    content: tuple[Text, ...] = ()
    summary: tuple[Text, ...] = ()
    encrypted: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosted(Other):
    """A step of a tool that the host runs: only its host can say it again. stage: what of it. tool: its name."""

    stage: str
    id: str | None = None
    tool: str | None = None
    cache: Cache | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Fact):
    """What one message, item or content says. form: how it is written. is_apart: it is outside of the conversation.

    id: its own. name: of the participant. state: whether it is whole. phase: what it is for.
    """

    speaker: str | None
    says: tuple[Utterance | Other, ...] = ()
    form: str = PARTS
    is_apart: bool = False
    id: str | None = None
    name: str | None = None
    state: str | None = None
    phase: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation(Fact):
    """All that was said. form: text where it is a plain text."""

    turns: tuple[Turn, ...] = ()
    form: str = PARTS
