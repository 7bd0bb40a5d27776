"""What the API refuses of a request."""

from __future__ import annotations

from conformance.rules.checks.by_laws.requests.api import lawful_request_refusals
from tests.rules.checks.by_laws.requests.samples import asked, made, user, view

GIVEN = asked(user("q"))


def test_a_member_of_another_format_is_refused() -> None:
    assert lawful_request_refusals(view(GIVEN, made(user("q")))) == []
    assert [
        lawful_request_refusal.rule
        for lawful_request_refusal in lawful_request_refusals(view(GIVEN, made(user("q"), top_k=5))) or ()
    ] == ["schema"]
    assert lawful_request_refusals(view(GIVEN, made(user("q"), temperature=None))) == []


def test_of_a_malformed_request_nothing_is_owed() -> None:
    assert lawful_request_refusals(view(asked(), made())) is None
    assert lawful_request_refusals(view(GIVEN)) is None
