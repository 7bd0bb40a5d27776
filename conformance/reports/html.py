"""The report as one HTML page that needs nothing else: no network, no server, no further file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.reports.html_evidence import shown
from conformance.reports.text import clip, prose, visible

TEMPLATE = "report.html.jinja"
FOLD = 3  # pieces of evidence that are shown unfolded

# The sign stands beside the word, so that a verdict never is a colour alone.
SIGNS = {
    "fail": "✗",
    "unexpected-pass": "!",
    "not-run": "○",
    "expected-failure": "~",
    "not-observable": "?",
    "not-applicable": "-",
    "pass": "✓",
}
WORDS = {verdict: verdict.replace("-", " ") for verdict in SIGNS}
# What a reader must see first, in this order; an unexpected pass ends a run at either level.
FIRST = (
    ("fail", "MUST"),
    ("not-run", "MUST"),
    ("unexpected-pass", "MUST"),
    ("unexpected-pass", "SHOULD"),
    ("fail", "SHOULD"),
    ("not-run", "SHOULD"),
)
ORIGINS = {
    "document": "from the source documents",
    "api": "from what the target API accepts",
    "field": "from failures of real converters",
}


def render(report: Mapping[str, Any], texts: Mapping[str, Mapping[str, str]]) -> str:
    """Return a report (specs/report.schema.json) as an HTML document.

    `texts` gives the wording of rules by "OPERATION RULE": text, why, settled, each optional.
    """
    from base64 import b64encode
    from pathlib import Path

    from minijinja import Environment

    from conformance.digest import sha256

    source = Path(__file__).with_name(TEMPLATE).read_text("utf-8")
    # The page allows this one script by its digest: markup that slipped through could still run nothing.
    script = source.partition("<script>")[2].partition("</script>")[0]
    digest = b64encode(sha256(script.encode()).digest()).decode()

    environment = Environment(
        # Said outright: escaping must not depend on how the file is named.
        auto_escape_callback=lambda name: "html",
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.add_template(TEMPLATE, source)
    return environment.render_template(TEMPLATE, script_hash=f"sha256-{digest}", **_page(report, texts))


def _page(report: Mapping[str, Any], texts: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Everything the template shows, as text and lists of text."""
    rules = _rules(report["rules"], texts)
    first = sorted((rule for rule in rules if rule["first"]), key=lambda rule: FIRST.index(_place(rule)))
    unrun = any(rule["verdict"] == "not-run" for rule in first)
    counts = report["summary"]
    return {
        "title": f"{clip(visible(report['subject']['name'], ''), 80)} {_verdict(report)[0]}",
        "name": clip(visible(report["subject"]["name"], ""), 120),
        "version": clip(visible(report["subject"]["version"] or "", ""), 80),
        "verdict": _verdict(report),
        "lead": _lead(report),
        "facts": _facts(report),
        "counts": [
            (verdict, sign, WORDS[verdict], counts["MUST"][verdict], counts["SHOULD"][verdict])
            for verdict, sign in SIGNS.items()
        ],
        "totals": [sum(counts[level].values()) for level in ("MUST", "SHOULD")],
        "first": first,
        "first_title": "Failed or not run" if unrun else "Failures",
        "operations": _operations(report, rules),
        "shown": [
            (verdict, sign, WORDS[verdict], sum(rule["verdict"] == verdict for rule in rules))
            for verdict, sign in SIGNS.items()
            if any(rule["verdict"] == verdict for rule in rules)
        ],
        "total": len(rules),
    }


def _place(rule: Mapping[str, Any]) -> tuple[str, str]:
    return rule["verdict"], rule["level"]


def _verdict(report: Mapping[str, Any]) -> tuple[str, str]:
    """The verdict in words, and its class in the style sheet."""
    if not report["run"]["complete"]:
        return "incomplete", "open"
    return ("conforms", "good") if report["summary"]["conforms"] else ("does not conform", "bad")


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _lead(report: Mapping[str, Any]) -> str:
    """The sentences under the verdict: what it rests on."""
    must, should = report["summary"]["MUST"], report["summary"]["SHOULD"]
    total = _count(sum(must.values()), "MUST rule", "MUST rules")
    told = _join(
        (must["fail"], f"of {total} fails", f"of {total} fail"),
        (must["not-run"], "MUST rule was not run", "MUST rules were not run"),
        (
            must["unexpected-pass"] + should["unexpected-pass"],
            "expected failure now passes",
            "expected failures now pass",
        ),
    )
    aside = _join(
        (must["expected-failure"], "is an expected failure", "are expected failures"),
        (must["not-applicable"], "does not apply", "do not apply"),
        (must["not-observable"], "cannot be observed", "cannot be observed"),
    )
    if not report["run"]["complete"]:
        lead = f"The run ended early, so nothing is decided. {told or 'So far no MUST rule fails'}."
    elif not report["summary"]["conforms"]:
        lead = f"{told or f'No single one of {total} decides it; see the counts'}."
    elif must["pass"] == sum(must.values()):
        lead = _count(must["pass"], f"of {total} holds.", f"of {total} hold.")
    else:
        holds = _count(must["pass"], f"of {total} holds", f"of {total} hold")
        lead = "; ".join(filter(None, (holds, aside))) + "."
        lead += f" Not demanded by these requirements: {told}." if told else ""
    fails = _join((should["fail"], "SHOULD rule fails, which does", "SHOULD rules fail, which does"))
    return f"{lead} {fails} not decide the verdict." if fails else lead


def _join(*facts: tuple[int, str, str]) -> str:
    return ", ".join(_count(*fact) for fact in facts if fact[0])


def _facts(report: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Label, value, and the kind of value (text, code or time) of what identifies the run."""
    subject, run, suite = report["subject"], report["run"], report["suite"]
    minutes, seconds = divmod(run["seconds"], 60)
    took = f"{int(minutes)} min {seconds:.0f} s" if minutes else f"{seconds:.1f} s"
    facts = [
        ("Language", subject["language"] or "not stated", "text"),
        ("Reached by", subject["adapter"], "text"),
        ("Requirements", run["requirements"], "text"),
        ("Started", run["started"], "time"),
        ("Took", took, "text"),
        ("Seed", str(run["seed"]), "code"),
        ("Examples", _examples(run["max_examples"]), "text"),
        ("Faults", _faults(run["faults"]), "text"),
        ("Platform", run["platform"], "text"),
        ("Suite", suite["version"], "text"),
        ("Specifications", suite["specs_digest"], "code"),
    ]
    return [(label, clip(visible(value, ""), 300), kind) for label, value, kind in facts]


def _examples(number: int) -> str:
    return f"up to {number:,} an operation" if number else "none, cases only"


def _faults(number: int) -> str:
    times = _count(number, "time", "times")
    return f"{times} the subject died, hung or answered garbage" if number else "none"


def _operations(report: Mapping[str, Any], rules: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The operations in the order of the report, each with its choices, its rules and its account of losses."""
    accounts = _accounts(report.get("losses", {}))
    names = dict.fromkeys([rule["operation"] for rule in rules] + list(report["choices"]))
    return [
        {
            "id": f"operation-{number}",
            "name": clip(visible(name, ""), 200),
            "choices": [
                (clip(visible(choice, ""), 200), clip(visible(made["answer"], ""), 200), made["found"])
                for choice, made in report["choices"].get(name, {}).items()
            ],
            "rules": [rule for rule in rules if rule["operation"] == name],
            "account": accounts.get(name),
        }
        for number, name in enumerate(names, 1)
    ]


def _accounts(losses: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    if not losses:
        return {}
    from conformance.reports.html_losses import account  # late: a run without examples has none

    return {operation: account(one) for operation, one in losses.items()}


def _rules(rules: list[Mapping[str, Any]], texts: Mapping[str, Mapping[str, str]]) -> list[dict[str, Any]]:
    ids: set[str] = set()
    return [_rule(rule, texts.get(f"{rule['operation']} {rule['id']}", {}), ids) for rule in rules]


def _rule(rule: Mapping[str, Any], wording: Mapping[str, str], ids: set[str]) -> dict[str, Any]:
    verdict = rule["verdict"]
    evidence = [shown(one) for one in rule["evidence"]]
    return {
        "anchor": _anchor(f"{rule['operation']}.{rule['id']}", ids),
        "operation": rule["operation"],
        "shown_operation": clip(visible(rule["operation"], ""), 200),
        "id": clip(visible(rule["id"], ""), 60),
        "title": prose(rule["title"]),
        "verdict": verdict,
        "word": WORDS[verdict],
        "sign": SIGNS[verdict],
        "first": _place(rule) in FIRST,
        "level": rule["level"],
        "origin": ORIGINS[rule["origin"]],
        "ran": _count(rule["cases_run"], "case, ", "cases, ") + _count(rule["examples_run"], "example", "examples"),
        "source": clip(visible(rule["source"], "")),
        "reason": prose(rule.get("reason", "")),
        "texts": [
            (label, prose(wording[key]))
            for key, label in (("text", "Rule"), ("why", "Why"), ("settled", "Settled"))
            if wording.get(key)
        ],
        "gist": evidence[0]["message"] if evidence else prose(rule.get("reason", "")),
        "evidence": evidence[:FOLD],
        "folded": evidence[FOLD:],
    }


def _anchor(name: str, taken: set[str]) -> str:
    """An id no other rule has, of characters that need no escape in HTML or in a URL.

    Its dot keeps it apart from the template's own ids, which have none.
    """
    wanted = "".join(char if char.isascii() and (char.isalnum() or char in ".-_") else "-" for char in name)
    anchor, number = wanted, 1
    while anchor in taken:
        number += 1
        anchor = f"{wanted}-{number}"
    taken.add(anchor)
    return anchor
