"""What becomes of the calls of a response."""

from __future__ import annotations

from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.registry import family
from tests.rules.checks.by_laws.chat_message.samples import (
    CUSTOM,
    INLINE,
    OPERATION,
    PATCH,
    called,
    charged,
    custom,
    message,
    said,
    sent,
    viewed,
)


def test_inline_calls() -> None:
    given = [called(1), said(INLINE), called(2)]
    inline = sent(id="toolu_1", arguments='{"a": "é", "n": 1.0}')
    assert charged(given, message(None, sent(1), inline, sent(2))) == set()
    assert charged(given, message(None, sent(1), sent(2), inline)) == {"OUT-3"}
    assert charged(given, message(None, sent(1), sent(2))) == {"OUT-3"}
    for arguments, rules in (
        ('{"a":"\\u00e9","n":1.0}', {"OUT-3a"}),
        ('{"a":"é","n":1}', {"OUT-3", "ALL-3"}),
        ('{"a":"e\u0301","n":1.0}', {"OUT-3", "ALL-4"}),
        ("{'a': 'é', 'n': 1.0}", {"OUT-3"}),
    ):
        found = charged(given, message(None, sent(1), sent(id="toolu_1", arguments=arguments), sent(2)))
        assert found == rules, arguments


def test_calls_with_the_ids_of_their_items_have_no_other_defect() -> None:
    for status in ("completed", "in_progress"):
        given = [called(1, call_id="call_a", status=status, arguments="{}"), called(2, call_id="call_b")]
        view = viewed(given, message(None, sent(id="fc_1", arguments="{}"), sent(id="fc_2")))
        found = family(OPERATION).checks["function-calls"](view)
        assert isinstance(found, tuple)
        assert [failure.kind for failure in found] == ["id", "id"], status


def test_leaving_out_is_reported_charged_or_not_observable() -> None:
    for item, check, rule in ((CUSTOM, "custom-calls", "OUT-9a"), (PATCH, "actions-reported", "OUT-8a")):
        assert charged([item, said("a")], message("a"), reported=()) == {rule}
        assert charged([item, said("a")], message("a")) == set()
        assert family(OPERATION).checks[check](viewed([item, said("a")], message("a"), reported=None)) is NOT_OBSERVABLE


def test_an_action_among_the_parts_of_the_content_is_not_left_out() -> None:
    kept = charged([PATCH, said("a")], message([{"type": "text", "text": "a"}, PATCH]), reported=())
    assert "OUT-8a" not in kept and "API-1" in kept
    assert "OUT-8a" in charged([PATCH, said("a")], message([{"type": "text", "text": "a"}]), reported=())


def test_a_custom_call_arrives_whole() -> None:
    assert charged([CUSTOM], message(None, custom("select 2"))) == {"OUT-9a"}
    assert charged([CUSTOM], message(None, custom('{"input":"select 1"}'))) == {"OUT-9a"}
    assert charged([CUSTOM], message(None, custom("select 1", id="call_d"))) == {"OUT-9a"}
