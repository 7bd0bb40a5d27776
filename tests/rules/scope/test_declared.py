"""The scope that a subject and its user state: read, joined, and held against what the subject offers."""

from __future__ import annotations

import pytest

from conformance.base.errors import UsageError
from conformance.rules.scope.declared import WHOLE, Scope, in_words, lacking, names_of, read_scope

PROVIDER_TOOL = "tool-definition-to-provider-tool"
WHOLE_ANSWER, STREAM = "chat-response-to-tool-calls", "chat-stream-to-tool-calls"
OFFERED = (PROVIDER_TOOL, WHOLE_ANSWER, STREAM)


def test_an_entry_is_about_every_operation_that_knows_the_feature_and_is_offered() -> None:
    scope = read_scope(["usage"], [], OFFERED)
    assert scope.lacking == {WHOLE_ANSWER: ("usage",), STREAM: ("usage",)}
    assert scope.stated == ("usage",)


def test_an_entry_can_be_about_one_operation() -> None:
    assert read_scope([f"{STREAM}=usage"], [], OFFERED).lacking == {STREAM: ("usage",)}


def test_what_the_user_states_joins_what_the_subject_states() -> None:
    scope = read_scope(["google"], ["usage", "google"], OFFERED)
    assert scope.stated == ("google", "usage")
    assert (scope.of(PROVIDER_TOOL), scope.of(STREAM)) == (("google",), ("usage",))


def test_what_a_subject_states_about_an_operation_that_it_does_not_offer_is_nothing() -> None:
    assert read_scope(["usage"], [], [PROVIDER_TOOL]) == Scope()


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ("usge", "--without: there is no feature 'usge' to be without. Did you mean usage?"),
        (f"{STREAM}=google", None),
        ("tool-loop=usage", "--without: 'tool-loop' is no operation that knows usage. "),
        ("responses", "--without responses is about no operation that the subject offers. It is about tool-loop."),
    ],
)
def test_a_users_mistake_names_what_is_meant(stated: str, message: str | None) -> None:
    with pytest.raises(UsageError) as error:
        read_scope([], [stated], OFFERED)
    assert message is None or str(error.value).startswith(message)


def test_a_misspelt_name_of_the_subjects_own_is_a_mistake_too() -> None:
    with pytest.raises(UsageError, match="The subject: there is no feature 'custom'"):
        read_scope(["custom"], [], OFFERED)


def test_an_input_is_not_offered_for_each_of_its_features() -> None:
    scope = read_scope(["google", "strict"], [], OFFERED)
    given = {"provider": "google", "definition": {"name": "f", "strict": True}}
    assert scope.why_not(PROVIDER_TOOL, given) == "not offered: google, strict"
    assert scope.why_not(PROVIDER_TOOL, {**given, "provider": "anthropic"}) == "not offered: strict"
    assert scope.why_not(STREAM, given) is None


def test_a_feature_of_results_leaves_every_input_and_takes_its_rules() -> None:
    scope = read_scope(["usage"], [], OFFERED)
    assert scope.why_not(WHOLE_ANSWER, {"choices": [], "usage": {"total_tokens": 1}}) is None
    assert scope.rules(WHOLE_ANSWER) == {"CALL-17": "usage"}


def test_the_scope_within_some_operations_has_what_they_know() -> None:
    scope = read_scope(["google", "usage", f"{STREAM}=custom-tools"], [], OFFERED)
    assert scope.within([WHOLE_ANSWER]) == ("usage",)
    assert scope.within([STREAM, PROVIDER_TOOL]) == ("google", "usage", f"{STREAM}=custom-tools")
    assert WHOLE.within(OFFERED) == ()


def test_a_stated_scope_says_in_which_operations_each_feature_is_lacking() -> None:
    stated = ["usage", f"{STREAM}=custom-tools", "no-such-feature", "google"]
    assert lacking(stated, [WHOLE_ANSWER, STREAM]) == {"usage": (WHOLE_ANSWER, STREAM), "custom-tools": (STREAM,)}


def test_a_scope_in_words() -> None:
    assert (in_words(["google", "usage"]), in_words([])) == ("without: google, usage", "whole scope")
    assert names_of("google, usage,") == ("google", "usage", "")
