"""What the API refuses of the output."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.letters.responses_input.samples import IMAGE, assistant, charged, said, user
from tests.rules.checks.letters.responses_input.test_custom_tools import CALL, GIVEN, OUTPUT


def test_the_assistants_image_is_none_of_the_apis_business() -> None:
    given = [said([{"type": "image_url", "image_url": {"url": IMAGE}}], "assistant")]
    assert charged(given, [assistant({"type": "output_image", "image_url": IMAGE})]) == set()
    assert charged(given, [assistant({"type": "input_image", "image_url": IMAGE})]) == {"MSG-2"}


@pytest.mark.parametrize("first", [{"role": "user", "content": [{"type": "input_text"}]}, user("Count.") | {"id": 5}])
def test_beside_calls_of_custom_tools_items_and_texts_are_the_apis_business(first: Any) -> None:
    assert "API-1" not in charged(GIVEN, [user("Count."), CALL, OUTPUT])
    assert "API-1" in charged(GIVEN, [first, CALL, OUTPUT])
    assert "API-1" in charged(GIVEN, [user("Count."), {key: CALL[key] for key in CALL if key != "type"}, OUTPUT])
