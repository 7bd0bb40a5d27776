"""Sound converters that refuse one member, and convert what has none."""

from __future__ import annotations

import pytest

from tests.suite.selftest.mutators.one_member import refusing


@pytest.mark.parametrize(
    ("source", "member"),
    [
        ("anthropic-request", {"top_k": 5}),
        ("chat-request", {"prediction": {"type": "content"}}),
        ("responses-request", {"truncation": "auto"}),
    ],
)
def test_a_request_with_the_member_is_refused_by_its_name(source: str, member: dict[str, object]) -> None:
    converted = refusing(source, lambda given: ("converted", given))
    with pytest.raises(ValueError, match=next(iter(member))):
        converted(member)
    assert converted({"model": "m"}) == ("converted", {"model": "m"})
    assert converted({"model": "m", **dict.fromkeys(member)}) == ("converted", {"model": "m", **dict.fromkeys(member)})
