"""responses-stream-to-chat-stream: what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import ResponseError, responses_stream_to_chat_stream


@pytest.mark.parametrize("given", [None, {}, [None], ["text"]])
def test_what_is_no_list_of_events_is_refused(given: Any) -> None:
    with pytest.raises(ResponseError):
        responses_stream_to_chat_stream(given)
