"""The model of a request. Which members a request may have depends on it, and some converters act on that.

What is dealt here is what reports say of OpenAI's models: of the efforts
https://github.com/anomalyco/models.dev/pull/2351, of the members
https://github.com/dimagi/open-chat-studio/issues/2571, and the rules of specs/api/rules.json that name a model.
"""

from __future__ import annotations

from collections.abc import Iterable

from conformance.formats.members import RequestMember
from conformance.inputs.choices import Choices, DealtOptions

# None of them refuses a member that the others take.
_MODELS = DealtOptions(("gpt-4o", "gpt-4.1-mini", "gpt-4o-2024-08-06", "ft:gpt-4o:acme::B7"))
_BY_EFFORT = {"none": "gpt-5.2", "minimal": "gpt-5-mini", "xhigh": "gpt-5.2", "max": "gpt-5.6-sol"}
_REASONING = "gpt-5.1"
# What only models that reason take, as settings of the model of a request.
_OF_REASONING = frozenset({"effort", "verbosity"})
# Members that models which reason refuse, with every effort or with all but one.
_OF_OTHERS = frozenset({
    "temperature", "top_p", "logprobs", "top_logprobs", "stop", "logit_bias", "frequency_penalty", "presence_penalty",
    "max_tokens", "n", "audio", "modalities", "prediction", "web_search_options",
})  # fmt: skip

# Members that no model takes beside another: https://platform.openai.com/docs/guides/predicted-outputs, and error
# answers in public reports for the two limits.
_NEVER_BESIDE = {
    "prediction": frozenset({
        "n", "logprobs", "top_logprobs", "presence_penalty", "frequency_penalty", "audio", "modalities",
        "max_completion_tokens", "tools", "tool_choice", "parallel_tool_calls", "web_search_options",
    }),
    "max_tokens": frozenset({"max_completion_tokens"}),
}  # fmt: skip


def make_model(choices: Choices, effort: str | None, verbosity: str | None) -> str:
    """A model that takes an effort and a verbosity, each None where the request says nothing of it."""
    return _BY_EFFORT.get(str(effort), _REASONING) if is_for_reasoning(effort, verbosity) else choices.pick(_MODELS)


def is_for_reasoning(effort: str | None, verbosity: str | None) -> bool:
    """Whether only a model that reasons takes them."""
    return effort is not None or verbosity not in (None, "medium")


def by_reasoning(names: Iterable[str]) -> dict[bool, DealtOptions[str]]:
    """The names of members that a request may have, by whether its model reasons."""
    every = tuple(names)
    return {True: DealtOptions(name for name in every if name not in _OF_OTHERS), False: DealtOptions(every)}


def takes_both(member: RequestMember, other: RequestMember, format_: str) -> bool:
    """Whether a model takes both of two members of a format that ask for something."""
    return not any(
        second in _NEVER_BESIDE.get(first, ()) or (setting in _OF_REASONING and second in _OF_OTHERS)
        for setting, first, second in (
            (member.setting, member.at[format_][0], other.at[format_][0]),
            (other.setting, other.at[format_][0], member.at[format_][0]),
        )
    )
