"""The options of a run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from conformance.apis.oracles import OPENAI
from conformance.base.values import JSON
from conformance.rules.scope.declared import WHOLE, Scope
from conformance.running.engine.expected import ExpectedEntry
from conformance.running.engine.log import Log
from conformance.running.engine.result import RECORDING, InputSource
from conformance.running.project.keys import DEFAULT_SEED


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the user asks of a run.

    operations, rules, origins, cases: None for all. not_rules: those that are left out. Rules and cases may be globs;
    `certify` puts the ids that they match in their place. choices: stated answers by choice name.
    without: what the user states that the subject does not have. scope: that, and what the subject says of itself;
    `certify` sets it.
    profile: of the host whose API the results are for. model: that inputs ask for; None for their own.
    inputs: further inputs by operation. sources: where they come from, in the same order, if a user gave them.
    only_inputs: ask these alone. max_examples: generated examples for each operation. seed: they are drawn from it.
    requirements: the name of the requirement set. required: the level of each (operation, rule id) in it; None for
    every rule. deciding: the sets whose inputs decide the run.
    repeat: whether inputs are asked again. shrink: whether generated evidence is made small. shapes: whether deep and
    wide inputs come after the examples.
    reproduce: the command line that reaches the subject; evidence adds what it needs. evidence_folder: where the inputs
    of generated evidence will be, as the reproduce line names it; None where they are not written. again: the arguments
    that give a run the same inputs.
    expected_failures: failures that the subject's own project knows of. outlived_may_go: whether what they name in vain
    will be deleted after the run, and so does not decide it. earlier: the folder of failing examples of earlier runs,
    which are tried first, and where new ones are kept; None for none. losses: whether the account of losses is drawn
    up. counts: whether the standing of every input is computed, to say how many decide each set; else generated
    mutations are not counted.
    secrets: values that no report may hold. fits: which inputs of an operation can reach the subject; None for all.
    time_limit: seconds after which nothing more is asked; None for no limit, and for a subject that may fail at
    everything. until: when that is, of time.monotonic; `certify` sets it.
    trace: called with (Planned, Trial, Judgement, Judge) of every trial, as soon as it is judged. log: of what the
    stations of the run ask and find out.
    """

    operations: tuple[str, ...] | None = None
    rules: tuple[str, ...] | None = None
    not_rules: tuple[str, ...] = ()
    origins: tuple[str, ...] | None = None
    cases: tuple[str, ...] | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    scope: Scope = WHOLE
    profile: str = OPENAI
    model: str | None = None
    inputs: Mapping[str, tuple[JSON, ...]] = field(default_factory=dict)
    sources: Mapping[str, tuple[InputSource, ...]] = field(default_factory=dict)
    only_inputs: bool = False
    max_examples: int = 100
    seed: int = DEFAULT_SEED
    requirements: str = "every MUST"
    required: Mapping[tuple[str, str], str] | None = None
    deciding: tuple[str, ...] = ("all",)
    repeat: bool = True
    shrink: bool = True
    shapes: bool = True
    reproduce: str = "conformance certify"
    evidence_folder: str | None = "reports/evidence"
    again: str = ""
    expected_failures: tuple[ExpectedEntry, ...] = ()
    outlived_may_go: bool = False
    earlier: str | None = None
    losses: bool = False
    counts: bool = False
    secrets: tuple[str, ...] = ()
    fits: Callable[[str, JSON], bool] | None = None
    time_limit: float | None = None
    until: float | None = None
    trace: Callable[..., None] | None = None
    log: Log | None = None

    @property
    def partial(self) -> tuple[str, ...]:
        """What is left of a whole run, in words: a verdict on it is one in part. Empty where nothing is left out."""
        named = (("rule", self.rules), ("origin", self.origins), ("case", self.cases))
        words = [f"{word} {', '.join(names)} alone" for word, names in named if names is not None]
        if self.not_rules:
            words.append(f"without rule {', '.join(self.not_rules)}")
        if self.only_inputs:
            words.append("given inputs alone")
        elif not self.max_examples and self.cases is None:
            words.append("no generated examples")
        return tuple(words)

    @property
    def only_recorded(self) -> bool:
        """Whether recorded traffic alone is asked: what has no such input was narrowed by no user."""
        kinds = {source.kind for sources in self.sources.values() for source in sources}
        return self.only_inputs and kinds == {RECORDING}

    @property
    def narrowed(self) -> str:
        """Who narrowed the run, for the reasons why something was not judged."""
        return "recorded inputs alone are asked" if self.only_recorded else "narrowed by the user"
