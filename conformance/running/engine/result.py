"""What a run found, as values: the verdict of every rule, and the evidence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from conformance.apis.input_validity import REAL, Standing
from conformance.apis.oracles import OPENAI
from conformance.base.observation import Description, Outcome
from conformance.base.values import JSON, Absent
from conformance.rules.contracts import Rule
from conformance.rules.losses.account import Losses
from conformance.running.engine.failure_identity import Cause
from conformance.running.engine.fates import Arrivals
from conformance.running.engine.ledger import Ledger
from conformance.running.engine.live_api import Live

PASS, FAIL, NOT_APPLICABLE, NOT_OBSERVABLE, NOT_RUN = "pass", "fail", "not-applicable", "not-observable", "not-run"
EXPECTED_FAILURE, UNEXPECTED_PASS = "expected-failure", "unexpected-pass"
ADVICE = "advice"  # of a case: a rule objects to it, and that does not count
REFUSED_ANSWER = "refused-answer"  # a kind of evidence: no set that decides the run accepts an answer to a choice
MOST_SET_ASIDE = 200  # one input in so many
VERDICTS = (PASS, FAIL, EXPECTED_FAILURE, UNEXPECTED_PASS, NOT_APPLICABLE, NOT_OBSERVABLE, NOT_RUN)


def decides_against(level: str, verdict: str) -> bool:
    """Return whether the verdict on one rule makes a run not conform.

    level: the one in force. A MUST rule decides where it fails or was not run, a SHOULD rule never; an expected failure
    that passes decides whatever the level. Every report asks this function.
    """
    return verdict == UNEXPECTED_PASS or (level == "MUST" and verdict in (FAIL, NOT_RUN))


class ExpectedFailure(NamedTuple):
    """A failure that the subject's own project knows of, and why it is there.

    causes: the keys of those that the entry names (`cause_keys`); none for an entry that names no cause.
    """

    operation: str
    rule: str
    reason: str
    causes: tuple[str, ...] = ()

    def as_data(self) -> dict[str, JSON]:
        """Return it as a report and a certificate have it."""
        data: dict[str, JSON] = {"operation": self.operation, "rule": self.rule, "reason": self.reason}
        return {**data, "cause": list(self.causes)} if self.causes else data


class Outlived(NamedTuple):
    """Names of an expected failure under which nothing fails any more; all its names if the whole entry can go.

    entry: its place in the file. passing: the (operation, rule) that pass, or fail for other causes; none if the
    subject has none of the names. causes: keys of causes for which nothing fails, where something does for others of
    the entry: with another seed it may.
    """

    entry: int
    operations: tuple[str, ...]
    rules: tuple[str, ...]
    passing: tuple[tuple[str, str], ...] = ()
    causes: tuple[str, ...] = ()


class OutsideAnswer(NamedTuple):
    """An answer to a choice that not every set accepts. rule: the choice's. sets: those that accept it."""

    operation: str
    rule: str
    choice: str
    answer: str
    sets: tuple[str, ...]


class JudgedWith(NamedTuple):
    """An answer to a choice that decides a failure. found: how the answer was found. instead: answers without it."""

    choice: str
    answer: str
    found: str
    instead: tuple[str, ...]


INPUT, TOOL, RECORDING = "input", "tool", "recording"  # kinds of sources


class InputSource(NamedTuple):
    """Where an input that the user gave comes from.

    kind: INPUT, TOOL or RECORDING. name: of the file, of the tool, or the place in the recordings. server: the command
    of the MCP server that has the tool. parts: the names of the tools, of an input that is the list of all of them.
    """

    kind: str
    name: str
    server: str | None = None
    parts: tuple[str, ...] = ()


class Reduced(NamedTuple):
    """A smaller input that shows the same failure as a given one, and where it does."""

    input: JSON
    at: str


class Objection(NamedTuple):
    """One failure that can count, shown or not.

    yields_to, at, kind: as in Failure. standing: of its input. input: equal for objections to one input; None if it is
    about none. cause, case: as in Evidence. copied: whether what it objects to is the same in source and result.
    """

    yields_to: str | None
    standing: str
    input: int | None
    at: str
    kind: str = ""
    cause: Cause | None = None
    case: str | None = None
    copied: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One failure that can be repeated. expected: ABSENT where no output can be named.

    kind, at, message: as in the check's failure. judged_with: the
    choices that decide it. yields_to: the rule in force that requires the opposite on this
    input: the failure is advice. advice: why it is; None for a failure that counts. input_file: the name of the file
    in the evidence folder that the reproduce line needs; None for a case. earlier: inputs that are converted before
    this one, for the failure to show; earlier_files: where the evidence folder has them. mutation: the one fault
    with which a real input was generated. source: of an input that the user gave, which is shown as it was given;
    reduced: the small one beside it; None where none was found. standing: of the input; None where the
    evidence is about none. cause: what it has in common with other failures; None where no check found it. objection:
    the one that it shows, as it was counted, before its input was made small; None where no check found it. of_rule: as
    in Failure.
    """

    kind: str
    case: str | None
    input: JSON
    outcome: Outcome
    expected: JSON | Absent
    at: str
    message: str
    reproduce: str
    input_file: str | None = None
    earlier: tuple[JSON, ...] = ()
    earlier_files: tuple[str, ...] = ()
    yields_to: str | None = None
    advice: str | None = None
    source: InputSource | None = None
    reduced: Reduced | None = None
    mutation: str | None = None
    standing: Standing | None = None
    judged_with: tuple[JudgedWith, ...] = ()
    cause: Cause | None = None
    objection: Objection | None = None
    of_rule: str = ""


class GivenFailure(NamedTuple):
    """What a rule objects to in a given input. at, message: as in Failure. advice: whether it cannot count."""

    rule: str
    at: str
    message: str
    advice: bool
    objection: Objection


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenResult:
    """What became of an input that the user gave.

    number: among those of its operation. standing: None where the operation's source format is not known. refused: the
    subject's error. not_judged: why there is no verdict; None where there is one.
    """

    operation: str
    source: InputSource
    number: int
    standing: Standing | None = None
    failures: tuple[GivenFailure, ...] = ()
    refused: str | None = None
    not_judged: str | None = None


class SetAside(NamedTuple):
    """A fault of the suite, for which a rule did not judge some inputs (`set_aside`).

    reason: what went wrong, the same for all of the inputs. message: that, with what is known of the first one. inputs:
    how many of the run; 0 where it was found on one that the suite made of them. input: the first one. input_file: the
    name of its file in the evidence folder; None where it is not written. reproduce: the command that shows it.
    """

    operation: str
    rule: str
    reason: str
    message: str
    inputs: int
    input: JSON
    input_file: str | None
    reproduce: str


class SeenFault(NamedTuple):
    """A time the subject died, hung or answered garbage. kind, message: as in observation.Fault. case: the id of the
    worked case that it was asked; None for a generated or given input, which `input` is.
    """

    operation: str
    kind: str
    message: str
    case: str | None
    input: JSON


class Earlier(NamedTuple):
    """The failing examples of earlier runs that were asked again. failing: how many still fail. rules: that object."""

    operation: str
    asked: int
    failing: int
    rules: tuple[str, ...]


class RuleResult:
    """One rule of one operation, while it is counted and when it is done.

    level: the one in force. A MUST outside the requirement set is SHOULD, and so is one that fails only where a rule
    that comes before it asks for the opposite. charged_to: the rules that are charged with everything that this one
    objects to. also_breaks: the rules for which that is so of this one. cases: by the id of each worked case that
    reached the rule, PASS, FAIL, ADVICE or NOT_OBSERVABLE. seconds: that its check took for all trials;
    None where that was not measured. causes: of a rule that fails, the keys of what decides against it (`cause_keys`).
    """

    __slots__ = (
        "also_breaks",
        "cases",
        "cases_run",
        "causes",
        "charged_to",
        "evidence",
        "examples_run",
        "level",
        "objections",
        "operation",
        "reason",
        "rule",
        "seconds",
        "unseen",
        "verdict",
    )

    def __init__(self, operation: str, rule: Rule, level: str | None = None) -> None:
        self.operation = operation
        self.rule = rule
        self.level = level or rule.level
        self.cases: Mapping[str, str] = {}
        self.cases_run = 0
        self.seconds: float | None = None
        self.examples_run = 0
        self.unseen = 0
        self.verdict = NOT_APPLICABLE
        self.reason: str | None = None
        self.evidence: list[Evidence] = []
        self.objections: frozenset[Objection] = frozenset({Objection(None, REAL, None, "")})
        self.also_breaks: tuple[str, ...] = ()
        self.charged_to: tuple[str, ...] = ()
        self.causes: tuple[str, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it decides on conformance."""
        return self.level == "MUST"


class RunResult:
    """A run, while it goes on and when it is done.

    deciding: the sets whose inputs decide the run. partial: what the user left of a whole run, in words; empty for a
    whole one, and for one that is narrowed to operations.
    losses: by operation, what became of the fields of its examples. arrivals: by operation, what became of the contents
    of its worked cases; none where the user narrowed the run to some rules or cases. live: what an API says of results,
    where one was asked. fates: the same by operation and case, as `fates.grid_line` writes it. profile: of the host
    whose API the results are for. without: what the subject says that it does not have, of what the operations of the
    run know.
    of_feature: by operation and feature that it may lack, the worked cases with it that were asked.
    faults: how often the subject died, hung or answered garbage. seen_faults: those of single inputs, some of each
    operation; others went away when the input was asked again.
    choices: operation to {choice: (answer, how it was found)}. outside: the answers that not every set accepts. ledger:
    what became of every planned item. set_aside: the faults of the suite that cost a rule some inputs;
    inputs_set_aside: by operation, how many different inputs. inconsistencies: those faults that leave a MUST rule
    without a verdict. earlier: the failing examples of earlier runs, by operation. interrupted: somebody ended it
    early. unmatched: expected failures that name no rule of the subject's. outlived: all names of
    expected failures that can go. given: what became of the
    inputs that the user gave; only_given: whether nothing else was asked.
    """

    def __init__(
        self, subject: Description, *, seed: int, max_examples: int, requirements: str, specs_digest: str, started: str
    ) -> None:
        self.subject = subject
        self.seed = seed
        self.max_examples = max_examples
        self.requirements = requirements
        self.specs_digest = specs_digest
        self.started = started
        self.seconds = 0.0
        self.faults = 0
        self.seen_faults: list[SeenFault] = []
        self.deciding: tuple[str, ...] = ("all",)
        self.partial: tuple[str, ...] = ()
        self.profile = OPENAI
        self.without: tuple[str, ...] = ()
        self.of_feature: dict[str, Mapping[str, frozenset[str]]] = {}
        self.ledger = Ledger()
        self.interrupted = False
        self.set_aside: list[SetAside] = []
        self.inputs_set_aside: Mapping[str, int] = {}
        self.inconsistencies: list[str] = []
        self.earlier: list[Earlier] = []
        self.choices: Mapping[str, Mapping[str, tuple[str, str]]] = {}
        self.outside: tuple[OutsideAnswer, ...] = ()
        self.rules: list[RuleResult] = []
        self.unmatched: tuple[ExpectedFailure, ...] = ()
        self.outlived: tuple[Outlived, ...] = ()
        self.losses: Mapping[str, Losses] = {}
        self.arrivals: dict[str, Arrivals] = {}
        self.fates: dict[str, Mapping[str, str]] = {}
        self.live: Live | None = None
        self.given: list[GivenResult] = []
        self.only_given = False

    @property
    def complete(self) -> bool:
        """Whether every planned item was judged or excused, and the suite was in no way of a verdict."""
        left_out = self.interrupted or self.inconsistencies or self.too_many_set_aside
        return self.ledger.is_complete and not left_out

    @property
    def too_many_set_aside(self) -> tuple[str, ...]:
        """The operations whose verdict rests on too little: more than one input, and one in 200, was set aside."""
        return tuple(
            operation
            for operation, number in self.inputs_set_aside.items()
            if number > max(1, self.ledger.inputs(operation) // MOST_SET_ASIDE)
        )

    @property
    def conforms(self) -> bool:
        """Whether the run is whole, no MUST fails or was not run, and every expected failure still fails."""
        if not (self.complete and self.judged) or self.unmatched:
            return False
        return not any(decides_against(entry.level, entry.verdict) for entry in self.rules)

    @property
    def judged(self) -> bool:
        """Whether at least one rule was judged: zero checks are not a pass."""
        return any(result.verdict not in (NOT_APPLICABLE, NOT_RUN) for result in self.rules)

    def cut_short(self) -> None:
        """Mark the run as interrupted: a rule that nothing reached yet was not run."""
        self.interrupted = True
        for entry in self.rules:
            if entry.verdict in (NOT_RUN, NOT_APPLICABLE):
                entry.verdict, entry.reason = NOT_RUN, "the run was interrupted before anything reached it"
