"""What differs between the verdicts of two states of the suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

RUN, TRIAL, MESSAGE, LOST = "run", "trial", "message", "trial in one only"
_MESSAGE = 5  # the place of the message in a failure


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One difference. kind: RUN, TRIAL, MESSAGE or LOST. what: the rule, or what else differs."""

    kind: str
    converter: str
    what: str
    before: Any
    after: Any
    input: Any = None
    output: Any = None


@dataclass(slots=True, kw_only=True)
class Compared:
    """What came of a comparison. trials: that both have. seconds: what all checks took, before and after."""

    differences: list[Difference] = field(default_factory=list)
    converters: int = 0
    trials: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)

    @property
    def differs(self) -> bool:
        """Whether a verdict differs; another message is none."""
        return any(difference.kind in (RUN, TRIAL) for difference in self.differences)


def compare(before: Mapping[str, Any], after: Mapping[str, Any]) -> Compared:
    """Compare the converters of two files."""
    compared = Compared()
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if old is None or new is None or "error" in old or "error" in new:
            if old != new:
                state = [("missing" if element is None else element.get("error", "judged")) for element in (old, new)]
                compared.differences.append(
                    Difference(kind=RUN, converter=name, what="converter", before=state[0], after=state[1])
                )
            continue
        compared.converters += 1
        compared.trials += len(old["trials"].keys() & new["trials"].keys())
        spent = [sum(element["seconds"].values()) for element in (old, new)]
        compared.seconds = (compared.seconds[0] + spent[0], compared.seconds[1] + spent[1])
        compared.differences += [*_of_runs(name, old, new), *_of_trials(name, old, new)]
    return compared


def _of_runs(name: str, old: Any, new: Any) -> Iterator[Difference]:
    for rule in sorted({*old["rules"], *new["rules"]}):
        was, now = old["rules"].get(rule, {}), new["rules"].get(rule, {})
        for what in sorted({*was, *now}):
            if was.get(what) != now.get(what):
                yield Difference(
                    kind=RUN, converter=name, what=f"{rule}: {what}", before=was.get(what), after=now.get(what)
                )
    for what in ("sets", "choices", "complete", "not stored"):
        if old.get(what) != new.get(what):
            yield Difference(kind=RUN, converter=name, what=what, before=old.get(what), after=new.get(what))


def _of_trials(name: str, old: Any, new: Any) -> Iterator[Difference]:
    for key in sorted({*old["trials"], *new["trials"]}):
        was, now = old["trials"].get(key), new["trials"].get(key)
        if was is None or now is None:
            yield Difference(kind=LOST, converter=name, what=key, before=was is not None, after=now is not None)
            continue
        place = {side: old["values"].get(was.get(side)) for side in ("input", "output")}
        if "input" not in was:  # of a changed output: the pair that it was made from
            given, output = old["values"].get(key.partition(" ")[0], (None, None))
            place = {"input": given, "output": output}
        for what in ("failed call", "own faults", "expected", "essence", "flags"):
            if was[what] != now[what]:
                yield Difference(kind=TRIAL, converter=name, what=what, before=was[what], after=now[what], **place)
        for rule in sorted({*was["rules"], *now["rules"]}):
            said = [element["rules"].get(rule, "not reached") for element in (was, now)]
            if said[0] != said[1]:
                kind = MESSAGE if _without_messages(said[0]) == _without_messages(said[1]) else TRIAL
                yield Difference(kind=kind, converter=name, what=rule, before=said[0], after=said[1], **place)


def _without_messages(said: Any) -> Any:
    return sorted((utterance[:_MESSAGE] for utterance in said), key=repr) if isinstance(said, list) else said


def lines(compared: Compared, shown: int) -> Iterator[str]:
    """Yield a comparison in words: how much of each kind, then one example of each class of differences."""
    kinds = Counter(difference.kind for difference in compared.differences)
    before, after = compared.seconds
    yield (
        f"{compared.converters} converters, {compared.trials} trials: {kinds[RUN]} differences of runs, {kinds[TRIAL]} "
        f"of trials, {kinds[MESSAGE]} messages, {kinds[LOST]} trials in one only; checks {before:.1f} -> {after:.1f} s"
    )
    classes: dict[tuple[str, str, str, str], list[Difference]] = {}
    for difference in compared.differences:
        if difference.kind != LOST:
            classes.setdefault(
                (difference.kind, difference.what, _class(difference.before), _class(difference.after)), []
            ).append(difference)
    for (kind, what, _before, _after), own in sorted(classes.items(), key=lambda item: -len(item[1]))[:shown]:
        first = own[0]
        yield f"{kind}: {what}, {len(own)} times, first in {first.converter}"
        for word, value in (
            ("was", first.before),
            ("is", first.after),
            ("input", first.input),
            ("output", first.output),
        ):
            if value is not None:
                yield f"    {word:6} {str(value)[:600]}"
    if len(classes) > shown:
        yield f"({len(classes) - shown} more classes)"


def _class(said: Any) -> str:
    """Return what differences of one class have in common: the kinds of failures."""
    return (
        repr(sorted({utterance[0] for utterance in said}))
        if isinstance(said, list) and said and isinstance(said[0], list)
        else (said if isinstance(said, str) else type(said).__name__)
    )
