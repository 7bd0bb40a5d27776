"""What of Anthropic's types the reader leaves beside the facts: it stays as it is, and no other format is told it."""

from __future__ import annotations

from typing import Final

# By "TYPE.MEMBER" of the SDK, or "TYPE" where a member may be of several; the first one that fits counts.
UNREAD: Final = {
    "ToolUseBlock*.toolset_name": "which of the host's toolsets a name is of: its calls are the client's all the same",
    "ToolResultBlockParam.toolset_name": "as its call says it",
    "ServerToolUseBlock*": "a step of a tool that the host runs",
    "*ToolResultBlock*": "a step of a tool that the host runs",
    "*Caller*": "whether the model or its code called: the call is the same",
    "ToolReferenceBlockParam": "which tool the host is to load",
    "BrowserStateBlockParam": "the tabs of a browser, for a tool of the host's making",
    "ImageBlockParam.transformations": "how the host scales an image",
    "Citation*WebSearchResultLocation*.encrypted_index": "what only the host can read",
    "ToolParam.allowed_callers": "whether the host's code may call it",
    "ToolParam.eager_input_streaming": "how arguments are streamed, not what they are",
    "ToolParam.input_examples": "no other format has a place for them",
    "*Tool*Param.*": "a setting of a tool of the host",
    "*.inference_geo": "where the host computes: billing",
    "*.speed": "which service: billing",
    "MessageCreateParams*.user_profile_id": "whom the host bills",
    "MessageCreateParams*.workspace_id": "whom the host bills",
    "*.diagnostics": "why a cache was missed",
    "Message.container": "where the host's code ran",
    "Delta.container": "where the host's code ran",
    "RefusalStopDetails.category": "the host's own list of reasons",
    "Usage.cache_creation": "the tokens of a cache by how long it lasts: their sum is read",
    "*Usage.server_tool_use": "how often the host's tools ran: billing",
    "Raw*Event.type": "which event it is",
    "Raw*Event.index": "which block it is of",
    "*Delta.type": "what it adds to",
}
