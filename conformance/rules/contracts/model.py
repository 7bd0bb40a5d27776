"""The specification as values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from conformance.base.values import ABSENT, JSON, Absent
from conformance.rules.contracts.contents import NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceDocument:
    """One of the documents the rules come from."""

    key: str
    title: str
    version: str
    sha256: str
    summary: str


class RuleSource(NamedTuple):
    """Where a rule or a case comes from: a section of a document, or a public thread or page."""

    section: str
    document: str | None = None
    link: str | None = None

    def __str__(self) -> str:
        return f"{self.document}, {self.section}" if self.document else self.section


def by_document(
    sources: Iterable[RuleSource], documents: Iterable[SourceDocument]
) -> dict[tuple[str | None, str], list[str]]:
    """Return each document once, by its key and title, or what else is a source, with the sections and links of it."""
    titles = {document.key: document.title for document in documents}
    found: dict[tuple[str | None, str], list[str]] = {}
    for source in sources:
        title = titles.get(source.document, "a document that is not listed") if source.document else source.section
        said = found.setdefault((source.document, title), [])
        said += [source.section] if source.document else []
        said += [source.link] if source.link else []
    return found


# The requirement sets that a rule can belong to. The set `all` has every rule.
SETS = ("safe", "documents", "robust")

# The values of a rule's `asks`; specs/contract.schema.json describes each.
AGAIN, ALONE, RESTART, NUMBERS = "again", "alone", "restart", "numbers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One checkable statement. level: MUST or SHOULD. origin: document, api or field. ends: ids of freedoms.

    sets: the requirement sets that it belongs to, of SETS.
    asks: the further requests that this rule needs: AGAIN, ALONE, RESTART, NUMBERS. chain: the operations that
    are applied in turn to an input of this one, where the rule is about what the last one returns. contrast: the name
    of the transformation that removes the feature which the rule is about, see `inputs.contrasts`. yields_to: for
    kinds of its failures, the rule that requires the opposite there. extends: the rules that
    require the same of other inputs or at other places; failures of one kind have one cause. subject: the content that
    it is about, of contents.SUBJECTS. contents: further ones, each with the kinds of its failures that
    are about it. changes: whether its content is there and says something else where it fails, and is not lost.
    hides: whether nothing can be read of a result where it fails, but what other rules find.
    """

    id: str
    level: str
    origin: str
    title: str
    text: str
    why: str
    sources: tuple[RuleSource, ...]
    check: str
    sets: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    contrast: str | None = None
    yields_to: Mapping[str, str] = field(default_factory=dict, hash=False)
    extends: tuple[str, ...] = ()
    settled: str | None = None
    threads: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    subject: str = NONE
    contents: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    changes: bool = False
    hides: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A point with several legal answers. answers: name to meaning. probes: inputs whose result shows the answer.

    contrast: a probe without what the question is about. If it does not convert, the probes prove nothing; without a
    contrast a failed call is no answer. sets: of the answers that not every requirement set accepts, the sets that do.
    by_member: whether the answer for a member says nothing of the others, so that probes bind nobody.
    """

    name: str
    rule: str
    question: str
    answers: Mapping[str, str]
    default: str
    probes: tuple[JSON, ...]
    contrast: JSON | Absent = ABSENT
    sets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_member: bool = False

    @property
    def inputs(self) -> tuple[JSON, ...]:
        """Everything that is asked for it: the probes, then the contrast."""
        return self.probes if isinstance(self.contrast, Absent) else (*self.probes, self.contrast)


class Expectation(NamedTuple):
    """What a case expects of subjects that took the answers in `given`: an output, or an error.

    `error` holds words of which the error's message contains at least one; an empty tuple is any error.
    """

    given: Mapping[str, str]
    output: JSON = None
    error: tuple[str, ...] | None = None


class Declared(NamedTuple):
    """What the author of a case says of its input that is not real.

    kind: "documented", with the section that defines the result as its reason, or "malformed", with what is wrong.
    """

    kind: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One hand-written example: an input, the rules it shows, and the expected outputs.

    standing: None for a real input. lifted: it is a case of the single form, as a list of one. wrong: an output that
    breaks its rules; ABSENT where none is given.
    """

    id: str
    rules: tuple[str, ...]
    note: str
    input: JSON
    expectations: tuple[Expectation, ...]
    source: RuleSource | None = None
    lifted: bool = False
    standing: Declared | None = None
    wrong: JSON | Absent = ABSENT

    @property
    def is_of_document(self) -> bool:
        """Whether a source document states it, so that its output is required as written there."""
        return self.source is not None and self.source.document is not None


class Exclusion(NamedTuple):
    """What is deliberately not checked, and why. section: where the document states it."""

    what: str
    reason: str
    document: str | None = None
    section: str | None = None


class FreeLeaf(NamedTuple):
    """Parts of a result that may be changed. changes: in which ways, as in `selftest.changes`; empty for every one.

    at: a JSON pointer into {"output"}, and "requests" for tool loops, with `*` for a step or a part of it and `**` for
    any number of steps. choices: the answers under which it is free, as (choice, answer). of: the values that may be
    changed, such as null; empty for every value. drawn: whether it is for changes that are drawn alone, which may be of
    several places at once. failed: whether it is of what came of a source that failed or broke off alone. own: whether
    it is of what the variants of its freedom return alone.
    """

    at: str
    changes: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    of: tuple[JSON, ...] = ()
    drawn: bool = False
    failed: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedVariation:
    """Something that a converter may do. variants: the sound variants of the self-test that do it.

    leaves: changes of a result that it allows where no rule objects. part: whether they are those of another contract.
    """

    id: str
    text: str
    variants: tuple[str, ...]
    leaves: tuple[FreeLeaf, ...] = ()
    part: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """All rules of one operation.

    lifts: the operation whose list form this is. free: what a converter without a defect may do. shared: the ids of
    the rules that every operation has.
    conversion_rule: charged when an input that must convert gives nothing. failed_call_rule: charged when a call with a
    real input fails, unless a feature of the input is the cause. wrong_shape_rule: charged when the subject crashes or
    hangs on an input of the wrong shape. scope_rule: charged when it has what it says it does not have. Each of the
    three is None where the operation excludes it.
    counts_as: by kind of failure, the standing that its input counts as, unless it is malformed.
    inputs: JSON texts of inputs that are generated for every seed.
    """

    operation: str
    title: str
    documents: tuple[str, ...]
    input: str
    output: str
    conversion_rule: str
    failed_call_rule: str | None = None
    wrong_shape_rule: str | None = None
    scope_rule: str | None = None
    rules: tuple[Rule, ...]
    choices: tuple[Choice, ...] = ()
    cases: tuple[Case, ...] = ()
    excluded: tuple[Exclusion, ...] = ()
    lifts: str | None = None
    free: tuple[AllowedVariation, ...] = ()
    shared: frozenset[str] = frozenset()
    counts_as: Mapping[str, str] = field(default_factory=dict)
    inputs: tuple[str, ...] = ()

    def defaults(self) -> dict[str, str]:
        """Return the reference's answer to each choice."""
        return {choice.name: choice.default for choice in self.choices}

    def asking(self, what: str) -> frozenset[str]:
        """Return the ids of the rules with a value in `asks`: AGAIN, ALONE, RESTART or NUMBERS."""
        return frozenset(rule.id for rule in self.rules if what in rule.asks)

    @property
    def chain(self) -> tuple[str, ...]:
        """The chain of operations that a rule is about; empty if no rule is about one."""
        return next((rule.chain for rule in self.rules if rule.chain), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Specifications:
    """Everything in specs/. digest: "sha256:..." over the loaded data, wherever it was loaded from.

    What is kept of earlier runs goes by the digest: a change of these values needs another digest.
    services: rules about how a subject is reached, by the name that reports use as the operation. Their cases
    have requests as inputs, and a word for the answer as output.
    """

    documents: tuple[SourceDocument, ...]
    contracts: Mapping[str, Contract]
    excluded: tuple[Exclusion, ...]
    digest: str
    services: Mapping[str, Contract] = field(default_factory=dict)
