"""The tables of what each format can carry are what comes back of a value of each kind."""

from __future__ import annotations

import importlib
from dataclasses import replace

import pytest

from conformance.formats.form import FORMS, carries, note_on
from conformance.formats.kinds import GROUPS, KINDS, NATIVE, NONE, TEXT, entries
from conformance.formats.model.request import AnswerFormat
from conformance.formats.model.settings import SETTINGS
from tests.formats.carried import FILL, carried, refused, written
from tests.formats.probes import PROBES, asked

NAMED = [pytest.param(name, id=name) for name in FORMS]


@pytest.mark.parametrize("name", NAMED)
def test_a_table_is_what_comes_back(name: str) -> None:
    form = FORMS[name]
    decided = {kind for kind, note in form.notes.items() if note.decides}
    found = {kind: carried(name, kind) for kind in KINDS}
    assert {kind: how for kind, how in found.items() if kind not in decided and how != form.entries[kind]} == {}
    assert [kind for kind in decided if found[kind] == form.entries[kind]] == [], "nothing to decide any more"


def test_each_kind_has_a_value_and_a_group() -> None:
    assert PROBES.keys() == KINDS.keys()
    assert {kind.partition("/")[0] for kind in KINDS} == GROUPS.keys()


@pytest.mark.parametrize("name", NAMED)
def test_each_note_has_a_kind_a_reason_and_a_link(name: str) -> None:
    form = FORMS[name]
    assert set(form.notes) | set(form.demands) <= set(KINDS)
    assert [kind for kind, note in form.notes.items() if not (note.why and note.link.startswith("https://"))] == []


@pytest.mark.parametrize("name", NAMED)
def test_each_setting_that_a_format_has_is_named_in_the_model(name: str) -> None:
    words = importlib.import_module(f"conformance.formats.{name}.{'words' if name in WORDS else 'read'}")
    assert {place.name for place in words.SETTINGS} <= SETTINGS.keys()


WORDS = ("anthropic", "gemini")  # whose settings are in a module of words


def test_a_law_can_ask() -> None:
    assert carries("chat", "reasoning/summary") == TEXT
    assert carries("responses", "reasoning/summary") == NATIVE
    assert carries("anthropic", "setting/seed") == NONE
    assert note_on("gemini", "media/image-url").hosts == "Vertex AI"
    assert note_on("chat", "text/text") is None
    with pytest.raises(KeyError):
        carries("chat", "reasoning/colour")


def test_a_kind_that_is_unknown_is_no_entry() -> None:
    with pytest.raises(KeyError, match="text/colour"):
        entries(native={"text": "colour"}, text={})


@pytest.mark.parametrize("name", ["chat", "responses"])
def test_the_api_refuses_without_what_it_demands(name: str) -> None:
    body = written(name, PROBES["text/text"].fact)
    without_model = refused(name, "request", body, fill={}) - refused(name, "request", body)
    assert any(at == "/model" for _rule, at in without_model) is ("setting/model" in FORMS[name].demands)
    named = PROBES["format/schema"].fact
    unnamed = asked(format=AnswerFormat(kind=named.format.kind, schema=named.format.schema))
    added = refused(name, "request", written(name, unnamed)) - refused(name, "request", written(name, named))
    assert bool(added) is ("format/name" in FORMS[name].demands)


def test_a_table_that_is_wrong_is_noticed() -> None:
    form = FORMS["chat"]
    wrong = replace(form, entries={**form.entries, "setting/seed": NONE})
    assert [kind for kind in ("setting/seed", "turn/name") if carried("chat", kind) != wrong.entries[kind]] == [
        "setting/seed"
    ]


def test_the_oracles_are_asked_where_there_is_one() -> None:
    assert {format for format, _half in FILL} == {"chat", "responses"}
    assert carried("responses", "media/sound") == NONE  # it would come back, but the API refuses it
