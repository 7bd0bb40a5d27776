"""Reports that show between them all that a report can say, for what is made of them."""

from __future__ import annotations

from conformance.results.document import ledger_document
from conformance.results.live import live_document
from conformance.rules.contracts import Choice
from conformance.running.engine.ledger import Kind, Ledger, LedgerItem, operation_item
from conformance.running.engine.live_api import Answered, Live
from tests.results.building import Built, make_defect, make_evidence, make_losses, make_report, make_rule

FLAT, MCP = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"
CRASH = {"kind": "exit", "type": None, "message": "exit status 3", "log": ["first line", "last line"]}
REQUESTS = [
    {"path": "/v1/chat/completions", "body": {"messages": [{"role": "user"}]}, "answer": 0},
    {"path": "/v1/<b>", "body": {"messages": [{"role": "tool", "content": "x"}]}, "answer": None},
]


def choice(name: str, answer: str) -> Choice:
    return Choice(
        name=name, rule="TR-4", question=f"What of `{name}`?", answers={answer: "So."}, default=answer, probes=()
    )


CHOICES = {FLAT: [choice("strict-when-absent", "false"), choice("unsafe-names", "keep")]}
WORDS = {"text": "A boolean `strict` is kept.", "why": "It changes the meaning.", "settled": "Code wins."}
UNMATCHED = [{"operation": "tool-loop", "rule": "NO-1", "reason": "waits for `#12`"}]


def sound() -> Built:
    return make_report(
        make_rule(examples_run=1_100),
        make_rule(id="TR-5", cases_run=0, examples_run=0),
        make_rule(operation="tool-loop", verdict="not-applicable", cases_run=0, examples_run=0),
        losses={FLAT: make_losses()},
        choices={FLAT: {"strict-when-absent": {"answer": "false", "found": "stated"}}},
        cases={FLAT: {"flat-basic": "pp", "flat-deep": "p-"}},
        run={"check_seconds": {FLAT: {"TR-4": 0.25}}},
        ledger={
            "items": {"planned": 1200, "judged": 1190, "excused": {"narrowed by the user": 10}, "open": {}},
            "operations": {"planned": 14, "judged": 2, "excused": {"not offered by the subject": 12}, "open": {}},
            "by_operation": {},
        },
    )


def outcomes() -> Built:
    """Each verdict at each level."""
    shown = {
        "fail": [make_evidence(message=f"wrong {number}", input=[0] * number) for number in range(5)],
        "expected-failure": [make_evidence(message="known")],
    }
    verdicts = ("pass", "fail", "unexpected-pass", "not-run", "not-applicable", "not-observable", "expected-failure")
    return make_report(
        *(
            make_rule(
                id=f"{level[0]}-{number}",
                operation=operation,
                origin=origin,
                level=level,
                verdict=verdict,
                reason=f"why `{verdict}`",
                evidence=shown.get(verdict, []),
            )
            for level, operation, origin in (("MUST", FLAT, "document"), ("SHOULD", MCP, "api"))
            for number, verdict in enumerate(verdicts)
        ),
        unmatched_expected_failures=UNMATCHED,
        choices={FLAT: {"strict-when-absent": {"answer": "false", "found": "stated"}}},
        run={"faults": 3},
    )


def defects() -> Built:
    """What is charged to one rule, what is advice, what is no defect's, and each kind of evidence."""
    return make_report(
        make_rule(
            verdict="fail",
            evidence=[
                make_evidence(
                    expected=[{"type": "function", "name": "a", "strict": True}],
                    actual=[{"type": "function", "name": "b", "strict": False}],
                    diagnostics=[{"level": "warning", "message": "odd tool"}],
                    recording="chat.yaml, 3",
                ),
                make_evidence(actual=None, error=CRASH, diagnostics=[], case="flat-deep"),
                make_evidence(expected=None, kind="example", case=None),
                make_evidence(requests=REQUESTS, at="/requests/1/body/messages/0/content"),
            ],
            also_breaks=["ALSO"],
        ),
        make_rule(id="ALSO", verdict="fail", evidence=[make_evidence()], reason="charged to TR-4", charged_to=["TR-4"]),
        make_rule(
            id="ADVICE",
            level="SHOULD",
            verdict="fail",
            evidence=[make_evidence(message="a | b", yields_to="TR-9")],
        ),
        make_rule(
            id="ALONE", verdict="fail", reason="of no defect", evidence=[make_evidence(actual=None, error=CRASH)]
        ),
        make_rule(id="UNRUN", verdict="not-run", reason="it died"),
        defects=[
            make_defect(also_breaks=[{"operation": FLAT, "rule": "ALSO"}]),
            make_defect(
                2,
                decides=False,
                sets=["robust"],
                rules=[{"operation": FLAT, "rule": "ADVICE", "inputs": 1, "evidence": [0]}],
                shown={"operation": FLAT, "rule": "ADVICE", "evidence": 0},
            ),
        ],
        cases={FLAT: {"flat-basic": "ffff-", "flat-deep": "f----"}},
        run={"check_seconds": {FLAT: {"TR-4": 1.5, "ALSO": 0.00123}}},
    )


def ledger() -> Ledger:
    made = Ledger()
    operations = [operation_item(name) for name in ("a-stream", "b-stream")]
    made.plan([*operations, LedgerItem(operation="c", kind=Kind.CASE, name="x")])
    for item in operations:
        made.explain(item, "streams need httpx2, which is not installed: pip install 'httpx2<3'")
    return made


def incomplete() -> Built:
    return make_report(make_rule(), run={"complete": False}, ledger=ledger_document(ledger()))


LIVE = Live(
    against="https://api.openai.com/v1",
    model="gpt-4.1-mini",
    answers=(
        Answered(FLAT, "text", {"input": "Hi"}, None, ()),
        Answered(FLAT, "image", {"input": "Ho"}, "No <b>such</b> model.", ("No image.", "No part.")),
        Answered(FLAT, None, {"input": "Hu"}, "Not this.", ()),
    ),
    left_out={"larger than 8,000 bytes": 2},
)


def asked() -> Built:
    """An API was asked about the results."""
    return make_report(make_rule(), live=live_document(LIVE))


def before_and_now() -> tuple[Built, Built]:
    """Reports that differ in each way there is."""
    old = make_report(
        make_rule(id="BREAKS"),
        make_rule(id="MENDED", verdict="fail", evidence=[make_evidence()]),
        make_rule(id="FAILS", verdict="fail", evidence=[make_evidence(case="a")]),
        make_rule(id="HIDDEN"),
        make_rule(id="REDEFINED", title="Old"),
        make_rule(operation="tool-loop", id="GONE"),
        choices={FLAT: {"strict": {"answer": "false", "found": "probed"}}},
    )
    new = make_report(
        make_rule(id="BREAKS", verdict="fail", evidence=[make_evidence(message="it breaks")]),
        make_rule(id="MENDED"),
        make_rule(id="FAILS", verdict="fail", evidence=[make_evidence(case="b")]),
        make_rule(id="HIDDEN", verdict="not-observable", reason="it shows nothing"),
        make_rule(id="REDEFINED", title="New"),
        make_rule(id="ADDED", verdict="fail", evidence=[make_evidence(message="it never held")]),
        choices={FLAT: {"strict": {"answer": "null", "found": "probed"}}},
    )
    return old, new


SAMPLES = {
    "a sound converter": sound,
    "each verdict": outcomes,
    "defects": defects,
    "an incomplete run": incomplete,
    "an API was asked": asked,
}
