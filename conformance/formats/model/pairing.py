"""Which result answers which call, in any format."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.formats.model.conversation import Call, Conversation, Result


def calls_and_results(conversation: Conversation) -> Iterator[tuple[Call | None, Result | None]]:
    """Yield pairs: by id where both have one, else the first open call of the name, else the first open call."""
    open_: list[Call] = []
    for turn in conversation.turns:
        for said in turn.says:
            if isinstance(said, Call):
                open_.append(said)
            elif isinstance(said, Result):
                found = next((one for one in open_ if said.id is not None and one.id == said.id), None)
                if found is None:
                    loose = [one for one in open_ if said.id is None or one.id is None]
                    found = next((one for one in loose if said.name and one.name == said.name), None)
                if found is not None:
                    open_.remove(found)
                yield found, said
    for call in open_:
        yield call, None
