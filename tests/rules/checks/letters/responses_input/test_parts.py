"""What texts and parts of messages become."""

from __future__ import annotations

from tests.rules.checks.letters.responses_input.samples import ITEMS, TEXT_PART, assistant, charged, said, user


def test_a_refusal_may_be_a_part_or_a_text() -> None:
    given = [said(None, "assistant", refusal="No.")]
    assert charged(given, [assistant({"type": "refusal", "refusal": "No."})]) == set()
    assert charged(given, [assistant("No.")]) == set()
    assert charged(given, []) == {"MSG-16", "MSG-20"}
    assert charged(given, [assistant({"type": "refusal", "refusal": "Yes."})]) == {"MSG-16"}


def test_of_two_equal_empty_texts_the_one_that_is_alone_is_a_string() -> None:
    given = [said([TEXT_PART, TEXT_PART], "system"), said("")]
    outcome = {"input": [user("", ""), user("")]}
    assert "MSG-1" not in charged(given, outcome, ITEMS | {"system-placement": "input"})
    assert "MSG-1" in charged([said("")], {"input": [user("", "")]})


def test_texts_of_a_message_that_are_joined_are_not_lost() -> None:
    given = [said([TEXT_PART | {"text": text} for text in ("One.", "Two.")], "assistant")]
    assert charged(given, [{"role": "assistant", "content": "One.\nTwo."}]) == {"MSG-2", "MSG-11"}
    assert "MSG-12" in charged(given, [{"role": "assistant", "content": "One."}])


def test_an_image_is_no_twin_of_one_that_is_malformed() -> None:
    address = "https://example.org/a.png"
    image = {"type": "image_url", "image_url": {"url": address, "detail": "high"}}
    given = [said([{"type": "image_url", "image_url": address}]), said([image, {"type": "text", "text": "Hi"}])]
    made = {"type": "input_image", "image_url": address}
    assert charged(given, [user(made), user(made | {"detail": "high"}, "Hi")]) == set()
