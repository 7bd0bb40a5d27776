"""What an operation allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from conformance.base.values import JSON, same
from conformance.formats.model.talk import FlatItem


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What an operation allows, and what messages call its two sides.

    lost: kinds of facts that a report may replace, each with the words of one of which it has one; without words any
    report will do. choices: the subject's answers; an unknown one is absent, and then every legal answer is accepted.
    join: the choice that says what is between texts; None where nothing may be. carriers: by the form of a call, the
    types that it may have in the target, where that is not its own kind; none: any. blanks: whether empty arguments may
    become an empty object. counter: ids that only count, for which the item's own may stand. placeholder: a text that
    says that there is none. in_object: whether an answer in an object may have been overlooked as a whole.
    owes_all: whether texts of a malformed source must arrive too, and what goes with an empty text.
    may_explain: whether other words may be beside a refusal in the text. by_own_id: whether only what waits for the
    client may become a call, under its own id. flat: whether the target has no groups of tools. ends_with_calls:
    whether the target has a word of its own for the end of an answer that calls. says_the_same: whether what came for a
    member of a call says the same in another form. images: the types of images that the target takes in a result.
    is_like: whether a JSON value that came for another is that value, perhaps written otherwise. lacks: whether the
    target has no place of its own for a kind of fact. own_tiers: whether source and target have words of their own for
    who serves an answer. demands: the settings without which the target takes no request. most: the largest value that
    the target takes of a setting; of a list, how many. least: the smallest one.
    unsaid_strict: whether the target reads a function without strict as strict; was_strict: whether the source does.
    takes_strict: whether it can be strict with a schema as it is. in_items: whether the order of what the model says
    and calls is said: in the target of a request, and in both formats of an answer. own_call_ids: whether the target
    refuses an id that two calls of an answer have. takes_id: whether it takes the id of a call in a history.
    one_host: whether both formats are of one host: words of settings, ids of files and kinds of tools mean the same.
    may_go: the settings that a report may replace, although the target has a place for them. in_address: those that the
    target's API has in the address, so that its requests may be without them. of_models: what may be before the name of
    a model, which is the same one without.
    """

    lost: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    join: str | None = None
    carriers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    blanks: bool = False
    counter: str | None = None
    placeholder: str | None = None
    in_object: bool = False
    owes_all: bool = False
    may_explain: bool = False
    by_own_id: bool = False
    flat: bool = False
    ends_with_calls: bool = False
    says_the_same: Callable[[FlatItem, str, JSON], bool] = lambda _call, _member, _value: False
    images: frozenset[str] = frozenset()
    is_like: Callable[[JSON, JSON], bool] = same
    lacks: Callable[[str], bool] = lambda _kind: False
    own_tiers: bool = False
    demands: frozenset[str] = frozenset()
    most: Mapping[str, float] = field(default_factory=dict)
    least: Mapping[str, float] = field(default_factory=dict)
    unsaid_strict: bool = False
    was_strict: bool = False
    takes_strict: Callable[[JSON], bool] = lambda _schema: False
    in_items: bool = False
    own_call_ids: bool = False
    takes_id: Callable[[str], bool] = lambda _id: True
    one_host: bool = False
    may_go: frozenset[str] = frozenset()
    in_address: frozenset[str] = frozenset()
    of_models: str = ""
    source: str = "source"
    target: str = "result"

    def allows(self, choice: str, *answers: str) -> bool:
        """Whether one of some answers to a choice is the subject's, or may be."""
        own = self.choices.get(choice)
        return own is None or own in answers
