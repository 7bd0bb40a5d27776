"""Requests of the model: conversations in which each call has its result, tools, and how they are chosen."""

from __future__ import annotations

import random

from conformance.formats.model.conversation import HOSTED, MODEL, Call, Hosted, Result
from conformance.formats.model.request import REQUIRED, Tool
from conformance.inputs.choices import Dealing, DealtOptions
from conformance.inputs.model_requests import STORIES, Story, make_choice, make_tools

_STEP = Hosted(format="anthropic", word="run", value={"n": 1}, stage="called")
_SEARCH = Tool(kind=HOSTED, word="search", host="anthropic", name="search")


def test_each_call_has_an_id_of_the_format_and_one_result_behind_it() -> None:
    choices = Dealing(random.Random(7))
    for kinds in STORIES:
        story = Story(choices, DealtOptions(("call-{}",)), (_STEP, _STEP))
        for what in kinds:
            story.say(what)
        says = [fact for turn in story.turns for fact in turn.says]
        called = [utterance.id for utterance in says if isinstance(utterance, Call)]
        assert called == [utterance.id for utterance in says if isinstance(utterance, Result)]
        assert all(str(element).startswith("call-") for element in called)
        assert story.names == [utterance.name for utterance in says if isinstance(utterance, Call)]
        assert story.turns[0].speaker != MODEL


def test_tools_have_the_names_that_were_called_once_and_a_forced_one_is_theirs() -> None:
    choices, modes = Dealing(random.Random(7)), set()
    for _ in range(60):
        tools = make_tools(choices, ["search", "look_up", "search"], _SEARCH)
        names = [tool.name for tool in tools if tool.kind != HOSTED]
        assert names[:2] == ["search", "look_up"]
        assert len(names) == len(set(names))
        choice, _is_one_by_one = make_choice(choices, tools)
        modes.add(choice.mode if choice else None)
        assert choice is None or not choice.names or choice.names == (("function", "search"),)
    assert modes >= {None, REQUIRED}


def test_nothing_is_chosen_where_there_are_no_tools() -> None:
    assert make_choice(Dealing(random.Random(7)), ()) == (None, False)
