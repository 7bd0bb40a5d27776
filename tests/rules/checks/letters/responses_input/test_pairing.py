"""Which part of the output came of which message."""

from __future__ import annotations

from tests.rules.checks.letters.responses_input.samples import (
    AS_TEXT,
    IMAGE,
    ITEMS,
    assistant,
    call,
    calling,
    charged,
    input_part,
    judged,
    output,
    result,
    said,
    user,
)


def test_the_same_image_in_a_result_and_from_the_user_are_two() -> None:
    plain, close = {"url": IMAGE}, {"url": IMAGE, "detail": "high"}
    given = [calling("b"), result("b", [{"type": "image_url", "image_url": plain}]),
             said([{"type": "image_url", "image_url": close}])]  # fmt: skip
    image = {"type": "input_image", "image_url": IMAGE}
    turns = [assistant("Called function: look"), user("Tool result for b: ", image)]
    assert charged(given, [*turns, user(image | {"detail": "high"})], AS_TEXT) == set()
    assert charged(given, [*turns, user(image)], AS_TEXT) == {"MSG-2"}


def test_one_system_text_inside_another_is_found_at_its_place() -> None:
    given = [said("Be", "system"), said("Be brief", "system"), said("Be", "developer")]
    developer = {"role": "developer", "content": [input_part("Be")]}
    assert charged(given, {"input": [developer], "instructions": "Be\n\nBe brief"}) == set()


def test_equal_texts_are_distinguished_by_their_neighbours() -> None:
    given = [said("Go"), calling("a", content="same"), result("a"), said("same", "assistant")]
    outcome = [user("Go"), call("a"), output("a"), assistant("same")]
    findings = judged(given, outcome)
    assert [failure.at for failure in findings["MSG-12"]] == ["/input/1/content"]
    assert findings["MSG-13"] == ()


def test_a_part_that_lacks_its_form_is_no_second_copy_of_another() -> None:
    bare = {"type": "image_url", "image_url": IMAGE}
    whole = {"type": "image_url", "image_url": {"url": IMAGE}}
    image = {"type": "input_image", "image_url": IMAGE}
    given = [said([bare]), said([whole])]
    assert judged(given, {"input": [user(image), user(image)]}, ITEMS)["MSG-12"] == ()
    thrice = {"input": [user(image), user(image), user(image)]}
    assert [failure.kind for failure in judged([said([whole])], thrice, ITEMS)["MSG-12"]] == ["twice", "twice"]


def test_of_two_equal_calls_the_one_whose_neighbours_are_missing_is_lost() -> None:
    given = [calling("1"), result("1", "a"), said("Again."), calling("1"), result("1", "b")]
    again = [user("Again."), call("1"), output("1", "b")]
    assert charged(given, {"input": [call("1"), output("1", "a"), *again]}) == set()
    assert "MSG-13" not in charged(given, {"input": [output("1", "a"), *again]})
    assert "MSG-13" not in charged(given, {"input": again})
