"""What the format of a result, and the API that reads it, take of a request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from conformance.base.values import JSON
from conformance.formats.model.conversation import (
    MODEL,
    PARTS,
    SYSTEM,
    TOOL,
    USER,
    Arguments,
    Call,
    Conversation,
    Media,
    Result,
    Text,
    Turn,
)
from conformance.formats.model.request import AnswerFormat, Request, Setting, Tool

_ASKED: Final = Turn(speaker=USER, says=(Text(value="q"),), form=PARTS)


def _returned(call: Call) -> Result:
    return Result(id=call.id, name=call.name, form=PARTS, content=(Text(value="r"),))


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestTarget:
    """The target of a conversion.

    lacks: whether it has no place of its own for a kind of fact. takes: whether its API takes a request, which need not
    have what every request of it must have. says: whether the model says a text in the result. strict_form: returns the
    schema that it takes for another one, of a strict tool or of the form of an answer. unsaid_limits: of a schema and
    what became of it, returns the latter without the limits that it says in words, and the keywords of those that it
    does not say. left_out: of the same two, returns the limits that the dialect of the result cannot say.
    ends_with_model: whether the result ends with what the model says. last_words: the last text of the
    model in it. knows_files: whether ids of files at the source's host are known.
    """

    lacks: Callable[[str], bool] = lambda _kind: False
    takes: Callable[[Request], bool] = lambda _request: True
    says: Callable[[str], bool] = lambda _text: False
    strict_form: Callable[[JSON], JSON] = lambda schema: schema
    unsaid_limits: Callable[[JSON, JSON], tuple[JSON, list[str]]] = lambda _schema, got: (got, [])
    left_out: Callable[[JSON, JSON], Sequence[str]] = lambda _schema, _got: ()
    ends_with_model: bool = False
    last_words: str | None = None
    knows_files: bool = False

    @property
    def takes_blanks(self) -> bool:
        """Whether a text may have nothing but white space."""
        return self._takes_turns(Turn(speaker=USER, says=(Text(value=" "),), form=PARTS))

    @property
    def takes_system_alone(self) -> bool:
        """Whether nobody but the system need speak."""
        return self._takes_turns(Turn(speaker=SYSTEM, says=(Text(value="q"),), form=PARTS, is_apart=True))

    def takes_media(self, media: Media) -> bool:
        """Whether a user may show media."""
        return self._takes_turns(Turn(speaker=USER, says=(media,), form=PARTS))

    def takes_last(self, text: str) -> bool:
        """Whether the model's last words, with which its answer begins, may be these."""
        return self._takes_turns(_ASKED, Turn(speaker=MODEL, says=(Text(value=text),), form=PARTS))

    def takes_call(self, call: Call) -> bool:
        """Whether a call that has its result may be in the history."""
        result = Turn(speaker=TOOL, says=(_returned(call),), form=PARTS)
        return self._takes_turns(_ASKED, Turn(speaker=MODEL, says=(call,), form=PARTS), result)

    @property
    def takes_split_turns(self) -> bool:
        """Whether the calls of a turn may be in two messages."""
        calls = [Call(id=id_, name="f", arguments=Arguments(text="{}", value={})) for id_ in ("call_a", "call_b")]
        results = tuple(map(_returned, calls))
        said = (Turn(speaker=MODEL, says=(call,), form=PARTS) for call in calls)
        return self._takes_turns(_ASKED, *said, Turn(speaker=TOOL, says=results, form=PARTS))

    def takes_settings(self, *settings: Setting) -> bool:
        """Whether a request may have settings beside each other."""
        return self.takes(Request(conversation=Conversation(turns=(_ASKED,)), settings=settings))

    def takes_setting(self, name: str, value: JSON, model: JSON = None) -> bool:
        """Whether a request for a model may have a setting."""
        of_model = (Setting(name="model", value=model),) if isinstance(model, str) and name != "model" else ()
        return self.takes_settings(*of_model, Setting(name=name, value=value))

    def takes_tool(self, tool: Tool) -> bool:
        """Whether a tool may be offered."""
        return self.takes(Request(conversation=Conversation(turns=(_ASKED,)), tools=(tool,)))

    def takes_format(self, format_: AnswerFormat) -> bool:
        """Whether a form of the answer may be asked for."""
        named = replace(format_, name=format_.name or "answer")  # which some formats demand
        return self.takes(Request(conversation=Conversation(turns=(_ASKED,)), format=named))

    def _takes_turns(self, *turns: Turn) -> bool:
        return self.takes(Request(conversation=Conversation(turns=turns)))
