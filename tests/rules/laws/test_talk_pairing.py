"""Which of the things that a result says is which of those that its source owes."""

from __future__ import annotations

import pytest

from conformance.formats.model.conversation import (
    DOCUMENT,
    IMAGE,
    MODEL,
    TOOL,
    USER,
    Arguments,
    Call,
    Media,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.model.talk import FlatConversation, SourceEntry
from conformance.rules.laws.talk_pairing import JOINTS, Pairs, holds, pair


def talk(*said: tuple[str, Utterance | Other], runs: bool = False) -> FlatConversation:
    """Each thing as an entry of its own; runs: all of them as one, so that texts may be joined."""
    made = FlatConversation()
    for entry, (speaker, fact) in enumerate(said):
        made.speakers.append(speaker)
        made.add(fact, speaker, 0 if runs else entry, run=0 if runs else entry)
    return made


def user(text: str) -> tuple[str, Text]:
    return USER, Text(value=text)


def model(text: str) -> tuple[str, Text]:
    return MODEL, Text(value=text)


def call(id_: str, arguments: str = "{}") -> tuple[str, Call]:
    return MODEL, Call(id=id_, name="f", arguments=Arguments(text=arguments))


def result(id_: str, text: str) -> tuple[str, Result]:
    return TOOL, Result(id=id_, content=(Text(value=text),))


def test_what_is_said_in_order_is_paired_in_order() -> None:
    found = pair(talk(user("A"), model("B"), user("A")), talk(user("A"), model("B"), user("A")))
    assert found == Pairs(
        partners={0: 0, 1: 1, 2: 2}, instructions={}, changed=frozenset(), misplaced=frozenset(), strange=frozenset(),
        ambiguous=frozenset(), attached={}, left=(),
    )  # fmt: skip


def test_results_of_calls_that_have_one_id_are_paired_in_their_order() -> None:
    def asked(ids: str, *texts: str) -> FlatConversation:
        made = FlatConversation()
        made.speakers += [MODEL, TOOL, TOOL]
        for number, id_ in enumerate(ids):
            made.add(call(id_, f'{{"k": {number}}}')[1], MODEL, 0)
        for number, (id_, text) in enumerate(zip(ids, texts, strict=True)):
            made.add(result(id_, text)[1], TOOL, 1 + number, call=number)
        return made

    assert pair(asked("ab", "1", "2"), asked("ff", "(1)", "(2)")).partners == {0: 0, 1: 1, 2: 2, 3: 3}


@pytest.mark.parametrize("joint", JOINTS)
def test_texts_of_one_run_may_be_joined(joint: str) -> None:
    found = pair(talk(user("A"), user("B"), runs=True), talk(user(f"A{joint}B")))
    assert (found.partners, found.left) == ({0: 0, 1: 0}, ())


def test_texts_of_two_runs_are_not_joined() -> None:
    found = pair(talk(user("A"), user("B")), talk(user("A\nB")))
    assert len(found.partners) < 2


def test_what_is_found_elsewhere_is_misplaced() -> None:
    found = pair(talk(user("A"), user("B")), talk(user("B"), user("A")))
    assert set(found.partners) == {0, 1}
    assert len(found.misplaced) == 1


def test_what_another_speaker_says_is_strange() -> None:
    found = pair(talk(user("A")), talk(model("A")))
    assert (found.partners, found.strange, found.left) == ({0: 0}, {0}, ())


def test_what_says_something_else_in_its_place_is_changed() -> None:
    found = pair(talk(user("A"), user("B")), talk(user("A"), user("X")))
    assert (found.partners, found.changed) == ({0: 0, 1: 1}, {1})


def test_which_of_equal_texts_is_lost_is_ambiguous() -> None:
    found = pair(talk(user("A"), model("B"), user("A")), talk(user("A"), model("B")))
    assert len(found.partners) == 2
    assert found.ambiguous == {0}


def test_what_nobody_owes_is_left() -> None:
    assert pair(talk(user("A")), talk(user("A"), model("B"))).left == (1,)


def test_calls_are_paired_by_id_and_results_by_the_call_they_answer() -> None:
    owed = talk(call("a", "1"), call("b", "2"))
    for number, id_ in enumerate("ab"):
        owed.speakers.append(TOOL)
        owed.add(result(id_, "same")[1], TOOL, 2 + number, call=number)
    got = talk(call("b", "2"), call("a", "1"), result("a", "same"), result("b", "same"))
    assert pair(owed, got).partners == {0: 1, 1: 0, 2: 2, 3: 3}


def test_a_result_of_another_call_is_not_taken_for_one_that_is_lost() -> None:
    owed = talk(call("a", "1"))
    owed.speakers.append(TOOL)
    owed.add(result("a", "same")[1], TOOL, 1, call=0)
    got = talk(call("a", "1"), call("custom", "2"), result("custom", "same"))
    assert pair(owed, got).partners == {0: 0, 1: 2}  # of a call that nobody made
    owed.foreign.append(SourceEntry(turn=Turn(speaker=MODEL, says=()), mark="custom", id="custom"))
    assert pair(owed, got).partners == {0: 0}


def test_calls_that_got_new_ids_in_their_order_are_paired_by_place() -> None:
    found = pair(talk(call("a", "1"), call("b", "1")), talk(call("b", "1"), call("c", "1")))
    assert found.partners == {0: 0, 1: 1}


@pytest.mark.parametrize(
    ("said", "part", "is_held"),
    [
        (Media(kind=IMAGE, url="u", detail="low"), Media(kind=IMAGE, url="u"), True),
        (Media(kind=IMAGE, url="u"), Media(kind=IMAGE, url="v"), False),
        (Media(kind=DOCUMENT, file_id="f"), Media(kind="", file_id="f"), True),
        (Other(format="x", word="w", value={"a": "u"}), Media(kind=IMAGE, url="u"), True),
        (Other(format="x", word="w", value=7), Other(format="x", word="w", value=7), True),
        (Other(format="x", word="w", value=7), Other(format="x", word="w", value=8), False),
        (Text(value="u"), Media(kind=IMAGE, url="u"), False),
    ],
    ids=["by its address", "another address", "by its id", "in another part", "as it is", "another value", "a text"],
)
def test_a_part_is_held_by_what_has_its_address_or_value(
    said: Utterance | Other, part: Utterance | Other, is_held: bool
) -> None:
    assert holds(said, part) is is_held


def test_of_two_files_with_one_content_the_one_of_the_same_name_is_meant() -> None:
    # The first one came out of the result of a custom call, of which nothing is owed here.
    files = [Media(kind="", media_type="text/plain", data="QQ==", name=name, is_inline=True) for name in ("a", "b")]
    assert pair(talk((USER, files[1])), talk((USER, files[0]), (USER, files[1]))).partners == {0: 1}
    assert pair(talk((USER, files[1])), talk((USER, files[0]))).partners == {0: 0}


def test_of_equal_texts_the_one_in_its_place_is_paired() -> None:
    found = pair(talk(model("B"), user("A")), talk(user("A"), model("B"), user("A")))
    assert (found.partners, found.misplaced, found.left) == ({0: 1, 1: 2}, frozenset(), (0,))
    moved = pair(talk(model("B"), user("A")), talk(user("A"), model("B")))
    assert moved.partners == {0: 1, 1: 0}


def test_calls_that_are_numbered_anew_are_paired_in_their_order_under_other_names_too() -> None:
    def named(id_: str, name: str, arguments: str) -> tuple[str, Call]:
        return MODEL, Call(id=id_, name=name, arguments=Arguments(text=arguments))

    source = talk(named("call_1", "open", '{"a":1}'), named("call_2", "find", '{"b":2}'))
    anew = talk(named("call_0", "mail__open", '{"a":1}'), named("call_1", "tasks__find", '{"b":2}'))
    assert pair(source, anew).partners == {0: 0, 1: 1}
    moved = talk(named("call_2", "tasks__find", '{"b":2}'), named("call_1", "mail__open", '{"a":1}'))
    assert pair(source, moved).partners == {0: 1, 1: 0}


def test_what_became_something_else_is_paired_only_where_as_much_came_as_went() -> None:
    one = pair(talk(user("A"), model("B")), talk(user("X"), model("B")))
    assert (one.partners, one.changed) == ({0: 0, 1: 1}, {0})
    few = pair(talk(user("A"), user("C"), model("B")), talk(model("B"), user("X")))
    assert (few.partners, few.changed) == ({2: 0}, frozenset())


def test_of_an_image_and_a_file_with_one_address_each_is_what_came_as_its_kind() -> None:
    image, file = Media(kind=IMAGE, url="u"), Media(kind=DOCUMENT, url="u")
    owed = talk(call("c"), (TOOL, Result(id="c", content=(file, image))))
    got = talk(call("c"), result("c", "see below"), (USER, image))
    assert pair(owed, got).attached == {(1, 1): 2}
