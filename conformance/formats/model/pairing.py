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
                found = next((call for call in open_ if said.id is not None and call.id == said.id), None)
                if found is None:
                    loose = [call for call in open_ if said.id is None or call.id is None]
                    found = next((call for call in loose if said.name and call.name == said.name), None)
                if found is not None:
                    open_.remove(found)
                yield found, said
    for call in open_:
        yield call, None
