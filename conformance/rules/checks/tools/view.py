"""The view that checks of tool conversions share: entries paired with the tools they became."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import ClassVar

from conformance.apis.oracles.tools import strict_mode_takes
from conformance.base.values import ABSENT, JSON, Absent, packed, same
from conformance.formats.json_schema import Path, SchemaDifference, differences
from conformance.rules.alignment.alignment import EXACT, MAY, MUST, NEVER, Alignment, align
from conformance.rules.checks.findings import Failure, brief, input_at, output_at
from conformance.rules.checks.view import View
from conformance.rules.laws.offers import ToolPair

WITH_STRICT_MODE = ("openai-chat", "openai-responses")  # targets
MOST_SHOWN = 3  # tools of each side in a message
# The parameters of a function as a language writes them, or an object's address.
OF_CODE = re.compile(r"[(,]\s*\*{1,2}[A-Za-z_]\w*\s*[,):=]|\bat 0x[0-9a-fA-F]{4}")


class ToolsView(View):
    """One observation of a tool operation, read once for all its checks."""

    lost_of_large = "of a large input not every tool arrived"
    is_list: ClassVar[bool] = True
    defaults_go: ClassVar[bool] = False
    # Whether a document lists the keywords of a schema that arrive: no other one is owed, whatever the API says.
    rebuilds_schemas: ClassVar[bool] = False
    # The kinds of entries that have no schema, so that the converter makes one up.
    own_schemas: ClassVar[frozenset[str]] = frozenset()
    # Whether `schema_differences` passes nothing over but what `inherits_schema` says.
    tells_every_difference: ClassVar[bool] = True
    # The keys of a tool in the target's form that hold what the converter was given, and no more.
    target: ClassVar[str]

    # What an operation's own view says of its entries.

    def kind(self, entry: JSON) -> str:
        """Return the kind of an entry."""
        raise NotImplementedError

    def fate(self, entry: JSON) -> str:
        """Whether an entry MUST, MAY or NEVER arrives, under the subject's choices."""
        raise NotImplementedError

    def likeness(self, entry: JSON, output: JSON) -> int:
        """How surely an output came from an entry: 0 not at all, EXACT if they are the same."""
        raise NotImplementedError

    def key(self, tool: JSON) -> Hashable | None:
        """Return the name that distinguishes an entry or an output from others; None if it has none."""
        raise NotImplementedError

    def may_be_refused(self, entry: JSON) -> bool:
        """Whether a sound converter may fail on an entry, under some legal answers."""
        raise NotImplementedError

    def pair(self, entry: int, position: int) -> ToolPair | None:
        """Return the pair as function tools; None where the entry is none."""
        raise NotImplementedError

    # What follows from it.

    @cached_property
    def entries(self) -> list[JSON] | None:
        """The input's entries, as far as the transport can distinguish numbers; None for the wrong shape."""
        if not self.is_list:
            return [self.given]
        return self.given if isinstance(self.given, list) else None

    def entry(self, index: int) -> JSON:
        """Return an entry of the input."""
        return (self.entries or [])[index]

    def result(self, position: int) -> JSON:
        """Return a tool of the output."""
        return (self.outputs or [])[position]

    @property
    def unfit(self) -> bool:
        """Whether there is no list, or nothing in it that must arrive."""
        return self.entries is None or MUST not in self.fates

    @property
    def has_wrong_part(self) -> bool:
        """Whether there is no list, or an entry that never arrives."""
        return self.entries is None or NEVER in self.fates

    @property
    def may_fail(self) -> bool:
        """Whether an entry is one that the call may fail on."""
        return any(map(self.may_be_refused, self.entries or ()))

    @property
    def must_convert(self) -> bool:
        """Whether the call failed on an entry that must convert."""
        return any(map(self.entry_must_convert, self.failing_entries or ()))

    @property
    def failed_at(self) -> str:
        """The pointer of the first entry that must convert and on which the call failed."""
        failed = next((index for index in sorted(self.failing_entries or ()) if self.entry_must_convert(index)), None)
        return "/input" if failed is None else input_at(*self.entry_path(failed))

    def entry_must_convert(self, index: int) -> bool:
        """Whether no legal answer lets the call fail on an entry, nor does strict mode."""
        return self.fates[index] == MUST and not self._is_refused_as_strict(self.entry(index))

    def _is_refused_as_strict(self, entry: JSON) -> bool:
        """Whether an entry asks for strict mode, and the target's API refuses its schema in that mode."""
        held = (entry.get("function") or entry.get("definition")) if isinstance(entry, dict) else None
        if self.target not in WITH_STRICT_MODE or not isinstance(held, dict) or held.get("strict") is not True:
            return False
        return not strict_mode_takes(held.get("parameters"))

    @property
    def incomplete(self) -> bool:
        """Whether a tool that must arrive did not."""
        return self.alignment is None or bool(self.alignment.missing)

    def made_up(self) -> str | None:
        """Say what came of an input that is no list."""
        if self.entries is None and self.answered and self.output:
            return f"the input is no list, but something came of it: {brief(self.output)}"
        return None

    @cached_property
    def outputs(self) -> list[JSON] | None:
        """The output's tools; None where there is no output, or one of the wrong shape."""
        if not self.answered:
            return None
        if not self.is_list:
            return [] if self.output is None else [self.output]
        return self.output if isinstance(self.output, list) else None

    @cached_property
    def fates(self) -> tuple[str, ...]:
        """The fate of each entry."""
        return tuple(map(self.fate, self.entries or ()))

    @cached_property
    def alignment(self) -> Alignment | None:
        """Entries paired with outputs; None where there is nothing to pair."""
        if self.entries is None or self.outputs is None:
            return None
        if not self.is_list:
            paired = ((0, 0),) if self.outputs else ()
            missing = (0,) if not self.outputs and self.fates[0] == MUST else ()
            return Alignment(paired, missing, (), in_order=True)
        return align(self.entries, self.outputs, self.fates, self.likeness, self.key)

    @cached_property
    def outputs_data(self) -> tuple[bytes | None, ...]:
        """The bytes of each of `outputs`."""
        return tuple(map(packed, self.outputs or ()))

    @cached_property
    def failing_entries(self) -> frozenset[int] | None:
        """Positions of the entries on which the call fails; None where that cannot be known.

        Entries of short lists may have been asked alone. Otherwise suspicion falls on the only kind of entry that may
        fail, and where there is none, on all of the one kind there is.
        """
        if self.entries is None or not self.outcome.refusal:
            return frozenset()
        if not self.is_list:
            return frozenset({0})
        alone = self.trial.alone
        if alone is not None:
            if any(outcome.fault for outcome in alone):
                return None
            failed = {position for position, outcome in enumerate(alone) if outcome.refusal is not None}
            return frozenset(index for index in range(len(self.entries)) if self.position_of(index) in failed)
        suspects = [index for index, entry in enumerate(self.entries) if self.may_be_refused(entry)]
        suspects = suspects or list(range(len(self.entries)))
        return frozenset(suspects) if len({self.kinds[index] for index in suspects}) == 1 else None

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kind of each entry, in the operation's own words."""
        return tuple(map(self.kind, self.entries or ()))

    def entries_of(self, *kinds: str) -> list[int]:
        """Return the positions of entries of these kinds."""
        return [index for index, kind in enumerate(self.kinds) if kind in kinds]

    def converts_alone(self, index: int) -> bool:
        """Whether an entry of several is known to give a tool when it is alone: only its neighbours can lose it."""
        alone = self.trial.alone
        return bool(alone is not None and len(alone) > 1 and self.tools_in(alone[self.position_of(index)].output))

    def position_of(self, index: int) -> int:
        """Return the position in the input of what an entry is, or is part of."""
        return index

    def tools_in(self, output: JSON | Absent) -> JSON | Absent:
        """Return the part of an output that is the list of tools."""
        return output

    def shares_name(self, index: int) -> bool:
        """Whether another entry has the name of this one, so that either may have been lost to the other."""
        name = self._keys[index]
        return name is not None and self._key_counts[name] > 1

    @cached_property
    def _keys(self) -> tuple[Hashable | None, ...]:
        return tuple(map(self.key, self.entries or ()))

    @cached_property
    def _key_counts(self) -> Counter[Hashable | None]:
        return Counter(self._keys)

    @cached_property
    def arrived(self) -> dict[int, int]:
        """Entry position to output position."""
        return dict(self.alignment.pairs) if self.alignment else {}

    def essence(self) -> JSON:
        """Return the output without what the rules leave free: tools that may or may not arrive, and free keys.

        Two outputs that break no rule are compared by it.
        """
        if self.alignment is None or self.entries is None or self.outputs is None:
            return self.output
        tools = [
            self.bound(self.entries[entry], self.outputs[position])
            for entry, position in self.alignment.pairs
            if not self.is_free(entry)
        ]
        return [*tools, *(self.outputs[position] for position in self.alignment.unasked)]

    def is_free(self, index: int) -> bool:
        """Whether an entry may be left out and may arrive."""
        return self.fates[index] == MAY

    def bound(self, entry: JSON, output: JSON) -> JSON:
        """Return a tool of the output without keys that the rules leave free."""
        raise NotImplementedError

    @cached_property
    def pairs(self) -> tuple[ToolPair, ...]:
        """The function tools that arrived from entries that may, as far as it is certain which came from which."""
        return tuple(
            pair
            for entry, position in self.arrived.items()
            if self.fates[entry] != NEVER
            and entry not in self.uncertain
            and (pair := self.pair(entry, position)) is not None
        )

    @property
    def uncertain(self) -> frozenset[int]:
        """Positions of the entries that arrived under other names, or of which another tool may have come."""
        return self.alignment.uncertain if self.alignment else frozenset()

    def unrecognised(self) -> Iterator[Failure]:
        """Yield the failure of tools that had to keep their names and cannot be told apart without them."""
        known = self.entries or []
        entries = [
            index
            for index in sorted(self.uncertain)
            if self.fates[index] == MUST and self.key(known[index]) is not None
        ]
        if not entries:
            return
        positions = sorted(self.arrived[index] for index in entries)
        lost = ", ".join(brief(known[index]) for index in entries[:MOST_SHOWN])
        came = ", ".join(brief(self.result(position)) for position in positions[:MOST_SHOWN])
        message = (
            f"these {len(entries)} tools changed their names, and which is which is not certain: {lost}; got {came}"
        )
        yield Failure("names-changed", output_at(*self.position_path(positions[0])), message)

    @property
    def unasked(self) -> tuple[int, ...]:
        """Positions of the output's tools that come from no entry, not even from a missing one under another name."""
        return self.alignment.unasked[len(self.alignment.missing) :] if self.alignment else ()

    @cached_property
    def schema_pairs(self) -> tuple[ToolPair, ...]:
        """The function tools that have a schema on both sides."""
        return tuple(pair for pair in self.pairs if pair.source_schema is not ABSENT and pair.schema is not ABSENT)

    @cached_property
    def changed(self) -> frozenset[int]:
        """Positions of the output's tools whose schemas are not what they should have become."""
        return frozenset(pair.position for pair, _difference in self.schema_differences)

    def inherits_schema(self, pair: ToolPair) -> bool:
        """Whether a tool's schemas, if it has two, are known to be one but for defaults and an empty `properties` more.

        Keywords named `default` are gone from schema positions, and keys of that name from under keywords that no
        draft knows.
        """
        return self.tells_every_difference and pair.position not in self.changed

    @cached_property
    def schema_differences(self) -> tuple[tuple[ToolPair, SchemaDifference], ...]:
        """How the schemas that arrived differ from what they should have become."""
        return tuple(
            (pair, difference)
            for pair in self.schema_pairs
            if not self._as_owed(pair)
            for difference in self._differences(pair)
        )

    def moved_numbers(self, pair: ToolPair) -> Iterator[SchemaDifference]:
        """Yield where a number of a schema arrived otherwise at another place, which is none of the differences."""
        return iter(())

    def _differences(self, pair: ToolPair) -> Iterator[SchemaDifference]:
        for difference in differences(pair.source_schema, pair.schema, defaults_go=self.defaults_go):
            if difference.path != ("properties",) or not self.adds_properties(pair):
                yield difference

    def adds_properties(self, pair: ToolPair) -> bool:
        """Whether the choice missing-properties explains an empty `properties` at this root."""
        return (
            lacks_properties(pair.source_schema)
            and isinstance(pair.schema, dict)
            and pair.schema.get("properties") == {}
            and self.trial.choices.get("missing-properties", "add") == "add"
        )

    def _as_owed(self, pair: ToolPair) -> bool:
        return not self.defaults_go and same_in_order(pair.source_schema, pair.schema)

    def at(self, pair: ToolPair, *path: str | int) -> Path:
        """Return the path of a place in a tool of the output; `path` starts at its body, `parameters` is the schema."""
        return (*self.position_path(pair.position), *pair.body_path, *pair.named(path))

    def position_path(self, position: int) -> Path:
        """Return the path of an output tool."""
        return (position,) if self.is_list else ()

    def entry_path(self, entry: int) -> Path:
        """Return the path of an input entry."""
        return (entry,) if self.is_list else ()

    def may_rename(self, path: Path, name: str) -> bool:
        """Whether a property of the schema at a path may get another name, because the target's API refuses its own."""
        return False

    @property
    def keeps_formats(self) -> bool:
        """Whether every `format` of a schema must arrive."""
        return True

    def is_placeholder(self, text: JSON) -> bool:
        """Whether a text is a phrase of the converter's own, for a tool that says nothing of itself.

        What a language says of the converter's own functions or objects is none: it describes another tool.
        """
        said = (entry.get("description") for entry in self.entries or () if isinstance(entry, dict))
        if not isinstance(text, str) or any(text == value for value in said):
            return False
        return len(text.split()) > 1 and OF_CODE.search(text) is None

    def lacks_addition(self, pair: ToolPair) -> bool:
        """Whether missing-properties is `add`, and this root has none all the same."""
        return (
            self.trial.choices.get("missing-properties") == "add"
            and lacks_properties(pair.source_schema)
            and isinstance(pair.schema, dict)
            and "properties" not in pair.schema
        )

    def texts(self, pair: ToolPair) -> Iterator[tuple[str, JSON, JSON]]:
        """Yield (key, source, result) of the texts outside the schema."""
        body = pair.body if isinstance(pair.body, dict) else {}
        for key, source in (("name", pair.source_name), ("description", pair.source_description)):
            if isinstance(source, str) and isinstance(body.get(key), str):
                yield key, source, body[key]


def property_names(schema: JSON) -> list[str]:
    """Return the names of a schema's properties, which distinguish most schemas."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return list(properties) if isinstance(properties, dict) else []


def alike_with(*points: tuple[bool, int]) -> int:
    """Add up the likeness of two tools of one name from what else they have in common."""
    return min(EXACT, 3 + sum(worth for fits, worth in points if fits))


def same_in_order(value: JSON, other: JSON) -> bool:
    """Whether two values are the same, their key order too."""
    data = packed(value)
    return data is not None and data == packed(other)


def lacks_properties(schema: JSON | Absent) -> bool:
    """Whether a schema is an object schema whose root has no `properties`; null counts as none."""
    return isinstance(schema, dict) and schema.get("type") == "object" and schema.get("properties") is None


def same_outcome_value(value: JSON | Absent, other: JSON | Absent) -> bool:
    """Whether two outputs are the same value, or are both absent."""
    if isinstance(value, Absent) or isinstance(other, Absent):
        return value is other
    return same(value, other)
