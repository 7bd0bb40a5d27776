"""The report as one HTML page that needs nothing else: no network, no server, no further file.

The page has what decides as HTML: the verdict, what it rests on, and what failed. Evidence is shown once: with its
defect, or with its rule where no defect names that. All rules together, further evidence and the accounts of losses lie
in it as compressed data, which its script draws where the reader looks. So a page of a hundred thousand rules opens
like one of a hundred, and what matters can be read, searched and printed without the script.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from minijinja import Environment, safe

from conformance.results.cases import seconds_of
from conformance.results.defects import defects_of, sets_broken, without
from conformance.results.detection import Score
from conformance.results.evidence_text import judged
from conformance.results.given import given_table
from conformance.results.html.arrives import arriving
from conformance.results.html.evidence import evidence_entry
from conformance.results.html.grids import grids_of, packed_cases, tables
from conformance.results.html.losses import account
from conformance.results.html.rows import base64_of, choices_of, columns, legend, packed, packed_lines
from conformance.results.html.summary import summary
from conformance.results.html.verdicts import FIRST, LEVELS, ORIGINS, SIGNS, WORDS, tone
from conformance.results.html.wording import RuleWording
from conformance.results.templates import file_of, templates
from conformance.results.text import clip, counted, name_list, one_line, prose
from conformance.results.titles import place_of, said_at

Rule = Mapping[str, Any]
FOLDER = os.path.dirname(__file__)
WHOLE = 40  # rules that failed and are in the page as HTML
WHOLE_CHARACTERS = 150_000  # of their evidence
MOST_ROWS = 100  # rules that do not pass, in their table
MORE_CHARACTERS = 200_000  # of the compressed evidence besides


NO_WORDING = RuleWording()


def render(
    report: Mapping[str, Any], wording: RuleWording = NO_WORDING, scores: Mapping[str, Score] = MappingProxyType({})
) -> str:
    """Return a report (specs/report.schema.json) as an HTML document.

    wording: what the specifications say of its rules and choices. scores: what the suite finds, by operation.
    """
    environment = templates(FOLDER, "report.html.jinja", "evidence.html.jinja", "account.html.jinja")
    script = "".join(file_of(FOLDER, name) for name in ("grids.js", "copy.js", "report.js"))
    page = _Page(report, wording, environment)
    return environment.render_template(
        "report.html.jinja",
        **summary(report, scores),
        style=safe("".join(file_of(FOLDER, name) for name in ("page.css", "filter.css", "report.css"))),
        script=safe(script),
        script_hash=digest_of(script),
        first=[box | {"piece": safe(box["piece"]), "others_here": page.holds(box["place"])} for box in page.first],
        **arriving(report, frozenset(defect["id"] for defect in page.defects)),
        defects=page.defects,
        defects_total=len(report.get("defects", ())),
        first_title=_first_title(page),
        first_total=page.failed_by_level,
        first_left_out=page.failed - len(page.first),
        total=len(report["rules"]),
        accounts=[(place, name, shown_account["gist"]) for place, (name, shown_account) in enumerate(page.accounts)],
        data=safe(page.data()),
        **given_table(report),
        **page.tables(),
        **page.not_passed(),
        more=safe(page.more),
    )


def _first_title(page: _Page) -> str:
    if page.defects:
        return "Besides the defects"
    return "Failed or not run" if any(box["verdict"] == "not-run" for box in page.first) else "Failed"


def digest_of(script: str) -> str:
    """Return the source expression that lets a page run this one script: markup that slipped through runs nothing."""
    return f"sha256-{base64_of(sha256(script.encode()).digest())}"


class _Page:
    """What the page holds of the rules: some as HTML, all as data."""

    def __init__(self, report: Mapping[str, Any], wording: RuleWording, environment: Environment) -> None:
        self._report = report
        self._rules: list[Rule] = report["rules"]
        self._wording = wording
        self._environment = environment
        self._choices = choices_of(report, wording)
        self.defects = self._shown_defects()
        self._named: dict[int, list[str]] = {}
        for defect in self.defects:
            for place in dict.fromkeys(defect["rows"]):
                self._named.setdefault(place, []).append(defect["id"])
        every = [place for place, rule in enumerate(self._rules) if (rule["verdict"], rule["level"]) in FIRST]
        every.sort(key=lambda place: FIRST.index((self._rules[place]["verdict"], self._rules[place]["level"])))
        # Evidence is shown once: that of a rule which a defect names is that of the defect.
        places = [place for place in every if place not in self._named]
        self.failed = len(places)
        levels = [self._rules[place]["level"] for place in places]
        self.failed_by_level = ", ".join(f"{levels.count(level):,} {level}" for level in LEVELS if level in levels)
        self.first = self._boxes(places)
        self.more, self._rows_with_more = packed_lines(self._further(every), MORE_CHARACTERS)
        self.accounts = self._accounts()
        self._grids = grids_of(report)

    def _boxes(self, places: list[int]) -> list[dict[str, Any]]:
        """The first of what failed, each with its first evidence."""
        boxes: list[dict[str, Any]] = []
        taken: set[str] = set()
        size = 0
        for place in places[:WHOLE]:
            rule = self._rules[place]
            evidence = _advice_last(rule["evidence"])
            piece = self._piece(evidence[0]) if evidence else ""
            size += len(piece)
            if boxes and size > WHOLE_CHARACTERS:
                break
            boxes.append(
                _box(rule, place, piece, _anchor(f"{rule['operation']}.{rule['id']}", taken))
                | {
                    "words": self._words(rule),
                    "gist": prose(clip(evidence[0]["message"], 300)) if evidence else prose(rule.get("reason", "")),
                }
            )
        return boxes

    def _shown_defects(self) -> list[dict[str, Any]]:
        """The first defects, each with the evidence that shows it best."""
        places = {(rule["operation"], rule["id"]): place for place, rule in enumerate(self._rules)}
        shown_defects: list[dict[str, Any]] = []
        size = 0
        for defect in defects_of(self._report)[:WHOLE]:
            piece = self._piece(defect.evidence)
            size += len(piece)
            if shown_defects and size > WHOLE_CHARACTERS:
                break
            broken = [(places[key], key, f"of {key[0]} ({counted(inputs, 'input')})") for key, inputs in defect.rules]
            also = [(places[key], key) for key in defect.also_breaks]
            shown_defects.append(
                {
                    "id": defect.id,
                    "tone": "bad" if defect.decides else "soft",
                    "sign": SIGNS["fail"],
                    "rule": one_line(defect.shown[1], 60),
                    "place": place_of(defect.place),
                    "message": prose(clip(said_at(defect.place, defect.message), 300)),
                    "facts": [
                        (anchor_of(".".join(fact.rule)), one_line(fact.rule[1], 60), fact.inputs, prose(fact.message))
                        for fact in defect.further_facts
                    ],
                    "where": f"{name_list([*map(one_line, defect.operations)], 3)}, {counted(defect.inputs, 'input')}",
                    "words": self._of_rule(self._rules[places[defect.shown]]),
                    "sets": sets_broken(defect),
                    "likewise": ", ".join(defect.likewise),
                    "also_at": one_line(", ".join(defect.also_at)),
                    "headlines": [
                        (
                            ", ".join(other.sets),
                            anchor_of(".".join(other.rule)),
                            one_line(other.rule[1], 60),
                            prose(other.message),
                            one_line(other.evidence["at"], 200),
                        )
                        for other in defect.further_headlines
                    ],
                    "without": without(defect.left_out_by) if defect.left_out_by is not None else "",
                    "given": defect.given,
                    "like": defect.behaves_like,
                    "rows": [place for place, *_ in (*broken, *also)],
                    "rules": [(anchor_of(".".join(key)), one_line(key[1], 60), said) for _place, key, said in broken],
                    "also": [(anchor_of(".".join(key)), one_line(key[1], 60)) for _place, key in also],
                    "of_rule": defect.evidence.get("of_rule"),
                    "judged": [judged(choice) for choice in defect.evidence.get("judged_with", ())],
                    "piece": safe(piece),
                }
            )
        return shown_defects

    def _further(self, places: list[int]) -> Iterator[tuple[int, str]]:
        """Row and HTML of the evidence that is not in the page as it is: first of what failed."""
        whole = {box["place"] for box in self.first}
        others = (place for place, rule in enumerate(self._rules) if rule["evidence"])
        for place in dict.fromkeys([*places, *others]):
            pieces = _advice_last(self._rules[place]["evidence"])[1 if place in whole else 0 :]
            if pieces:
                yield place, "".join(map(self._piece, pieces))

    def _piece(self, evidence: Mapping[str, Any]) -> str:
        return self._environment.render_template("evidence.html.jinja", one=evidence_entry(evidence))

    def _of_rule(self, rule: Rule) -> list[tuple[str, list[tuple[bool, str]]]]:
        """What a rule requires, and why, for a defect that breaks it."""
        said = [("Rule", f"{rule['title']}."), *self._wording.of(rule)]
        return [(label, prose(text)) for label, text in dict(said).items() if label in ("Rule", "Why")]

    def not_passed(self) -> dict[str, Any]:
        """The rules that neither pass nor are without a case, in their order, with what shows each."""
        taken = {box["anchor"] for box in self.first}
        boxes = {box["place"]: box["anchor"] for box in self.first}
        places = [place for place, rule in enumerate(self._rules) if rule["verdict"] not in ("pass", "not-applicable")]
        rows: list[dict[str, Any]] = []
        for place in places[:MOST_ROWS]:
            rule = self._rules[place]
            links = [(text, text) for text in self._named.get(place, ())]
            links += [(boxes[place], "its evidence")] if place in boxes else []
            anchor = _anchor(f"{rule['operation']}.{rule['id']}", taken)
            head = {"heads": not rows or rows[-1]["operation"] != one_line(rule["operation"], 200), "links": links}
            rows.append(_box(rule, place, "", anchor) | head)
        return {"not_passed": rows, "not_passed_left_out": len(places) - len(rows)}

    def _words(self, rule: Rule) -> list[tuple[str, list[tuple[bool, str]]]]:
        """What is said of a rule, label by label. The script says the same of the rules that it draws."""
        labelled = [("Reason", rule["reason"])] if rule.get("reason") else []
        labelled += self._wording.of(rule)
        labelled += [
            ("Choice taken" if choice["answer"] else "Choice open", _choice_text(choice))
            for choice in self._choices.get(rule["operation"], ())
            if choice["rule"] == rule["id"]
        ]
        labelled += [
            ("Level", f"{rule['level']}, {ORIGINS[rule['origin']]}"),
            ("Source", rule["source"]),
            ("Judged on", self._judged_on(rule)),
        ]
        return [(label, prose(text)) for label, text in labelled]

    def _judged_on(self, rule: Rule) -> str:
        seconds = seconds_of(self._report, rule)
        time = f", in {seconds * 1000:.2f} ms of its check" if seconds is not None else ""
        return f"{counted(rule['cases_run'], 'case')}, {counted(rule['examples_run'], 'example')}{time}"

    def holds(self, place: int) -> bool:
        """Whether the further evidence of a rule found room."""
        return place in self._rows_with_more

    def _accounts(self) -> list[tuple[str, dict[str, Any]]]:
        """What became of the fields of each operation, for the template."""
        losses = self._report.get("losses")
        if not losses:
            return []

        return [(one_line(operation, 200), account(loss)) for operation, loss in losses.items()]

    def tables(self) -> dict[str, Any]:
        """What the template shows of the rules by case."""
        return tables(self._report, self._grids, {box["place"]: box["anchor"] for box in self.first})

    def data(self) -> str:
        """Everything that the script draws, but evidence."""
        return packed(
            columns(self._report, self._wording)
            | packed_cases(self._report, self._grids, frozenset(defect["id"] for defect in self.defects))
            | {
                "names": legend(),
                "choices": self._choices_by_place(),
                "defects": self._named,
                "whole": {box["place"]: box["anchor"] for box in self.first},
                "pieces": {place: len(rule["evidence"]) for place, rule in enumerate(self._rules) if rule["evidence"]},
                "accounts": [
                    self._environment.render_template("account.html.jinja", account=account)
                    for _name, account in self.accounts
                ],
            }
        )

    def _choices_by_place(self) -> dict[int, list[dict[str, str]]]:
        """The choices by the place that their operation's name has in the columns."""
        operations = dict.fromkeys(rule["operation"] for rule in self._rules)
        return {place: self._choices[name] for place, name in enumerate(operations) if name in self._choices}


def _box(rule: Rule, place: int, piece: str, anchor: str) -> dict[str, Any]:
    verdict = rule["verdict"]
    return {
        "place": place,
        "anchor": anchor,
        "piece": piece,
        "operation": one_line(rule["operation"], 200),
        "id": one_line(rule["id"], 60),
        "title": prose(rule["title"]),
        "verdict": verdict,
        "tone": tone(verdict, rule["level"]),
        "word": WORDS[verdict],
        "sign": SIGNS[verdict],
        "level": rule["level"],
        "others": max(0, len(rule["evidence"]) - 1),
    }


def _choice_text(choice: Mapping[str, str]) -> str:
    if not choice["answer"]:
        return f"`{choice['name']}`: {choice['question']} No probe showed it, so any of the legal answers is accepted."
    return f"`{choice['name']}` is `{choice['answer']}` ({choice['found']}): {choice['meaning']}"


def _advice_last(evidence: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Keep the report's order, which shows each defect once before it repeats one; what is only advice comes last."""
    return sorted(evidence, key=lambda entry: "yields_to" in entry)


def anchor_of(name: str) -> str:
    """Return "OPERATION.RULE" as the page's address has it: of characters that need no escape in HTML or in a URL."""
    return "".join(char if char.isascii() and (char.isalnum() or char in ".-_") else "-" for char in name)


def _anchor(name: str, taken: set[str]) -> str:
    """Return an id that no other rule has.

    Its dot keeps it apart from the template's own ids, which have none.
    """
    wanted = anchor_of(name)
    anchor, number = wanted, 1
    while anchor in taken:
        number += 1
        anchor = f"{wanted}-{number}"
    taken.add(anchor)
    return anchor
