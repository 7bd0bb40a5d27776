"""Mutants and sound variants of conversions of requests that are judged by the laws."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from conformance import reference
from conformance.base.values import copy_of
from conformance.formats.exchanges import host_of
from conformance.formats.form import carries
from conformance.formats.kinds import NATIVE
from conformance.formats.operations import Operation, operations
from conformance.formats.whole_requests import REQUESTS
from conformance.rules.contracts import Contract, load_specifications
from tests.suite.selftest.banks.bank import Bank, quietly, references
from tests.suite.selftest.banks.failing_calls import dying_on_empty, dying_on_lists
from tests.suite.selftest.model import Convert, Sound
from tests.suite.selftest.mutators import (
    long_users,
    requests_to_anthropic,
    requests_to_anthropic_sound,
    requests_to_gemini,
    responses_requests,
)
from tests.suite.selftest.mutators.conduct import objects_in
from tests.suite.selftest.mutators.model import converter
from tests.suite.selftest.mutators.one_member import refusing
from tests.suite.selftest.mutators.request_defects import MORE
from tests.suite.selftest.mutators.request_places import PLACES
from tests.suite.selftest.mutators.requests import MUTATORS, VARIANTS, OfRequests, changed

_OF_TARGET: Mapping[str, tuple[OfRequests, ...]] = {
    "anthropic-request": requests_to_anthropic.MUTATORS, "gemini-request": (*MORE, *requests_to_gemini.MUTATORS),
}  # fmt: skip
# Requests of Chat have the ones of their target, which are much the same.
_OF_SOURCE: Mapping[str, tuple[OfRequests, ...]] = {"chat-request": PLACES}
_SOUND_OF = {
    "anthropic-request": requests_to_anthropic_sound.VARIANTS, "gemini-request": requests_to_gemini.VARIANTS,
}  # fmt: skip
# By source, converters that read it wrongly, or otherwise.
_DEFECTS_OF = {"responses-request": responses_requests.DEFECTS, "anthropic-request": long_users.DEFECTS}
_VARIANTS_OF = {"responses-request": responses_requests.VARIANTS, "anthropic-request": long_users.VARIANTS}
# By target, a member that only other formats have.
_FOREIGN: Mapping[str, tuple[str, dict[str, Any]]] = {"anthropic-request": ("keeps_a_seed", {"seed": 7})}
_OF_STOPS = ("stops_at_one_text",)
_OF_BEGINNINGS = ("has_no_contents", "begins_with_calls")  # a message of the user begins Anthropic's requests
_MARKED = ("keeps_the_mark_of_a_cache", {"cache_control": {"type": "ephemeral"}})
_MANY = 1800  # objects of an input that only the widest ones have: what drawn ones have is no limit of size


def _reference(name: str) -> Callable[..., Any]:
    return getattr(reference, name.replace("-", "_"))


def _bank(operation: Operation, contract: Contract) -> Bank:
    bank = Bank(operation.name)
    rules = {rule.check: rule.id for rule in contract.rules}
    for mutator in mutators_of(operation, contract):
        bank.add(
            mutator.name, mutant_of(operation, mutator), *(rules[check] for check in (mutator.check, *mutator.also))
        )
    convert = _reference(operation.name)
    # Of users a target without a place for one is told nothing.
    is_told = operation.source != "anthropic-request" or _has(operation.target, "setting/user")
    for name, (check, reread) in _DEFECTS_OF.get(operation.source, {}).items() if is_told else ():
        bank.add(name, reread(convert), rules[check])
    bank.add("answers_with_its_input", copy_of, rules["api-schema"])
    bank.add("answers_with_a_text", lambda given: json.dumps(convert(given)), rules["one-request"])
    held = REQUESTS[operation.target].has
    bank.add("answers_with_its_messages", lambda given: convert(given)[held], rules["one-request"])
    bank.add("reads_numbers_as_doubles", _in_doubles(convert), rules["numbers-exact"])
    if operation.source == "anthropic-request":  # of others no narrow one is known, so that CONV-1 is charged instead
        bank.add("gives_up_on_large_requests", _giving_up(convert), rules["deep-and-wide"])
    name, foreign = _FOREIGN.get(operation.target, _MARKED)
    bank.add(name, lambda given: convert(given) | foreign, rules["api-schema"])
    if operation.target == "gemini-request":
        for name, (check, change) in requests_to_gemini.WRITTEN.items():
            if operation.source == "anthropic-request" and name in _OF_BEGINNINGS:
                continue
            if name in _OF_STOPS and not _has(operation.source, "setting/stop"):
                continue
            bank.add(name, _rewriting(convert, change), rules[check])
        in_openapi = partial(convert, schema="openapi")
        for name, (check, change) in requests_to_gemini.OF_OPENAPI.items():
            bank.add(name, _rewriting(in_openapi, change), rules[check])
    if operation.target == "chat-request":
        bank.add("sets_both_limits", _limited_twice(convert), rules["api-rules"])
    if operation.target == "anthropic-request":
        bank.add("sends_data_as_addresses", _addressing(convert), rules["api-rules"])
    if operation.target == "anthropic-request" and _has(operation.source, "call/arguments-text"):
        bank.add("passes_on_emails", _naming(convert), rules["api-rules"])
        bank.add("dies_on_empty_arguments", dying_on_empty(convert), "CONV-1")
        dying = dying_on_lists(convert)
        bank.add("dies_on_arguments_that_are_no_object", dying, "CONV-1", shown_by="list-of-arguments")
    if (operation.source, operation.target) == ("chat-request", "anthropic-request"):  # a custom tool is left out there
        bank.add("loses_a_tool_named_request_silently", _silent_on_request(convert), rules["request-losses-reported"])
    return bank


def mutators_of(operation: Operation, contract: Contract) -> Iterator[OfRequests]:
    """Yield the defects that show in the results of an operation, by rules and under choices that it has."""
    rules, choices = {rule.check for rule in contract.rules}, {choice.name for choice in contract.choices}
    seen: set[str] = set()
    of_ends = (*_OF_TARGET.get(operation.target, ()), *_OF_SOURCE.get(operation.source, (*MORE, *PLACES)))
    for mutator in (*MUTATORS, *of_ends):
        is_known = (not mutator.sources or operation.source in mutator.sources) and {
            mutator.check,
            *mutator.also,
        } <= rules
        if is_known and choices.issuperset(mutator.answers) and _is_of(mutator, operation) and mutator.name not in seen:
            seen.add(mutator.name)
            yield mutator


def _has(format: str, kind: str) -> bool:
    """Whether a format has a place of its own for a kind of fact."""
    return carries(host_of(format), kind) == NATIVE


def _is_of(judged: OfRequests, operation: Operation) -> bool:
    """Whether an operation can have a defect, and its source show it."""
    ends = ((operation.target, judged.needs), (operation.source, judged.shows))
    has_places = all(_has(end, kind) for end, kinds in ends for kind in kinds)
    has_places &= judged.written not in REQUESTS[operation.target].in_address
    return has_places and (not judged.targets or operation.target in judged.targets)


def mutant_of(operation: Operation, judged: OfRequests) -> Convert:
    """Return the reference with a defect, under the answers in which it shows."""
    answers = {name.replace("-", "_"): answer for name, answer in judged.answers.items()}
    convert: Convert = partial(_reference(operation.name), **answers)
    return changed(quietly(convert) if judged.silently else convert, operation.source, operation.target, judged.change)


def _rewriting(convert: Convert, change: Callable[[Any], Any]) -> Convert:
    return converter(convert, lambda _given, made: change(made))


def _limited_twice(convert: Convert) -> Convert:
    def converted(given: Any) -> Any:
        made = convert(given)
        return made | {"max_tokens": made["max_completion_tokens"]} if "max_completion_tokens" in made else made

    return converted


def _addressing(convert: Convert) -> Convert:
    """Make a converter that gives the data of images as addresses."""

    def converted(given: Any) -> Any:
        made = copy_of(convert(given))
        for element in [held for held, _depth in objects_in(made) if isinstance(held, dict)]:
            if element.get("type") == "base64" and str(element.get("media_type")).startswith("image/"):
                url = f"data:{element.pop('media_type')};base64,{element.pop('data')}"
                element |= {"type": "url", "url": url}
        return made

    return converted


def _naming(convert: Convert) -> Convert:
    """Make a converter that names the user to the target as the source does."""

    def converted(given: Any) -> Any:
        made, user = convert(given), given.get("user") if isinstance(given, dict) else None
        return made | {"metadata": {"user_id": user}} if user else made

    return converted


def _silent_on_request(convert: Convert) -> Convert:
    """Make a converter that reports all that it leaves out, but for tools of which one has the name "request"."""

    def converted(given: Any) -> Any:
        is_silent = any(
            isinstance(object_, dict) and object_.get("name") == "request" for object_, _depth in objects_in(given)
        )
        logger = logging.getLogger("conformance.reference")

        def is_kept(record: logging.LogRecord) -> bool:
            return not is_silent or "tool" not in record.getMessage()

        logger.addFilter(is_kept)
        try:
            return convert(given)
        finally:
            logger.removeFilter(is_kept)

    return converted


def _in_doubles(convert: Convert) -> Convert:
    return lambda given: convert(json.loads(json.dumps(given), parse_int=float))


def _giving_up(convert: Convert) -> Convert:
    def converted(given: Any) -> Any:
        if sum(1 for _one in objects_in(given)) > _MANY:
            raise MemoryError(f"more than {_MANY} objects")
        return convert(given)

    return converted


def _sound(operation: Operation, contract: Contract) -> Iterator[Sound]:
    convert = _reference(operation.name)
    choices = {choice.name.replace("-", "_"): tuple(choice.answers) for choice in contract.choices}
    yield from references(operation.name, convert, choices, 31)
    variants = {**VARIANTS, **_SOUND_OF.get(operation.target, {})}
    reread: dict[str, Callable[[Convert], Convert]] = {
        **_VARIANTS_OF.get(operation.source, {}),
        "refuses_one_member": partial(refusing, operation.source),
    }
    for name in (variant for variation in contract.free for variant in variation.variants):
        other = (
            reread[name](convert) if name in reread
            else changed(convert, operation.source, operation.target, variants[name])
        )  # fmt: skip
        yield Sound(name, operation.name, other)


def _lawful() -> Iterator[tuple[Operation, Contract]]:
    for name, operation in operations().items():
        contract = load_specifications().contracts.get(name)
        if operation.checks == "by_laws.requests" and contract is not None:
            yield operation, contract


BANKS = tuple(_bank(*element) for element in _lawful())
SOUND = tuple(element for each in _lawful() for element in _sound(*each))
