"""Inputs that are set aside: where the suite contradicts itself on one, its rule is judged by the other inputs alone.

A fault of the suite costs an input of a rule, not the run. Each is counted, and every report has their share. So many
that the verdict would rest on too little make the run incomplete: more than one, and more than 1 in `MOST_SET_ASIDE`.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from conformance.base.values import JSON, packed
from conformance.running.engine.options import Options
from conformance.running.engine.own_fault import OwnFault
from conformance.running.engine.result import SetAside


@dataclass(slots=True)
class _Same:
    """The same fault of one rule. inputs: the numbers of the inputs of the run that it was found on."""

    first: OwnFault
    inputs: set[int] = field(default_factory=set)


class InputsSetAside:
    """The faults of the suite that one run came upon, by operation, rule and kind."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], _Same] = {}
        # By operation and rule, the inputs that reached the rule before they were set aside.
        self._reached: dict[tuple[str, str], set[int]] = {}

    def note(self, fault: OwnFault) -> None:
        """Note a fault, on whatever input: one of the run, or one that the suite made of it."""
        self._found.setdefault((fault.operation, fault.rule, fault.kind), _Same(fault))

    def take(self, fault: OwnFault, *, reached: bool) -> None:
        """Set an input of the run aside. reached: whether the rule counts it among those that it was judged by."""
        self.note(fault)
        number = number_of(fault.input)
        self._found[fault.operation, fault.rule, fault.kind].inputs.add(number)
        if reached:
            self._reached.setdefault((fault.operation, fault.rule), set()).add(number)

    def reached(self, operation: str, rule: str) -> Set[int]:
        """Return the numbers of the inputs that reached a rule and do not count for it."""
        return self._reached.get((operation, rule), set())

    def first(self, operation: str, rule: str) -> OwnFault | None:
        """Return the first fault of a rule on an input of the run; None where there is none."""
        own = (same.first for key, same in self._found.items() if key[:2] == (operation, rule) and same.inputs)
        return next(own, None)

    def inputs(self) -> dict[str, int]:
        """Return, by operation, how many different inputs of the run were set aside for a rule."""
        numbers: dict[str, set[int]] = {}
        for (operation, _rule, _kind), same in self._found.items():
            numbers.setdefault(operation, set()).update(same.inputs)
        return {operation: len(own) for operation, own in numbers.items() if own}

    def results(self, options: Options) -> Iterator[SetAside]:
        """Yield what a report says of each fault. An input that is not written has no command of its own."""
        files: dict[str, int] = {}
        for (operation, rule, kind), same in self._found.items():
            name = f"{operation}.{rule}.set-aside"
            files[name] = files.get(name, 0) + 1
            file = f"{name}{f'.{files[name]}' if files[name] > 1 else ''}.json" if options.evidence_folder else None
            again = f"--input {options.evidence_folder}/{file}" if file is not None else options.again
            yield SetAside(
                operation=operation,
                rule=rule,
                reason=kind,
                message=str(same.first),
                inputs=len(same.inputs),
                input=same.first.input,
                input_file=file,
                reproduce=f"{options.reproduce} --operation {operation} --rule {rule} {again}".rstrip(),
            )


def number_of(input: JSON) -> int:
    """Return a number that is equal for equal inputs."""
    data = packed(input)
    return hash(data) if data is not None else id(input)
