"""One run: what the subject is and offers, its operations, the service it may be, and what is excused."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from conformance.base.errors import SubjectError, UsageError
from conformance.base.observation import GATEWAY, Description
from conformance.base.redact import Redactor
from conformance.rules.contracts import Contract, Specifications
from conformance.rules.scope.declared import read_scope
from conformance.running.conduct.run import SERVICE as GATEWAY_SERVICE
from conformance.running.conduct.run import GatewayRun
from conformance.running.engine.answers_outside_sets import fail_outside, outside_answers
from conformance.running.engine.asked_model import asked_for
from conformance.running.engine.cause_keys import leave, name_causes
from conformance.running.engine.choices import check_stated, check_stated_names
from conformance.running.engine.declarations import check_scope
from conformance.running.engine.events import Concluding, Finished, Listener, Started
from conformance.running.engine.expected import (
    expected_verdicts,
    failure_of,
    knowing_entries,
    outlived,
    unknown_causes,
    unmatched,
)
from conformance.running.engine.failing_examples import FailingExamples
from conformance.running.engine.given import never_asked
from conformance.running.engine.ledger import operation_item
from conformance.running.engine.narrowing import is_glob, matched, matched_rules, suggestion
from conformance.running.engine.operations import run_operations
from conformance.running.engine.options import Options
from conformance.running.engine.parallel import Spread, run_parts
from conformance.running.engine.redacted import redact_result, redacted_description, redacted_error
from conformance.running.engine.result import FAIL, RunResult
from conformance.running.engine.sets import charge_run
from conformance.running.service.run import SERVICE, ServiceRun, is_wanted
from conformance.running.subjects.base import Subject

if TYPE_CHECKING:
    from conformance.running.subjects.gateway import GatewaySubject
    from conformance.running.subjects.http_subject import HttpSubject

# By how a subject is reached, the rules about how it answers; and how such a subject is named.
_SERVICES = {"http": SERVICE, GATEWAY: GATEWAY_SERVICE}
_NAMED_BY = {SERVICE: ("services", "--url"), GATEWAY_SERVICE: ("gateways", "--gateway")}
_MOST_NAMED = 3  # operations in a message


def certify(
    specifications: Specifications,
    subject: Subject,
    options: Options,
    listeners: Sequence[Listener] = (),
    spread: Spread | None = None,
) -> RunResult:
    """Run a subject against the specifications; call the listeners; return the result.

    spread: run the operations in several processes, each with a subject of its own; this one only says what it is.
    A KeyboardInterrupt ends the run early: what is known is concluded and marked incomplete.
    Raises SubjectError (it cannot be reached), UsageError (nothing to judge), SpecificationError (our fault).
    """
    specifications = asked_for(specifications, options.model)
    begun = time.monotonic()
    started = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
    redactor = Redactor(options.secrets)
    if options.time_limit is not None:
        options = replace(options, until=begun + options.time_limit)
    try:
        description = redacted_description(subject.describe(), redactor)
    except SubjectError as error:
        raise redacted_error(error, redactor) from None
    scope = read_scope(description.without, options.without, description.operations)
    options = replace(options, scope=scope)
    service = service_of(specifications, description, options)
    contracts = _offered(specifications, description, options, service)
    partial, options = (
        options.partial,
        _options_with_ids(_judged_contracts(contracts, service), options, specifications),
    )
    check_scope(contracts.values(), scope)
    options = replace(options, required=_with_scope_rules(options, contracts))
    check_stated(contracts, options.choices)
    check_stated_names(contracts, description, options.choices)
    result = RunResult(
        description,
        seed=options.seed,
        max_examples=options.max_examples,
        requirements=options.requirements,
        specs_digest=specifications.digest,
        started=started,
    )
    result.profile = options.profile
    result.without = scope.within(contracts)
    result.deciding = options.deciding
    result.partial = partial
    result.only_given = options.only_inputs and bool(options.sources)
    _write_down(specifications, contracts, result, options)
    examples = FailingExamples(description.name, specifications.digest, options)
    heard = [_but_concluding(listener) for listener in listeners] if service else listeners
    try:
        if not contracts:  # only the service itself
            for listener in listeners:
                listener(Started(description, (), 0))
        elif spread is not None and spread.jobs > 1 and len(contracts) > 1:
            subject.close()
            examples.write(run_parts(specifications, contracts, options, result, heard, spread), contracts)
        else:
            examples.write(run_operations(specifications, contracts, contracts, subject, options, result, heard))
        if service is not None:
            _examine(service, specifications, subject, options, result, listeners)
    except KeyboardInterrupt:
        result.cut_short()
    except SubjectError as error:
        raise redacted_error(error, redactor) from None
    if service is not None:
        for listener in listeners:
            listener(Concluding())
    result.seconds = round(time.monotonic() - begun, 3)
    result.faults += subject.faults
    result.outside = outside_answers(contracts.values(), result.choices)
    fail_outside(result, options)
    _excuse(specifications, result, options)
    charge_run(result)
    result.given += never_asked(options, result.ledger, result.given)
    redact_result(result, redactor, options.inputs)
    for listener in listeners:
        listener(Finished(result))
    return result


def _with_scope_rules(options: Options, contracts: Mapping[str, Contract]) -> Mapping[tuple[str, str], str] | None:
    """Return the levels that the run demands. What a subject says that it lacks is checked under every set."""
    if options.required is None:
        return None
    own = {
        (name, contract.scope_rule): "MUST"
        for name, contract in contracts.items()
        if contract.scope_rule is not None and options.scope.of(name)
    }
    return {**options.required, **own}


def _write_down(
    specifications: Specifications, contracts: Mapping[str, Contract], result: RunResult, options: Options
) -> None:
    """Write every operation into the ledger, and why those outside this run are."""
    lost, unjudged = result.subject.lost, result.subject.unjudged
    for name in specifications.contracts:
        item = operation_item(name)
        result.ledger.plan([item])
        if name in lost:
            result.ledger.explain(item, lost[name])
            result.faults += 1
        elif name in unjudged and (options.operations is None or name in options.operations):
            result.ledger.explain(item, unjudged[name])
        elif name not in result.subject.operations:
            result.ledger.excuse(item, result.subject.not_covered.get(name, "not offered by the subject"))
        elif options.only_recorded and name not in options.inputs:
            result.ledger.excuse(item, "nothing recorded is an input of it")
        elif name not in contracts:
            result.ledger.excuse(item, "narrowed by the user (--operation)")


def service_of(specifications: Specifications, description: Description, options: Options) -> Contract | None:
    """Return the rules of a service, where the subject is one and this run looks at that."""
    name = _SERVICES.get(description.adapter)
    return specifications.services[name] if name is not None and is_wanted(name, specifications, options) else None


def _examine(
    service: Contract,
    specifications: Specifications,
    subject: Subject,
    options: Options,
    result: RunResult,
    listeners: Sequence[Listener],
) -> None:
    """Judge a service by how it answers, after all that it converts: what it is sent here may break it."""
    complete = result.complete
    if service.operation == GATEWAY_SERVICE:
        # One that was started for the run is asked as the gateway that it started.
        gateway = cast("GatewaySubject", getattr(subject, "asked", subject))
        of_gateway = GatewayRun(service, options, result, gateway, specifications)
        try:
            if complete:
                of_gateway.examine(listeners)
        finally:
            of_gateway.conclude()
        return
    run = ServiceRun(service, options, result)
    try:
        offered = [name for name in specifications.contracts if name in result.subject.operations]
        if complete and offered:
            run.examine(cast("HttpSubject", subject), offered[0], listeners)
    finally:
        run.conclude()


def _but_concluding(listener: Listener) -> Listener:
    """Return what hands on every event but that nothing more is asked."""
    return lambda event: None if isinstance(event, Concluding) else listener(event)


def _excuse(specifications: Specifications, result: RunResult, options: Options) -> None:
    """Take the expected failures into the verdicts."""
    name_causes(result)
    expected = options.expected_failures
    if not expected:
        return
    # An entry is judged against all that the subject offers: a run of one rule must not refuse the others' entries.
    known = {
        (name, rule.id)
        for name, contract in (*specifications.contracts.items(), *specifications.services.items())
        if name in result.subject.operations or name == _SERVICES.get(result.subject.adapter)
        for rule in contract.rules
    }
    # Only where every case and example of its rules was asked does a pass show that an entry can go.
    whole = result.complete and options.cases is None and not options.only_inputs
    passing, gone = outlived(result, expected, known) if whole else (), unmatched(expected, known)
    result.outlived = (*passing, *gone)
    if not options.outlived_may_go:
        result.unmatched = tuple(failure_of(other_outlived, expected) for other_outlived in gone)
    verdicts = expected_verdicts(result, expected, () if options.outlived_may_go else passing)
    for entry in result.rules:
        key = (entry.operation, entry.rule.id)
        if key in verdicts:
            entry.verdict, entry.reason = verdicts[key]
        elif entry.verdict == FAIL and (knowing := knowing_entries(entry, expected)):
            leave(entry, unknown_causes(entry, expected))
            known_reasons = "; ".join(dict.fromkeys(entry.reason for entry in knowing))
            entry.reason = f"it also fails as expected, which is left out ({known_reasons})"


def _offered(
    specifications: Specifications, description: Description, options: Options, service: Contract | None
) -> dict[str, Contract]:
    names = [name for name in specifications.contracts if name in description.operations]
    if options.operations is not None:
        names = [name for name in names if name in options.operations]
    contracts = {name: specifications.contracts[name] for name in names}
    if not contracts and service is None:
        for name in options.operations or ():
            if name in specifications.services:
                what, flag = _NAMED_BY[name]
                raise UsageError(f"{name} is about {what}.", f"Give {flag}, and no other subject.")
        for name in options.operations or ():
            if name in description.unjudged:
                raise UsageError(f"{name} cannot be judged: {description.unjudged[name]}.")
        offers = ", ".join(description.operations) or "none"
        raise UsageError(
            f"{description.name} offers no operation of this run (it offers: {offers}).",
            f"Known operations: {', '.join(specifications.contracts)}.",
        )
    _check_demands(_judged_contracts(contracts, service), options)
    return contracts


def _judged_contracts(contracts: Mapping[str, Contract], service: Contract | None) -> Mapping[str, Contract]:
    """Return what is judged, by its name: operations, and the service."""
    return {**contracts, service.operation: service} if service is not None else contracts


def _check_demands(contracts: Mapping[str, Contract], options: Options) -> None:
    """Raise UsageError where a whole run is to be decided by a set that demands nothing of it: it could only pass."""
    if options.required is None or options.rules or options.not_rules or options.cases or options.only_inputs:
        return
    rules = ((name, rule.id) for name, contract in contracts.items() for rule in contract.rules)
    if not any(options.required.get(rule) == "MUST" for rule in rules):
        raise UsageError(
            f"The requirements {options.requirements} demand nothing of {', '.join(contracts)}.",
            "Name another set with --requirements, or more operations.",
        )


def _options_with_ids(contracts: Mapping[str, Contract], options: Options, specifications: Specifications) -> Options:
    """Return the options with the ids of the rules and cases that names and globs match.

    Raises UsageError for one that matches nothing, and where no rule is left.
    """
    everything = tuple(dict.fromkeys(own.id for contract in contracts.values() for own in contract.rules))
    where = ", ".join(contracts) if len(contracts) <= _MOST_NAMED else f"the {len(contracts)} operations of this run"
    rules = options.rules

    def hint(name: str) -> str:
        of = [
            key for key, own in specifications.contracts.items() if matched_rules(name, (rule.id for rule in own.rules))
        ]
        if of:
            return f"{'They are rules' if is_glob(name) else 'It is a rule'} of {', '.join(of)}."
        return suggestion(name, sorted(everything)) or "conformance rules lists them."

    if rules is not None:
        rules = _matching_ids("rule", rules, everything, where, hint)
    if options.not_rules:
        out = _matching_ids("rule", options.not_rules, everything, where, hint)
        rules = tuple(rule for rule in rules or everything if rule not in out)
        if not rules:
            raise UsageError("No rule is left: --not-rule leaves out every rule of this run.", "Leave out fewer.")
    cases = options.cases
    if cases is not None:
        known = tuple(dict.fromkeys(own.id for contract in contracts.values() for own in contract.cases))
        folder = "The cases are in the specs folder, by operation."
        cases = _matching_ids("case", cases, known, where, lambda name: suggestion(name, sorted(known)) or folder)
    return replace(options, rules=rules, cases=cases)


def _matching_ids(
    what: str, names: Iterable[str], known: Sequence[str], where: str, hint: Callable[[str], str]
) -> tuple[str, ...]:
    """Return the ids that names and globs match, each once. hint: what may be meant by another name."""
    found: dict[str, None] = {}
    for name in names:
        ids = matched_rules(name, known) if what == "rule" else matched(name, known)
        if not ids:
            missing = f"No {what} matches {name!r}" if is_glob(name) else f"Unknown {what} {name!r}"
            raise UsageError(f"{missing} in {where}.", hint(name))
        found |= dict.fromkeys(ids)
    return tuple(found)
