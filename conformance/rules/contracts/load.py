"""Builds the specification values from the data of specs/, and refuses data that does not hold together."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache

from conformance.base.errors import ALL_OPERATIONS, UsageError, did_you_mean
from conformance.base.files import specs_folder
from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON
from conformance.rules.contracts.envelope import Envelope, envelope_of
from conformance.rules.contracts.files import attributed, read_documents
from conformance.rules.contracts.list_cases import lifted_cases
from conformance.rules.contracts.locate import case_location, contract_location
from conformance.rules.contracts.model import (
    AllowedVariation,
    Case,
    Choice,
    Contract,
    Declared,
    Exclusion,
    Expectation,
    FreeLeaf,
    Rule,
    RuleSource,
    SourceDocument,
    Specifications,
)

INPUTS = "inputs.yaml"


def load_specifications(operations: Iterable[str] | None = None) -> Specifications:
    """Load specs/; `operations` limits which contracts are built.

    Raises UsageError for an unknown operation, or for a mistake in files that are edited (CONFORMANCE_SPECS, a
    checkout), and SpecificationError for one in an installed suite.
    """
    folder = specs_folder()
    try:
        whole = _built(folder) if os.environ.get("CONFORMANCE_SPECS") else _own(folder)
    except UsageError as error:
        raise attributed(error) from None
    if operations is None:
        return whole
    wanted = tuple(operations)
    for operation in wanted:
        if operation not in whole.contracts:
            raise UsageError(
                f"Unknown operation {operation!r}.", did_you_mean(operation, whole.contracts) or ALL_OPERATIONS
            )
    return replace(whole, contracts={operation: whole.contracts[operation] for operation in wanted})


@cache
def _own(folder: str) -> Specifications:
    """Build the suite's own specifications, once in a process: programs judge many subjects in one."""
    return _built(folder)


def _built(folder: str) -> Specifications:
    """Build the specifications from the files. Raises UsageError for a mistake in one."""
    documents, digest = read_documents(folder)
    return Specifications(
        documents=tuple(SourceDocument(**entry) for entry in documents["sources.yaml"]["sources"]),
        contracts=_contracts(documents),
        excluded=tuple(Exclusion(**entry) for entry in documents["every-operation.yaml"].get("excluded", ())),
        digest=digest,
        services={data["service"]: _service(data) for data in documents.values() if "service" in data},
    )


def _contracts(documents: Mapping[str, JSON]) -> dict[str, Contract]:
    names = [name.split("/")[0] for name in documents if name.endswith("/contract.yaml")]
    if not names:
        raise UsageError("The specifications hold no contract.", "Add OPERATION/contract.yaml.")
    contracts = {name: _contract(name, documents) for name in names}
    keys = [entry["key"] for entry in documents["sources.yaml"]["sources"]]
    for contract in contracts.values():
        _check_documents(contract, keys)
        _check_chain(contract, contracts)
    return contracts


def _contract(operation: str, documents: Mapping[str, JSON]) -> Contract:
    name = f"{operation}/contract.yaml"
    data = documents[name]
    if data["operation"] != operation:
        raise UsageError(f"{name}: operation is {data['operation']!r}.", f"In this folder it is {operation!r}.")
    excluded = tuple(Exclusion(**entry) for entry in data.get("excluded", ()))
    left_out = {entry.what for entry in excluded}
    rules = [_rule(entry) for entry in data["rules"]] + _laws(data, documents, left_out)
    envelope = envelope_of(data.get("envelope", {}))
    choices = {
        entry["name"]: _choice(_whole_choice(entry, name, documents), envelope) for entry in data.get("choices", ())
    }
    cases = (*_cases(operation, documents, envelope), *_examples(operation, documents, rules, envelope))
    free = tuple(_freedom(entry, documents) for entry in (*_freedoms(data, documents), *data.get("free", ())))
    single: Contract | None = None
    lifts = data.get("lifts")
    if lifts:
        if f"{lifts}/contract.yaml" not in documents:
            raise UsageError(f"{name}: lifts {lifts!r}, which has no contract.", "Name another operation's folder.")
        single = _contract(lifts, documents)
        own = {rule.id for rule in rules} | left_out
        rules = [rule for rule in single.rules if rule.id not in own] + rules
        lifted_choices = {c.name: _lift_choice(c) for c in single.choices if c.rule not in left_out}
        choices = lifted_choices | choices
        excluded = tuple(entry for entry in single.excluded if entry not in excluded) + excluded
        free = tuple(map(_lift_freedom, single.free)) + free
        left_out |= {entry.what for entry in excluded}
    named = {rule.id for rule in rules}
    shared = documents["every-operation.yaml"]["rules"]
    about_this = [entry for entry in shared if _is_of(operation, entry.get("operations", ("*",)))]
    common = [_shared_rule(entry, operation) for entry in about_this if entry["id"] not in named | left_out]
    rules += common
    if single is not None:
        cases = lifted_cases(single.cases, {rule.id for rule in rules}) + cases
    contract = Contract(
        operation=operation,
        title=data["title"],
        documents=tuple(data["documents"]),
        input=data["input"],
        output=data["output"],
        conversion_rule=data["conversion_rule"],
        failed_call_rule=_rule_with_role("failed_call_rule", documents, rules),
        wrong_shape_rule=_rule_with_role("wrong_shape_rule", documents, rules),
        scope_rule=_rule_with_role("scope_rule", documents, rules),
        rules=tuple(rules),
        choices=tuple(choices.values()),
        cases=cases,
        excluded=excluded,
        lifts=lifts,
        free=free,
        shared=frozenset(rule.id for rule in common) | (single.shared if single else frozenset()),
        counts_as=_counts_as(documents["every-operation.yaml"].get("kinds", ())),
        inputs=_inputs(operation, documents),
    )
    _check_names(contract, name)
    return contract


def _inputs(operation: str, documents: Mapping[str, JSON]) -> tuple[str, ...]:
    """Return the inputs of inputs.yaml. Raises UsageError for a text that is no JSON."""
    texts = tuple(entry["input"] for entry in documents.get(INPUTS, {}).get("inputs", {}).get(operation, ()))
    for number, text in enumerate(texts):
        if json_or_absent(text) is ABSENT:
            hint = "`python -m tests.fixed_inputs` writes the file."
            raise UsageError(f"{INPUTS}, /inputs/{operation}/{number}/input: it is not JSON.", hint)
    return texts


def _laws(data: JSON, documents: Mapping[str, JSON], left_out: Collection[str]) -> list[Rule]:
    """Return the rules of laws.yaml about what a contract says that its conversion is of."""
    own = {*left_out, *(entry["id"] for entry in data["rules"])}
    laws = documents.get("laws.yaml", {}).get("rules", ())
    about_this = (entry for entry in laws if entry["of"] in data.get("laws", ()) and entry["id"] not in own)
    return [_law(entry, data["operation"]) for entry in about_this]


def _law(data: JSON, operation: str) -> Rule:
    """Return a law as a rule of an operation, with the operations of its chain."""
    source, _to, target = operation.partition("-to-")
    chains = {
        "of-whole-answers": [operation.replace("-stream", "-response")],
        "there-and-back": [operation, f"{target}-to-{source}"],
    }
    return _rule({**data, **({"chain": chains[data["chain"]]} if "chain" in data else {})})


def _counts_as(groups: Sequence[JSON]) -> dict[str, str]:
    found: dict[str, str] = {}
    for group in groups:
        for kind in group["kinds"]:
            if found.setdefault(kind, group["counts_as"]) != group["counts_as"]:
                raise UsageError(f"every-operation.yaml: the kind {kind} is in two groups.", "Keep one.")
    return found


def _rule_with_role(role: str, documents: Mapping[str, JSON], rules: Iterable[Rule]) -> str | None:
    """Return the rule that has a role in every operation; None where an operation excludes it."""
    shared = documents["every-operation.yaml"]
    charged: str = shared[role]
    known = [entry["id"] for entry in shared["rules"]]
    if charged not in known:
        raise UsageError(
            f"every-operation.yaml: {role} {charged} is not a rule of this file.",
            did_you_mean(charged, known),
        )
    return charged if any(rule.id == charged for rule in rules) else None


def _service(data: JSON) -> Contract:
    """Return the rules and cases of a service. Raises UsageError if they are inconsistent."""
    contract = Contract(
        operation=data["service"],
        title=data["title"],
        documents=(),
        input=data["input"],
        output=data["output"],
        conversion_rule=data["rules"][0]["id"],
        rules=tuple(_rule(entry) for entry in data["rules"]),
        cases=tuple(
            Case(
                id=entry["id"],
                rules=tuple(entry["rules"]),
                note=entry["note"].strip(),
                input=entry["request"],
                expectations=(Expectation({}, output=entry["answer"]),),
            )
            for entry in data["cases"]
        ),
    )
    _check_names(contract, f"{contract.operation}.yaml")
    return contract


def _check_names(contract: Contract, name: str) -> None:
    rules = [rule.id for rule in contract.rules]
    for rule in rules:
        if rules.count(rule) > 1:
            where = contract_location(contract.operation, rule)
            raise UsageError(f"{where}: the rule {rule} is listed twice.", "Keep one, or rename one.")
    if contract.conversion_rule not in rules:
        raise UsageError(
            f"{name}: conversion_rule {contract.conversion_rule} is not a rule of this contract.",
            did_you_mean(contract.conversion_rule, rules),
        )
    for choice in contract.choices:
        if choice.rule not in rules:
            raise UsageError(
                f"{name}: the choice {choice.name} belongs to {choice.rule}, which is not a rule of this contract.",
                did_you_mean(choice.rule, rules),
            )
        for answer, where in (
            (choice.default, "its default"),
            *((set_name, "named in its sets") for set_name in choice.sets),
        ):
            if answer not in choice.answers:
                raise UsageError(
                    f"{name}: the choice {choice.name} has no answer {answer!r}, {where}.",
                    did_you_mean(answer, choice.answers),
                )
    left_out = [entry.what for entry in contract.excluded]  # by a list form, of the rules of its single form
    for other_rule in contract.rules:
        for stronger in other_rule.yields_to.values():
            if stronger not in (*rules, *left_out) and other_rule.id not in contract.shared:
                raise UsageError(
                    f"{name}: {other_rule.id} yields to {stronger}, which is not a rule of this contract.",
                    did_you_mean(stronger, rules),
                )
        for extended in other_rule.extends:
            if extended not in (*rules, *left_out):
                raise UsageError(
                    f"{name}: {other_rule.id} extends {extended}, which is not a rule of this contract.",
                    did_you_mean(extended, rules),
                )
    _check_freedoms(contract, name)
    seen: set[str] = set()
    for case in contract.cases:
        if case.id in seen:
            raise UsageError(f"{_where(contract, case)}: the id is used twice.", "Rename one.")
        seen.add(case.id)
        for rule in case.rules:
            if rule not in rules:
                raise UsageError(
                    f"{_where(contract, case)}: {rule} is not a rule of this contract.", did_you_mean(rule, rules)
                )
        for expectation in case.expectations:
            if expectation.given:
                _check_given(expectation.given, contract, case)


def _where(contract: Contract, case: Case) -> str:
    return f"{case_location(contract.operation, case.id)}, case {case.id}"


def _check_freedoms(contract: Contract, name: str) -> None:
    freedoms = [freedom.id for freedom in contract.free]
    for freedom in freedoms:
        if freedoms.count(freedom) > 1:
            raise UsageError(f"{name}: the freedom {freedom} is listed twice under free.", "Keep one, or rename one.")
    answers = {choice.name: choice.answers for choice in contract.choices}
    for variation in contract.free:
        for name_, answer in (given for leaf in variation.leaves for given in leaf.choices):
            if answer not in answers.get(name_, ()):
                raise UsageError(
                    f"{name}: the freedom {variation.id} is for {name_} {answer}, which is no answer of a choice.",
                    did_you_mean(name_, answers) if name_ not in answers else f"Answers: {', '.join(answers[name_])}.",
                )
    for rule in contract.rules:
        for freedom in rule.ends:
            if freedom not in freedoms:
                raise UsageError(
                    f"{name}: {rule.id} ends the freedom {freedom!r}, which is not listed under free.",
                    did_you_mean(freedom, freedoms),
                )


def _check_given(given: Mapping[str, str], contract: Contract, case: Case) -> None:
    answers = {choice.name: choice.answers for choice in contract.choices}
    for name, answer in given.items():
        if name not in answers:
            hint = did_you_mean(name, answers)
            raise UsageError(
                f"{_where(contract, case)}: given names {name!r}, which is not a choice of this contract.", hint
            )
        if answer not in answers[name]:
            hint = did_you_mean(answer, answers[name])
            raise UsageError(
                f"{_where(contract, case)}: given says {name}: {answer}, which is not an answer of that choice.", hint
            )


def _check_documents(contract: Contract, keys: Sequence[str]) -> None:
    named = dict.fromkeys(contract.documents, f"{contract.operation}/contract.yaml")
    for rule in contract.rules:
        named |= {s.document: f"{contract.operation}/contract.yaml, rule {rule.id}" for s in rule.sources if s.document}
    for case in contract.cases:
        if case.source is not None and case.source.document:
            named[case.source.document] = f"{contract.operation}/cases, case {case.id}"
    for key, where in named.items():
        if key not in keys:
            raise UsageError(f"{where}: sources.yaml has no document {key}.", did_you_mean(key, keys))


def _check_chain(contract: Contract, operations: Collection[str]) -> None:
    for operation in contract.chain:
        if operation not in operations:
            raise UsageError(
                f"{contract.operation}/contract.yaml: a chain names {operation}, which has no contract.",
                did_you_mean(operation, operations),
            )


def _rule(data: JSON) -> Rule:
    return Rule(
        id=data["id"],
        level=data["level"],
        origin=data["origin"],
        title=data["title"],
        text=data["text"].strip(),
        why=data["why"].strip(),
        sources=tuple(RuleSource(**source) for source in data["sources"]),
        check=data["check"],
        sets=tuple(data["sets"]),
        asks=tuple(data.get("asks", ())),
        chain=tuple(data.get("chain", ())),
        contrast=data.get("contrast"),
        yields_to=data.get("yields_to", {}),
        extends=tuple(data.get("extends", ())),
        settled=data["settled"].strip() if "settled" in data else None,
        threads=tuple(data.get("threads", ())),
        ends=tuple(data.get("ends", ())),
        subject=data["subject"],
        contents={subject: tuple(kinds) for subject, kinds in data.get("contents", {}).items()},
        changes="fails_as" in data,
        hides=data.get("fails_as") == "unread",
    )


def _is_of(operation: str, globs: Iterable[str]) -> bool:
    """Whether an operation is one of some, each given by its name or by a glob."""
    return any(fnmatchcase(operation, glob) for glob in globs)


def _shared_rule(data: JSON, operation: str) -> Rule:
    other = (entry["sets"] for entry in data.get("sets_elsewhere", ()) if _is_of(operation, entry["operations"]))
    return _rule({**data, "sets": next(other, data["sets"])})


def _freedoms(data: JSON, documents: Mapping[str, JSON]) -> Iterable[JSON]:
    """Yield what laws.yaml leaves free of results that a contract says that its own are."""
    free = documents.get("laws.yaml", {}).get("free", ())
    return (entry for entry in free if entry["of"] in data.get("freedoms", ()))


def _freedom(data: JSON, documents: Mapping[str, JSON]) -> AllowedVariation:
    leaves = [_free_leaf(leaf) for leaf in data.get("leaves", ())]
    if "part" in data:
        other = documents[f"{data['part']['operation']}/contract.yaml"]
        entries = (*_freedoms(other, documents), *other.get("free", ()))
        ofs = (_free_leaf(leaf) for entry in entries for leaf in entry.get("leaves", ()))
        # A part has no answers of its own, so that what any answer allows is free.
        leaves = [leaf._replace(at=leaf.at.replace("/output", data["part"]["at"], 1), choices=()) for leaf in ofs]
    return AllowedVariation(
        id=data["id"],
        text=data["text"].strip(),
        variants=tuple(data.get("variants", ())),
        leaves=tuple(leaves),
        part="part" in data,
    )


def _free_leaf(data: JSON) -> FreeLeaf:
    return FreeLeaf(
        at=data["at"],
        changes=tuple(data.get("changes", ())),
        choices=tuple(data.get("choices", {}).items()),
        of=tuple(data.get("of", ())),
        drawn=data.get("drawn", False),
        failed=data.get("failed", False),
        own=data.get("own", False),
    )


def _lift_freedom(freedom: AllowedVariation) -> AllowedVariation:
    """Return a freedom of the single form for the list form, whose output is a list of the single form's."""
    lifted = (leaf._replace(at=leaf.at.replace("/output", "/output/*", 1)) for leaf in freedom.leaves)
    return replace(freedom, leaves=tuple(lifted))


def _whole_choice(data: JSON, file: str, documents: Mapping[str, JSON]) -> JSON:
    """Return the choice of a file with what it has from the same one of another operation. Raises UsageError."""
    if "same_as" not in data:
        return data
    other = documents.get(f"{data['same_as']}/contract.yaml", {}).get("choices", ())
    found = [element for element in other if element["name"] == data["name"] and "same_as" not in element]
    if not found:
        raise UsageError(
            f"{file}: the choice {data['name']} is said to be that of {data['same_as']}, which asks no such question.",
            "Name the operation whose contract has the question.",
        )
    kept = ("rule", "question", "answers", "sets", "default", "by_member")
    shared = {key: found[0][key] for key in kept if key in found[0]}
    return shared | {key: value for key, value in data.items() if key != "same_as"}


def _choice(data: JSON, envelope: Envelope) -> Choice:
    sets = {answer: tuple(names) for answer, names in data.get("sets", {}).items()}
    probes = tuple(envelope.complete(probe)[0] for probe in data["probes"])
    contrast = envelope.complete(data["contrast"])[0] if "contrast" in data else ABSENT
    return Choice(**{**data, "probes": probes, "contrast": contrast, "sets": sets})


def _lift_choice(choice: Choice) -> Choice:
    contrast = ABSENT if choice.contrast is ABSENT else [choice.contrast]
    return replace(choice, probes=tuple([probe] for probe in choice.probes), contrast=contrast)


def _cases(operation: str, documents: Mapping[str, JSON], envelope: Envelope) -> Iterable[Case]:
    for name, document in documents.items():
        if name.startswith(f"{operation}/cases/"):
            for data in document["cases"]:
                yield _case(data, Envelope() if data.get("as-written") else envelope)


def _examples(
    operation: str, documents: Mapping[str, JSON], rules: Iterable[Rule], envelope: Envelope
) -> Iterable[Case]:
    """Yield the examples that the rules of an operation have beside their text; a law has them by operation."""
    own = {rule.id for rule in rules}
    entries = (*documents[f"{operation}/contract.yaml"]["rules"], *documents.get("laws.yaml", {}).get("rules", ()))
    for rule in (entry for entry in entries if entry["id"] in own):
        for data in rule.get("examples", ()):
            if data.get("operation", operation) == operation:
                yield _case({**data, "rules": [rule["id"]]}, Envelope() if data.get("as-written") else envelope)


def _case(data: JSON, envelope: Envelope) -> Case:
    given, of_output = envelope.complete(data["input"])
    return Case(
        id=data["id"],
        rules=tuple(data["rules"]),
        note=data["note"].strip(),
        input=given,
        expectations=tuple(_expectation(entry, envelope, of_output) for entry in data.get("expected", (data,))),
        source=RuleSource(**data["source"]) if "source" in data else None,
        standing=next((Declared(kind, text) for kind, text in data.get("standing", {}).items()), None),
        wrong=envelope.expected(data["wrong"], of_output) if "wrong" in data else ABSENT,
    )


def _expectation(data: JSON, envelope: Envelope, of_output: dict[str, JSON]) -> Expectation:
    if "error" in data:
        return Expectation(data.get("given", {}), error=tuple(data["error"].get("names", ())))
    return Expectation(data.get("given", {}), output=envelope.expected(data["output"], of_output))
