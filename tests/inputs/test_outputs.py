"""Generated outputs of a model."""

from conformance.inputs import draw

OPERATION = "responses-output-to-chat-message"


def test_no_two_calls_of_a_response_have_the_same_id() -> None:
    for output in draw(OPERATION, 200, 1):
        items = output["output"] if isinstance(output, dict) else output
        ids = [
            item["call_id"]
            for item in items
            if isinstance(item, dict)
            and item.get("call_id") not in (None, "", "call_x")
            and not str(item.get("type")).endswith("_output")
        ]
        assert len(ids) == len(set(ids))
