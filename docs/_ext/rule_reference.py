"""Sphinx extension: the rule reference, a page for each operation, from specs/ as the suite reads them.

It is written anew at each build into docs/rules, and never committed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from conformance.base.values import JSON
from conformance.commands.explain import SharedRule, pretty, smallest_case
from conformance.rules.contracts import (
    Case,
    Choice,
    Contract,
    Exclusion,
    Expectation,
    Rule,
    RuleSource,
    Specifications,
    load_specifications,
)
from conformance.rules.contracts.records import Report, load_reported

FOLDER = Path(__file__).resolve().parents[1] / "rules"
INTRODUCTION = Path(__file__).with_name("rules.md")  # what the list of operations begins with
MOST_LINES = 40  # of one value of an example
MOST_NAMED = 10  # rules in a warning
RULE = re.compile(r"([A-Z][A-Z0-9]*-\d+[a-z]?): ")  # how the heading of a rule begins
INDEX = re.compile(r"Search\.setIndex\((.*)\)", re.DOTALL)  # of the site's search


class Reference(NamedTuple):
    """What the pages are made from. reports: what public threads tell of, by their address."""

    specifications: Specifications
    reports: Mapping[str, Report]

    @property
    def contracts(self) -> list[Contract]:
        """The operations, then the rules about services."""
        return [*self.specifications.contracts.values(), *self.specifications.services.values()]


def load() -> Reference:
    """Read specs/."""
    reports = {report.link: report for kind in load_reported() for report in kind.reports}
    return Reference(load_specifications(), reports)


def pages(reference: Reference) -> dict[str, str]:
    """Return the Markdown of each page by its file's name."""
    pages = {f"{contract.operation}.md": _operation(contract, reference) for contract in reference.contracts}
    return {"index.md": _index(reference), **pages}


def _index(reference: Reference) -> str:
    rows = [
        f"| [{contract.operation}]({contract.operation}.md) | {_cell(contract.title)} | {len(contract.rules)} "
        f"| {len(contract.cases)} | {', '.join(contract.documents)} |"
        for contract in reference.contracts
    ]
    documents = [
        f"| {document.key} | {_cell(document.title)} | {_cell(document.version)} | {_cell(document.summary)} |"
        for document in reference.specifications.documents
    ]
    return _joined(
        INTRODUCTION.read_text("utf-8").rstrip(),
        "## Operations",
        "\n".join(["| operation | what | rules | cases | from |", "|---|---|---|---|---|", *rows]),
        "## Source documents",
        "\n".join(["| | title | version | what it is |", "|---|---|---|---|", *documents]),
        *_excluded(reference.specifications.excluded, "## Checked of no operation"),
        "\n".join(["```{toctree}", ":hidden:", *(contract.operation for contract in reference.contracts), "```"]),
    )


def _operation(contract: Contract, reference: Reference) -> str:
    rows = [
        f"| [{rule.id}](#{rule.id}) | {_cell(rule.title)} | {_level(rule)} | {rule.origin} |" for rule in contract.rules
    ]
    return _joined(
        f"# {contract.operation}",
        f"{escaped(contract.title)}.",
        f"**It takes** {_lowered(escaped(contract.input))}",
        f"**It gives** {_lowered(escaped(contract.output))}",
        *_lifted(contract),
        "\n".join(["{.rules}", "| rule | what it demands | level | origin |", "|---|---|---|---|", *rows]),
        *chain.from_iterable(_rule(rule, contract, reference) for rule in contract.rules),
        *_free(contract),
        *_excluded(contract.excluded, "## Not checked"),
    )


def _free(contract: Contract) -> Iterator[str]:
    ended = {freedom for rule in contract.rules for freedom in rule.ends}
    lines = [f"- {escaped(freedom.text)}" for freedom in contract.free if freedom.id not in ended]
    if lines:
        yield "## Accepted"
        yield "No rule objects to any of these:"
        yield "\n".join(lines)


def _lifted(contract: Contract) -> Iterator[str]:
    if contract.lifts:
        yield (
            f"It is the list form of [{contract.lifts}]({contract.lifts}.md): the rules and cases of that operation "
            "hold for each entry of the list."
        )


def _rule(rule: Rule, contract: Contract, reference: Reference) -> Iterator[str]:
    yield f"## {rule.id}: {escaped(rule.title)}"
    yield f"{_level(rule)} [{rule.origin}]{{.origin}}"
    yield escaped(rule.text)
    yield f"**Why.** {escaped(rule.why)}"
    yield from _listed("From", _sources(rule.sources, reference.specifications))
    if rule.settled:
        yield f"**Settled.** {escaped(rule.settled)}"
    for choice in contract.choices:
        if choice.rule == rule.id:
            yield from _choice(choice)
    yield from _listed("Reported where it was broken", _threads(rule, contract, reference.reports))
    found = smallest_case(SharedRule(rule, (contract,)))
    if found is not None:
        yield from _example(found[1])


def _level(rule: Rule) -> str:
    return f"[{rule.level}]{{.{rule.level.lower()}}}"


def _listed(title: str, lines: Iterable[str]) -> Iterator[str]:
    entries = "\n".join(f"- {line}" for line in lines)
    if entries:
        yield f"**{title}**\n\n{entries}"


def _sources(sources: Iterable[RuleSource], specifications: Specifications) -> list[str]:
    titles = {document.key: document.title for document in specifications.documents}
    lines = []
    for source in sources:
        words = escaped(source.section)
        words = f"[{words}](<{source.link}>)" if source.link else words
        lines.append(f"{source.document}, {escaped(titles[source.document])}: {words}" if source.document else words)
    return lines


def _choice(choice: Choice) -> Iterator[str]:
    answers = (
        f"`{answer}`{' (the reference)' if answer == choice.default else ''}: {escaped(meaning)}"
        for answer, meaning in choice.answers.items()
    )
    yield f"**Choice** `{choice.name}`: {escaped(choice.question)}\n\n" + "\n".join(f"- {text}" for text in answers)


def _threads(rule: Rule, contract: Contract, reports: Mapping[str, Report]) -> Iterator[str]:
    """The threads that the rule names, and those that it convicts in a case of this operation."""
    convicted = (
        link
        for link, report in reports.items()
        if report.caught and (report.caught.operation, report.caught.rule) == (contract.operation, rule.id)
    )
    for link in dict.fromkeys((*rule.threads, *convicted)):
        shown = link.removeprefix("https://").removeprefix("github.com/")
        yield f"[{escaped(shown)}](<{link}>)" + (f": {escaped(reports[link].what)}" if link in reports else "")


def _example(case: Case) -> Iterator[str]:
    yield f"**Example** `{case.id}`: {escaped(case.note)}"
    yield _block("input", case.input)
    for expectation in case.expectations:
        yield _expected(expectation)


def _expected(expectation: Expectation) -> str:
    given = ", ".join(f"`{name}` is `{answer}`" for name, answer in expectation.given.items())
    under = f", where {given}" if given else ""
    if expectation.error is None:
        return _block(f"output{under}", expectation.output)
    words = f" that names {' or '.join(f'`{word}`' for word in expectation.error)}" if expectation.error else ""
    return f"an error{words}{under}"


def _block(title: str, value: JSON) -> str:
    lines = pretty(value)
    kept = lines[:MOST_LINES]
    more = [f"... {len(lines) - len(kept)} more lines"] if len(kept) < len(lines) else []
    language = "text" if more else "json"
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", json.dumps(value))), default=0))
    return "\n".join([title, "", f"{fence}{language}", *kept, *more, fence])


def _excluded(excluded: Iterable[Exclusion], title: str) -> Iterator[str]:
    lines = "\n".join(f"- **{escaped(entry.what)}.** {escaped(entry.reason)}" for entry in excluded)
    if lines:
        yield title
        yield lines


def escaped(text: str) -> str:
    """Return text whose only markup is code between backquotes, as Markdown, on one line."""
    parts = re.split(r"(`+)(.+?)\1", " ".join(text.split()))  # plain, quotes, code, plain, ...
    plain = [re.sub(r"[\\*_<>\[\]{}#$|`~]", r"\\\g<0>", part) for part in parts[::3]]
    code = [f"{quotes}{inner}{quotes}" for quotes, inner in zip(parts[1::3], parts[2::3], strict=True)]
    return "".join(chain.from_iterable(zip(plain, [*code, ""], strict=True)))


def _cell(text: str) -> str:
    """Return it as a table needs it, where a bar ends a cell even inside code."""
    return re.sub(r"(?<!\\)\|", r"\\|", escaped(text))


def _lowered(text: str) -> str:
    """Return a sentence that goes on in another one. A second capital, as in MCP, is a name's."""
    return text[:1].lower() + text[1:] if not text[1:2].isupper() else text


def _joined(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


def write_pages(*_arguments: Any) -> None:
    """Write the reference into the folder of the site, and remove the page of an operation that is gone."""
    from repository_pages import write_changed

    FOLDER.mkdir(exist_ok=True)
    written = pages(load())
    for gone in {path.name for path in FOLDER.glob("*.md")} - written.keys():
        (FOLDER / gone).unlink()
    for name, text in written.items():
        write_changed(FOLDER / name, text)


def anchor(heading: str) -> str:
    """Return what a heading is linked by: the rule's id, however its title is worded; else as the forge does it."""
    from myst_parser.slugs import github_slugify

    found = RULE.match(heading)
    return found[1] if found else github_slugify(heading)


def _index_rules(_app: Any, doctree: Any) -> None:
    """Enter each rule into the index: the search shows its entries before any text, and opens them at their anchor."""
    from docutils import nodes
    from sphinx import addnodes

    for section in doctree.findall(nodes.section):
        rule = next((id_ for id_ in section["ids"] if RULE.match(f"{id_}: ")), None)
        if rule is not None:
            section["ids"].sort(
                key=lambda value: value != rule
            )  # the first is the section's own; a result quotes its text
            section.insert(1, addnodes.index(entries=[("single", rule, rule, "main", None)]))


def _check_search(app: Any, exception: Exception | None) -> None:
    """Warn of rules that the search of the built site does not open at their anchors."""
    from sphinx.util import logging

    path = Path(app.outdir) / "searchindex.js"
    if exception is not None or not path.is_file():
        return
    missed = not_found(path.read_text("utf-8"), load())
    if missed:
        named = ", ".join(missed[:MOST_NAMED])
        logging.getLogger(__name__).warning("the search does not lead to %d rules: %s", len(missed), named)


def not_found(index: str, reference: Reference) -> list[str]:
    """Return "PAGE#RULE" of each rule that a search for its id does not open. index: the text of searchindex.js."""
    found = INDEX.fullmatch(index.strip().rstrip(";"))
    searched = json.loads(found[1]) if found else {"docnames": [], "indexentries": {}}
    places = {
        (searched["docnames"][page], anchor, entry)
        for entry, entries in searched["indexentries"].items()
        for page, anchor, is_main in entries
        if is_main
    }
    return [
        f"{contract.operation}#{rule.id}"
        for contract in reference.contracts
        for rule in contract.rules
        if (f"rules/{contract.operation}", rule.id, rule.id.lower()) not in places
    ]


def setup(app: Any) -> dict[str, Any]:
    """Join Sphinx. A new env_version makes it read every page again."""
    app.connect("config-inited", write_pages)
    app.connect("doctree-read", _index_rules, priority=100)  # before Sphinx reads the ids of sections
    app.connect("build-finished", _check_search)
    return {"parallel_read_safe": True, "env_version": 2}
