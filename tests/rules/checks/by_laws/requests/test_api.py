"""What the API refuses of a request."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(("label", "rules"), [("image/jpeg", []), ("image/gif", ["anthropic-image-type"])])
def test_an_image_that_the_source_labels_wrongly_is_the_source_s_matter(label: str, rules: list[str]) -> None:
    given = made(user([{"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,iVBORw0KGgo="}}]))
    image = {"type": "image", "source": {"type": "base64", "media_type": label, "data": "iVBORw0KGgo="}}
    judged = view(given, asked(user([image])), operation="chat-request-to-anthropic-request")
    assert [refusal.rule for refusal in lawful_request_refusals(judged) or ()] == rules


def test_of_a_malformed_request_nothing_is_owed() -> None:
    assert lawful_request_refusals(view(asked(), made())) is None
    assert lawful_request_refusals(view(GIVEN)) is None
