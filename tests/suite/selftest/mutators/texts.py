"""Defects of the texts and refusals of an answer."""

from __future__ import annotations

import html
import json
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import ModelRefusal, Reasoning, Text
from tests.suite.selftest.mutators.editing import each, kept, one_each, placed, said, with_turn
from tests.suite.selftest.mutators.model import Mutator, OfAnswer, of_answer
from tests.suite.selftest.mutators.reasoning import AS_REASONING

_LONGEST = 12


def _text(change: Callable[[str], str]) -> OfAnswer:
    return each(Text, lambda value: replace(value, value=change(value.value)))


def _with_line_ends(answer: Answer) -> Answer:
    def places(texts: list[Text]) -> list[list[Text]]:
        return [[replace(text, value=f"{text.value}\n")] for text in texts[:-1]] + [[texts[-1]]]

    return placed(Text, places)(answer)


def _placeholder(answer: Answer) -> Answer:
    if any(utterance.value for utterance in said(answer, Text)) or not answer.candidates:
        return answer
    return with_turn(answer, Text(value="(no content)"), id="msg_more", first=True)


def _more(text: str) -> OfAnswer:
    return placed(Text, lambda found: [*one_each(found[:-1]), [found[-1], Text(value=text)]])


def _beside(change: OfAnswer) -> OfAnswer:
    """Make a change only where there are a text and a refusal."""
    return lambda answer: change(answer) if _has(answer, Text) and _has(answer, ModelRefusal) else answer


def _alone(change: OfAnswer) -> OfAnswer:
    """Make a change only where there is a refusal and no text."""
    return lambda answer: change(answer) if not _has(answer, Text) else answer


def _has(answer: Answer, kind: type[Text | ModelRefusal]) -> bool:
    return any(utterance.value for utterance in said(answer, kind))


def _refusal(change: Callable[[str], str]) -> OfAnswer:
    return each(ModelRefusal, lambda value: replace(value, value=change(value.value)))


def _refuses(text: str) -> OfAnswer:
    def changed(answer: Answer) -> Answer:
        if _has(answer, ModelRefusal) or not said(answer, Text):
            return answer
        return with_turn(answer, ModelRefusal(value=text), id="msg_more")

    return changed


def _thinks_aloud(form: str) -> OfAnswer:
    """Make a change that says the reasoning in front of the first text. form: with `{}` for the reasoning."""

    def changed(answer: Answer) -> Answer:
        thoughts = "".join(
            text.value for utterance in said(answer, Reasoning) for text in (*utterance.summary, *utterance.content)
        )
        if not thoughts:
            return answer
        aloud = Text(value=form.format(thoughts))
        if not said(answer, Text):
            return with_turn(answer, aloud, id="msg_more")
        return placed(Text, lambda found: [[aloud, found[0]], *one_each(found[1:])])(answer)

    return changed


def _only_aloud(answer: Answer) -> Answer:
    return kept(Reasoning, lambda _thoughts: [])(_thinks_aloud("<think>{}</think>\n")(answer))


def _lost(name: str, keep: Callable[[list[Text]], list[Text]], needs: str = "") -> Mutator:
    return Mutator(name=name, check="texts-kept", change=of_answer(kept(Text, keep)), needs=needs)


def _changed(name: str, change: Callable[[str], str]) -> Mutator:
    return Mutator(name=name, check="texts-kept", change=of_answer(_text(change)))


_PLACE = "a place of refusals"
MUTATORS = (
    _lost("drops_every_text", lambda _texts: []),
    _lost("drops_the_first_text", lambda texts: texts[1:], "texts"),
    _lost("drops_the_last_text", lambda texts: texts[:-1], "texts"),
    _lost("keeps_the_first_text", lambda texts: texts[:1], "texts"),
    _lost("keeps_the_last_text", lambda texts: texts[-1:], "texts"),
    _lost("drops_the_second_text", lambda texts: [*texts[:1], *texts[2:]], "texts"),
    Mutator(name="says_texts_backwards", check="texts-kept", needs="texts",
            change=of_answer(placed(Text, lambda texts: one_each(texts[::-1])))),
    Mutator(name="joins_texts_with_line_ends", check="texts-kept", change=of_answer(_with_line_ends), needs="texts"),
    _changed("trims_texts", str.strip),
    _changed("writes_texts_upper_case", str.upper),
    _changed("cuts_texts", lambda text: text[:_LONGEST]),
    _changed("drops_the_last_character", lambda text: text[:-1]),
    _changed("drops_the_first_character", lambda text: text[1:]),
    _changed("escapes_markup", lambda text: html.escape(text)),
    Mutator(name="composes_characters", check="text-exact",
            change=of_answer(_text(lambda text: unicodedata.normalize("NFC", text))), examples=100),
    _changed("decomposes_characters", lambda text: unicodedata.normalize("NFKD", text)),
    _changed("drops_what_is_not_ascii", lambda text: text.encode("ascii", "ignore").decode()),
    _changed("writes_texts_as_json", lambda text: json.dumps(text) if text else text),
    _changed("joins_lines", lambda text: " ".join(text.splitlines())),
    _changed("writes_line_ends_of_windows", lambda text: text.replace("\n", "\r\n")),
    Mutator(name="says_a_placeholder", check="no-text-added", change=of_answer(_placeholder)),
    Mutator(name="says_more", check="no-text-added", change=of_answer(_more("\n\nAnything else?"))),
    Mutator(name="says_texts_twice", check="no-text-added",
            change=of_answer(placed(Text, lambda texts: [[text, Text(value=text.value)] for text in texts]))),
    Mutator(name="thinks_aloud", check="reasoning-apart", answers=AS_REASONING, needs="thoughts",
            change=of_answer(_thinks_aloud("{}\n\n"))),
    Mutator(name="thinks_in_tags", check="reasoning-apart", answers=AS_REASONING, needs="thoughts",
            change=of_answer(_only_aloud)),
    Mutator(name="loses_the_refusal", check="refusals-kept", needs="refusals",
            change=of_answer(_alone(kept(ModelRefusal, lambda _all: [])))),
    Mutator(name="empties_the_refusal", check="refusals-kept", needs="refusals",
            change=of_answer(_refusal(lambda _text: ""))),
    Mutator(name="refuses_in_other_words", check="refusals-kept", needs="refusals",
            change=of_answer(_refusal(lambda _text: "I cannot help with that."))),
    Mutator(name="cuts_the_refusal", check="refusals-kept", needs="refusals",
            change=of_answer(_refusal(lambda text: text[:-1]))),
    Mutator(name="loses_a_refusal_beside_a_text", check="text-beside-refusal", needs="refusals",
            change=of_answer(_beside(kept(ModelRefusal, lambda _all: [])))),
    Mutator(name="loses_a_text_beside_a_refusal", check="text-beside-refusal", needs="refusals",
            change=of_answer(_beside(kept(Text, lambda _all: [])))),
    Mutator(name="refuses_with_the_text_none", check="no-refusal-added", needs=_PLACE,
            change=of_answer(_refuses("None"))),
    Mutator(name="refuses_without_reason", check="no-refusal-added", needs=_PLACE,
            change=of_answer(_refuses("I cannot do that."))),
    Mutator(name="says_texts_as_refusals", check="no-refusal-added", needs=_PLACE,
            change=of_answer(each(Text, lambda value: ModelRefusal(value=value.value)))),
)  # fmt: skip
