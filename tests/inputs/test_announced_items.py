"""Items of a stream, as they are announced: what events bring is not there yet."""

from __future__ import annotations

from conformance.apis.input_validity.streams import _WHOLES
from conformance.inputs.examples import draw

STREAM = "responses-stream-to-tool-calls"


def test_an_announced_item_holds_nothing_that_its_events_bring() -> None:
    """pydantic-ai 2.68 expects the arguments of a hosted MCP call from the events alone, as the API sends them."""
    announced = 0
    for seed in range(1, 3):
        for stream in draw(STREAM, 100, seed):
            events = [event for event in stream if isinstance(event, dict)] if isinstance(stream, list) else []
            added = {
                event["item"].get("id"): event["item"]
                for event in events
                if event.get("type") == "response.output_item.added" and isinstance(event.get("item"), dict)
            }
            for event in events:
                stem = str(event.get("type")).removesuffix(".delta")
                item = added.get(event.get("item_id"))
                if item is not None and stem in _WHOLES and item.get("type") == "mcp_call":
                    announced += 1
                    assert item[_WHOLES[stem]] == ""
    assert announced > 0
