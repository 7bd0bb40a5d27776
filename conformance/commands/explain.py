"""conformance explain: a rule, an operation or a disputed point of an API on one page."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from conformance.base.errors import UsageError, did_you_mean
from conformance.base.values import ABSENT, JSON, Absent
from conformance.base.wording import DOTS, excerpt
from conformance.commands import data_output, rules_json
from conformance.commands.disputed_page import page as disputed_page
from conformance.commands.layout import bold, section, width, wrapped
from conformance.commands.rule_files import files_of
from conformance.commands.subject import check_operations, operation_name
from conformance.results.broken_examples import BrokenExample, read_broken_examples
from conformance.results.text import counted, name_list, visible
from conformance.results.titles import place_of
from conformance.results.write import STDOUT
from conformance.rules.contracts import (
    AllowedVariation,
    Case,
    Contract,
    Expectation,
    Rule,
    RuleSource,
    Specifications,
    load_specifications,
)
from conformance.rules.contracts.disputed import Dispute, load_disputes
from conformance.rules.contracts.input_form import input_form, sample_input
from conformance.rules.contracts.model import by_document
from conformance.rules.contracts.records import ReportedKind, load_reported
from conformance.rules.contracts.traceability import link_of

SHORT = 40  # lines of the page that is shown first
MOST_LINES, FEW_LINES = 60, 5  # of one value of the example
LEAST_OF_EXAMPLE = 5  # lines
MOST_OF_CHOICES = 4
THREAD = "://github.com/"  # of the pages that cases are made for, those where bugs are reported
OPERATIONS_LISTED = 3
ONE_LINE = 60  # characters; a longer value takes several lines


class SharedRule(NamedTuple):
    """A rule, and the operations that have it in these words."""

    rule: Rule
    contracts: tuple[Contract, ...]


def run(parsed: argparse.Namespace) -> int:
    """Print what is known of rules, operations or disputed points, or write it as data.

    Raises UsageError for an unknown one.
    """
    specifications, reported = load_specifications(), load_reported()
    contracts = {**specifications.contracts, **specifications.services}
    check_operations([parsed.contract] if parsed.contract else [], tuple(contracts), "--operation")
    chosen = [contracts[parsed.contract]] if parsed.contract else list(contracts.values())
    data_output.check_places({"--json": parsed.json})
    named = [
        meaning for name in dict.fromkeys(parsed.rule) for meaning in _meanings_of_name(name, chosen, specifications)
    ]
    if parsed.json is not None:
        data_output.write(parsed.json, _as_data(named))
    if parsed.json != STDOUT:
        print("\n\n\n".join("\n".join(_page(rule, specifications, reported, whole=parsed.verbose)) for rule in named))
    return 0


Named = SharedRule | Contract | Dispute


def _meanings_of_name(name: str, chosen: Sequence[Contract], specifications: Specifications) -> list[Named]:
    """Return what a name is of. chosen: the operations whose rules it may name. Raises UsageError."""
    contracts = {**specifications.contracts, **specifications.services}
    if operation_name(name) in contracts:
        return [contracts[operation_name(name)]]
    if not any(_is_named(rule, name) for contract in chosen for rule in contract.rules):
        disputed: list[Named] = [dispute for dispute in load_disputes(specifications) if dispute.id == name]
        if disputed:
            return disputed
        having = [
            contract.operation
            for contract in contracts.values()
            if any(_is_named(rule, name) for rule in contract.rules)
        ]
        if having:
            raise UsageError(
                f"{name} is no rule of {chosen[0].operation}, but of {name_list(having, OPERATIONS_LISTED)}.",
                "Leave out --operation, or name one of these.",
            )
    return [*find(name, chosen)]


def _page(named: Named, specifications: Specifications, reported: Sequence[ReportedKind], *, whole: bool) -> list[str]:
    """Return its page as lines."""
    if isinstance(named, Contract):
        return operation_page(named)
    return disputed_page(named) if isinstance(named, Dispute) else page(named, specifications, reported, whole=whole)


def _as_data(named: Sequence[Named]) -> dict[str, Any]:
    """Return what was named as data."""
    rules = [rule for rule in named if isinstance(rule, SharedRule)]
    examples = {rule.rule: example for rule in rules if (example := smallest_case(rule)) is not None}
    return rules_json.document(
        [(rule.rule, rule.contracts) for rule in rules],
        [rule for rule in named if isinstance(rule, Contract)],
        [rule for rule in named if isinstance(rule, Dispute)],
        examples,
    )


def find(name: str, contracts: Sequence[Contract]) -> list[SharedRule]:
    """Return the rules of that id, each once with its operations. Raises UsageError with near ids, or the choice's."""
    found: dict[Rule, list[Contract]] = {}
    for contract in contracts:
        for rule in contract.rules:
            if _is_named(rule, name):
                found.setdefault(rule, []).append(contract)
    if not found:
        raise UsageError(f"Unknown rule {name!r}.", _hint(name, contracts))
    return [SharedRule(rule, tuple(having)) for rule, having in found.items()]


def _is_named(rule: Rule, name: str) -> bool:
    return rule.id.casefold() == name.casefold()


def _hint(name: str, contracts: Sequence[Contract]) -> str:
    for contract in contracts:
        for choice in contract.choices:
            if choice.name == name.casefold():
                return f"It is a choice of {choice.rule}: conformance explain {choice.rule}."
    ids = dict.fromkeys(rule.id for contract in contracts for rule in contract.rules)
    return did_you_mean(name, ids) or "conformance rules lists them."


def page(
    shared: SharedRule, specifications: Specifications, reported: Iterable[ReportedKind] = (), *, whole: bool = True
) -> list[str]:
    """Return a rule as lines: what it demands, why, an example, its choices, where from, who broke it.

    whole: also what else is known of it: each report, the cases, the check, the files.
    """
    return _whole_page(shared, specifications, reported) if whole else _short_page(shared, specifications, reported)


def _short_page(shared: SharedRule, specifications: Specifications, reported: Iterable[ReportedKind]) -> list[str]:
    """Return what is asked of a rule, in the order in which one asks, in at most SHORT lines."""
    rule = shared.rule
    first = [*_title(shared), "", *wrapped(rule.text), *section("Why", wrapped(rule.why))]
    choices = [line for text in _answers(shared)[:MOST_OF_CHOICES] for line in [_in_a_line([text])]]
    last = section("Free", _free(shared)) + section("Choices", choices)
    last += section("From", [_in_a_line(_sources(rule.sources, specifications))])
    links = [line.strip() for line in _reports(shared, reported) if "://" in line]
    more = f"Broken in {counted(len(links), 'reported bug')}. " if links else ""
    last += ["", f"{more}More: conformance explain {rule.id} -v"]
    room = SHORT - len(first) - len(last) - 2
    example = shown_example(shared)
    if example is None:
        return [*first, *last]
    contract, case, broken = example
    shown = _wrong_and_right(case, broken, max(room, LEAST_OF_EXAMPLE))
    return [*first, *section(f"Example: {case.id} ({contract.operation})", shown), *last]


def _title(shared: SharedRule) -> list[str]:
    rule = shared.rule
    lines = [bold(f"{rule.id}  {rule.level}  {rule.origin}  {rule.title}")]
    return lines + wrapped(name_list([contract.operation for contract in shared.contracts], OPERATIONS_LISTED))


def _free(shared: SharedRule) -> list[str]:
    """What the rule no longer leaves free, and where all that an operation leaves free is listed."""
    contract = shared.contracts[0]
    ended = [_in_a_line([f"not: {text}"]) for text in _ended(shared)]
    count = len(contract.free) - len(ended)
    free = f"{counted(count, 'freedom')}: conformance explain {contract.operation}"
    return [*ended, *([f"  {free}"] if count > 0 else [])]


def _wrong_and_right(case: Case, broken: BrokenExample | None, most: int) -> list[str]:
    """Return a case as at most so many lines: the input, what is right, and what a converter with a defect gives."""
    few = FEW_LINES if most > FEW_LINES + LEAST_OF_EXAMPLE else 1
    note = _in_lines(case.note, 2 if few > 1 else 1)
    result = _right_lines(case, few) if broken is None else _sides(case, broken, few)
    return [*note, *_side("input", case.input, max(1, most - len(note) - len(result))), *result]


def _sides(case: Case, broken: BrokenExample, few: int) -> list[str]:
    """The right result and the wrong one, where they differ, and what the rule says of the wrong one."""
    said = visible(broken.says)
    says = _in_lines(f"-> {said}", 2 if few > 1 else 1)
    if broken.error is not None:
        return [*_right_lines(case, few), _in_a_line([f"wrong   an error: {visible(broken.error)}"]), *says]
    if broken.wrong is ABSENT and broken.right is ABSENT:
        return [*_right_lines(case, few), *_in_lines(f"wrong   {said}", 2 if few > 1 else 1)]
    at = "" if not broken.at else f"{place_of(f'/output{broken.at}')}: "
    right = [_in_a_line([f"right   {at}{_short(broken.right)}"])] if at else _right_lines(case, few)
    return [*right, _in_a_line([f"wrong   {at}{_short(broken.wrong)}"]), *says]


def _right_lines(case: Case, few: int) -> list[str]:
    expected = case.expectations[0] if case.expectations else None
    if expected is None:
        return []
    if expected.error is not None:
        named = f" that names {' or '.join(expected.error)}" if expected.error else ""
        return [_in_a_line([f"right   an error{named}"])]
    return _side("right", expected.output, few)


def _short(value: JSON | Absent) -> str:
    return "absent" if value is ABSENT else visible(json.dumps(value, ensure_ascii=False), "")


def _side(name: str, value: JSON, most: int) -> list[str]:
    """Return a value beside its name, in at most so many lines."""
    text = json.dumps(value, ensure_ascii=False)
    if most == 1 or len(text) < width() - 10:
        return [_in_a_line([f"{name:7} {visible(text, '')}"])]
    cut = (excerpt(line, 0, width() - len(DOTS)) for line in _value(value, max(1, most - 2)))
    return [f"  {name}", *cut]


def _whole_page(shared: SharedRule, specifications: Specifications, reported: Iterable[ReportedKind]) -> list[str]:
    """Return all that is known of a rule."""
    rule = shared.rule
    lines = [*_title(shared), "", *wrapped(rule.text), *section("Why", wrapped(rule.why))]
    example = shown_example(shared)
    if example is not None:
        contract, case, broken = example
        shown = [*_example(case, MOST_LINES), *(["", *_sides(case, broken, FEW_LINES)[-3:]] if broken else [])]
        lines += section(f"Example: {case.id} ({contract.operation})", shown)
    lines += section("Choices", _choices(shared))
    lines += section("No longer accepted", [line for text in _ended(shared) for line in wrapped(text)])
    lines += section("From", _sources(rule.sources, specifications))
    lines += section("Settled", wrapped(rule.settled) if rule.settled else [])
    lines += section("Holds for", [f"  {contract.operation}" for contract in shared.contracts])
    lines += section("Checked by", [f"  {rule.check}"])
    yields = [f"  {kind}: {stronger}" for kind, stronger in rule.yields_to.items()]
    lines += section("Only advice while another rule requires the opposite", yields)
    lines += section("Reported where it was broken", _reports(shared, reported))
    return [*lines, *section("Files", files_of(rule, shared.contracts))]


def _in_lines(text: str, most: int) -> list[str]:
    """Return a text as at most so many lines."""
    lines = wrapped(text)
    rest = " ".join(line.strip() for line in lines[most - 1 :])
    return lines if len(lines) <= most else [*lines[: most - 1], _in_a_line([rest])]


def _in_a_line(lines: Sequence[str]) -> str:
    return f"  {excerpt('; '.join(line.strip() for line in lines), 0, width() - 2 - len(DOTS))}"


def operation_page(contract: Contract) -> list[str]:
    """Return an operation as lines: what it converts, its rules, and what a converter may do, and change, freely."""
    lines = [bold(f"{contract.operation}  {contract.title}")]
    keys, sample = input_form(contract), sample_input(contract)
    lines += section("Input", [*wrapped(contract.input), *([_in_a_line([f"Keys: {keys}"])] if keys else [])])
    lines += section("Example of an input", _value(sample, MOST_LINES)) if sample is not None else []
    lines += section("Output", wrapped(contract.output))
    lines += section("Rules", wrapped(", ".join(rule.id for rule in contract.rules)))
    ended = {freedom for rule in contract.rules for freedom in rule.ends}
    free = [line for variation in contract.free if variation.id not in ended for line in _freedom(variation)]
    return [*lines, *section("Free", free)]


def _freedom(freedom: AllowedVariation) -> list[str]:
    lines = wrapped(f"{freedom.id}: {freedom.text}")
    for leaf in freedom.leaves:
        under = "".join(f", where {name} is {answer}" for name, answer in leaf.choices)
        under += f", where it is {' or '.join(map(json.dumps, leaf.of))}" if leaf.of else ""
        under += ", together with other places" if leaf.drawn else ""
        lines += wrapped(f"{leaf.at}: {', '.join(leaf.changes) or 'any change'}{under}", "    ")
    return lines


def _ended(shared: SharedRule) -> list[str]:
    """The freedoms that the rule ends."""
    ended = (
        freedom.text for contract in shared.contracts for freedom in contract.free if freedom.id in shared.rule.ends
    )
    return list(dict.fromkeys(ended))


def _sources(sources: Iterable[RuleSource], specifications: Specifications) -> list[str]:
    """Each document once, with its sections; then other sources."""
    lines = []
    for (key, title), named in by_document(sources, specifications.documents).items():
        lines += wrapped(f"{key}, {title}" if key else title)
        for text in named:
            lines += wrapped(text, "    ")
    return lines


def _choices(shared: SharedRule) -> list[str]:
    """The choices that belong to the rule, or that its text names; one that differs by operation is listed for each."""
    said = set(re.findall(r"[a-z]+(?:-[a-z]+)+", shared.rule.text))
    variants: dict[tuple[str, str, tuple[tuple[str, str], ...], str], list[str]] = {}
    for contract in shared.contracts:
        for choice in contract.choices:
            if choice.rule == shared.rule.id or choice.name in said:
                key = (choice.name, choice.question, tuple(choice.answers.items()), choice.default)
                variants.setdefault(key, []).append(contract.operation)
    lines: list[str] = []
    for (name, question, answers, default), operations in variants.items():
        where = f" ({', '.join(operations)})" if len(operations) < len(shared.contracts) else ""
        lines += [*([""] if lines else []), *wrapped(f"{name}{where}: {question}")]
        for answer, meaning in answers:
            mark = " (default)" if answer == default else ""
            lines += wrapped(f"{answer}{mark}: {meaning}", "    ")
    return lines


def _answers(shared: SharedRule) -> list[str]:
    """The choices that belong to the rule, each once with its answers alone."""
    found: dict[str, str] = {}
    for contract in shared.contracts:
        for choice in contract.choices:
            if choice.rule == shared.rule.id:
                answers = (f"{answer} (default)" if answer == choice.default else answer for answer in choice.answers)
                found.setdefault(choice.name, f"{choice.name}: {', '.join(answers)}")
    return [line for text in found.values() for line in wrapped(text)]


def _reports(shared: SharedRule, reported: Iterable[ReportedKind]) -> list[str]:
    """Each thread once: what went wrong there, and the case that shows it, if there is one."""
    operations = {contract.operation for contract in shared.contracts}
    what = {
        report.link: (report.what, report.caught)
        for kind in reported
        for report in kind.reports
        if report.caught and report.caught.rule == shared.rule.id and report.caught.operation in operations
    }
    cases = {
        link: (case.id, contract.operation)
        for contract in shared.contracts
        for case in contract.cases
        if not case.lifted and case.rules[0] == shared.rule.id and (link := link_of(case)) and THREAD in link
    }
    cases |= {link: (caught.case, caught.operation) for link, (_what, caught) in what.items()}
    lines = []
    for link in dict.fromkeys((*shared.rule.threads, *cases)):
        lines.append(f"  {link}")
        if link in what:
            lines += wrapped(what[link][0], "    ")
        if link in cases:
            lines += wrapped("case {} ({})".format(*cases[link]), "    ")
    return lines


def shown_example(shared: SharedRule) -> tuple[Contract, Case, BrokenExample | None] | None:
    """Return the smallest case that a planted defect breaks, with what it makes of it; else the smallest case."""
    found = []
    for contract in shared.contracts:
        broken = read_broken_examples(contract.operation).get(shared.rule.id)
        cases = [case for case in contract.cases if broken and case.id == broken.case]
        found += [(contract, case, broken) for case in cases]
    if found:
        return min(found, key=lambda shown: _size(shown[1]))
    smallest = smallest_case(shared)
    return None if smallest is None else (*smallest, None)


def smallest_case(shared: SharedRule) -> tuple[Contract, Case] | None:
    """Return the smallest worked example of the rule: one it leads, or else one that touches it."""
    tagged = [
        (contract, case) for contract in shared.contracts for case in contract.cases if shared.rule.id in case.rules
    ]
    leading = [(contract, case) for contract, case in tagged if case.rules[0] == shared.rule.id]
    return min(leading or tagged, key=lambda pair: _size(pair[1]), default=None)


def _size(case: Case) -> int:
    return len(json.dumps([case.input, [expectation.output for expectation in case.expectations]]))


def _example(case: Case, most: int) -> list[str]:
    """Return a case as lines. most: of one of its values."""
    standing = wrapped("Standing: {}: {}".format(*case.standing)) if case.standing else []
    lines = [*wrapped(case.note), *standing, "", "  input", *_value(case.input, most)]
    for expectation in case.expectations if most > FEW_LINES else case.expectations[:1]:
        lines += ["", *_expectation_lines(expectation, most)]
    return lines


def _expectation_lines(expectation: Expectation, most: int) -> list[str]:
    given = ", ".join(f"{name}: {answer}" for name, answer in expectation.given.items())
    under = f" where {given}" if given else ""
    if expectation.error is None:
        return [f"  output{under}", *_value(expectation.output, most)]
    words = f" that names {' or '.join(expectation.error)}" if expectation.error else ""
    return [f"  an error{words}{under}"]


def _value(value: JSON, most: int) -> list[str]:
    lines = pretty(value)
    if len(lines) > most:
        lines = [*lines[:most], f"... {len(lines) - most} more lines"]
    return [f"    {visible(line, '')}" for line in lines]


def pretty(value: JSON, before: str = "") -> list[str]:
    """Return a value as indented lines of JSON, with small parts on one line. before: a prefix of the first line."""
    short = json.dumps(value, ensure_ascii=False)
    if len(before) + len(short) <= ONE_LINE or not isinstance(value, dict | list) or not value:
        return [before + short]
    if isinstance(value, dict):
        members = [pretty(member, f"{json.dumps(key, ensure_ascii=False)}: ") for key, member in value.items()]
        opening, closing = "{", "}"
    else:
        members = [pretty(member) for member in value]
        opening, closing = "[", "]"
    lines = [before + opening]
    for number, member in enumerate(members, 1):
        lines += [f"  {line}" for line in member]
        lines[-1] += "," if number < len(members) else ""
    return [*lines, closing]
