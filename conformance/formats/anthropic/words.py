"""The words of Anthropic Messages, and what they mean in the model."""

from __future__ import annotations

from typing import Final, NamedTuple

from conformance.formats.model import answer as ends
from conformance.formats.model.conversation import BLOCKS, CHARACTERS, MODEL, PAGES, SYSTEM, USER
from conformance.formats.model.request import AUTO, NONE, REQUIRED
from conformance.formats.settings import SettingPlace

FORMAT: Final = "anthropic"
SPEAKERS: Final = {"system": SYSTEM, "user": USER, "assistant": MODEL}
ENDS: Final = {
    "end_turn": ends.DONE,
    "tool_use": ends.ASKS,
    "stop_sequence": ends.SEQUENCE,
    "max_tokens": ends.LENGTH,
    "model_context_window_exceeded": ends.LENGTH,
    "refusal": ends.REFUSED,
    "pause_turn": ends.PAUSE,
    "compaction": ends.PAUSE,
}
MODES: Final = {"auto": AUTO, "any": REQUIRED, "none": NONE}


class Cited(NamedTuple):
    """How a kind of citation is written: what it cites, how places in it are counted, and its members."""

    kind: str
    unit: str | None
    start: str
    end: str

    @property
    def members(self) -> dict[str, str]:
        """The member of each value of a source."""
        return {
            "url": "source" if self.kind == "search" else "url",
            "title": "document_title" if self.kind == "document" else "title",
            "file_id": "file_id",
            "number": "search_result_index" if self.kind == "search" else "document_index",
            "quoted": "cited_text",
        }


CITED: Final = {
    "web_search_result_location": Cited("web", None, "", ""),
    "char_location": Cited("document", CHARACTERS, "start_char_index", "end_char_index"),
    "page_location": Cited("document", PAGES, "start_page_number", "end_page_number"),
    "content_block_location": Cited("document", BLOCKS, "start_block_index", "end_block_index"),
    "search_result_location": Cited("search", BLOCKS, "start_block_index", "end_block_index"),
}


def _opposite(value: bool) -> bool:
    return not value


SETTINGS: Final = (
    *(
        SettingPlace(name=name, at=(name,))
        for name in ("model", "temperature", "top_p", "top_k", "stream", "container")
    ),
    SettingPlace(name="limit", at=("max_tokens",)),
    SettingPlace(name="stop", at=("stop_sequences",), only=(list,)),
    SettingPlace(name="user", at=("metadata", "user_id")),
    SettingPlace(name="tier", at=("service_tier",)),
    SettingPlace(name="effort", at=("output_config", "effort")),
    SettingPlace(name="thinking", at=("thinking", "type")),
    SettingPlace(name="thinking_budget", at=("thinking", "budget_tokens")),
    SettingPlace(name="thoughts", at=("thinking", "display")),
    SettingPlace(
        name="parallel", at=("tool_choice", "disable_parallel_tool_use"), to=_opposite, back=_opposite, only=(bool,)
    ),
    SettingPlace(name="servers", at=("mcp_servers",)),
    SettingPlace(name="editing", at=("context_management",)),
)
