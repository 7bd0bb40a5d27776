"""Contrasts of an answer that is beside its request: they change the answer alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from conformance.base.values import JSON, Absent
from conformance.formats.chat.read import THOUGHTS
from conformance.formats.exchange_parts import answer_key
from conformance.inputs.contrasts.answers import ANSWERS, in_streams, written_anew
from conformance.inputs.contrasts.conversations import CONVERSATIONS, Member
from conformance.inputs.contrasts.model import Contrast, rewritten

_Change = Callable[[JSON], JSON]


def _nothing(value: JSON) -> JSON:
    return value


def _of_answer(change: _Change, otherwise: _Change = _nothing) -> _Change:
    """Return what changes the answer of an exchange. otherwise: what changes any other value."""

    def changed(value: JSON) -> JSON:
        key = answer_key(value)
        return otherwise(value) if key is None else {**value, key: change(value[key])}

    return changed


def _anew_of_answer(contrast: Contrast) -> Callable[[JSON], JSON | Absent] | None:
    """Return what writes the answer of an exchange anew, or any other value; None where the contrast does not."""
    anew = contrast.anew
    if anew is None:
        return None

    def written(value: JSON) -> JSON | Absent:
        key = answer_key(value)
        made = anew(value if key is None else value[key])
        return made if key is None or isinstance(made, Absent) else {**value, key: made}

    return written


def _without(*names: str) -> _Change:
    """Return what leaves members out, at any depth."""
    return lambda value: rewritten(value, lambda entry: {key: held for key, held in entry.items() if key not in names})


def _functions_for_custom(value: JSON) -> JSON:
    """Replace calls of custom tools by calls of functions with one text."""

    def change(member: Member) -> JSON:
        custom = member.get("custom")
        if not isinstance(custom, dict) or "input" not in custom:
            return member
        function = {"name": custom.get("name"), "arguments": json.dumps({"input": custom["input"]})}
        kept = {key: held for key, held in member.items() if key != "custom"}
        return kept | {"type": "function", "function": function}

    return rewritten(value, change)


def _one_choice(value: JSON) -> JSON:
    """Leave the choices after the first one out, and the chunks that are about them alone."""
    if isinstance(value, list):
        kept = [(chunk, _one_choice(chunk)) for chunk in value]
        return [element for chunk, element in kept if not _has_choices(chunk) or _has_choices(element)]
    if not _has_choices(value):
        return value
    return {
        **value,
        "choices": [choice for choice in value["choices"] if not isinstance(choice, dict) or not choice.get("index")],
    }


def _has_choices(value: JSON) -> bool:
    return isinstance(value, dict) and isinstance(value.get("choices"), list) and bool(value["choices"])


def _also(name: str, change: _Change, anew: Callable[[JSON], JSON | Absent] | None = None) -> dict[str, Contrast]:
    """Return a contrast of conversations that changes the answers of exchanges too. anew: how it writes them."""
    known = CONVERSATIONS[name]
    contrast = Contrast(when=known.when, remove=_of_answer(change, known.remove), anew=anew)
    return {name: replace(contrast, anew=_anew_of_answer(contrast))}


EXCHANGES = {
    **{
        name: Contrast(
            when=contrast.when, remove=_of_answer(contrast.remove, contrast.remove), anew=_anew_of_answer(contrast)
        )
        for name, contrast in ANSWERS.items()
    },
    **_also("no-reasoning", _without(*THOUGHTS)),
    **_also("functions-for-custom-tools", in_streams(_functions_for_custom), written_anew),
    "no-citations": Contrast(when="without citations", remove=_of_answer(_without("annotations"))),
    "one-choice": Contrast(when="with one choice", remove=_of_answer(_one_choice)),
}
