"""What the API refuses of the output."""

from __future__ import annotations

from tests.checks.responses_input.samples import IMAGE, assistant, charged, said


def test_the_assistants_image_is_none_of_the_apis_business() -> None:
    given = [said([{"type": "image_url", "image_url": {"url": IMAGE}}], "assistant")]
    assert charged(given, [assistant({"type": "output_image", "image_url": IMAGE})]) == set()
    assert charged(given, [assistant({"type": "input_image", "image_url": IMAGE})]) == {"MSG-2"}
