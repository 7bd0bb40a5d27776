"""Lists of models, from the form of one API to that of another."""

from __future__ import annotations

import pytest

from conformance.running.gateway.models import list_for, names_in


@pytest.mark.parametrize("api", ["chat", "responses", "anthropic", "gemini"])
def test_a_list_that_is_written_is_read_again(api: str) -> None:
    assert names_in(list_for(api, ["a", "b"])) == ["a", "b"]
    assert names_in(list_for(api, [])) == []


def test_what_is_no_list_is_refused() -> None:
    with pytest.raises(ValueError, match="no list of models"):
        names_in({"error": {}})
