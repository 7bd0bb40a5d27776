"""What of Gemini's types the reader leaves beside the facts: it stays as it is, and no other format is told it."""

from __future__ import annotations

from typing import Final

# By "TYPE.MEMBER" of the SDK, or "TYPE" where a member may be of several; the first one that fits counts.
UNREAD: Final = {
    "GenerateContentResponse.sdk_http_response": "the SDK's own: it is not sent",
    "GenerateContentResponse.automatic_function_calling_history": "the SDK's own: it is not sent",
    "GenerateContentResponse.parsed": "the SDK's own: it is not sent",
    "GenerateContentResponse.model_status": "whether the host will retire the model",
    "Tool.*": "a tool of the host, under its own word",
    "ToolConfig.*": "a setting of a tool of the host",
    "FunctionCallingConfig.stream_function_call_arguments": "how arguments are streamed, not what they are",
    "FunctionDeclaration.behavior": "whether the host waits for a result: of its live API",
    "FunctionDeclaration.response*": "no other format says what a function returns",
    "FunctionResponse.scheduling": "when the host reads a result: of its live API",
    "FunctionResponse.will_continue": "of its live API",
    "FunctionCall.partial_args": "joined by the reader of streams; a whole answer has none",
    "FunctionCall.will_continue": "whether more of a call is to come: the reader of streams looks at it",
    "Part.executable_code": "a step of a tool that the host runs",
    "Part.code_execution_result": "a step of a tool that the host runs",
    "Part.tool_call": "a step of a tool that the host runs",
    "Part.tool_response": "a step of a tool that the host runs",
    "*Part.video_metadata": "which part of a film is looked at",
    "*Part.media_processing": "how the host looks at media",
    "*Part.*_metadata": "what the host found out about media",
    "Part.audio_transcription": "what the host heard, of its live API",
    "*MediaResolution.num_tokens": "how closely media are looked at, as a number: its word is read",
    "GenerationConfig.response_format": "a later place of an answer's form, of Vertex alone: no recording has it",
    "GenerationConfig.*": "a setting of the host alone",
    "Request.*": "a setting of the host alone",
    "*.safety_ratings": "how sure the filter is",
    "Candidate.continuation_token": "where the host would go on",
    "Candidate.token_count": "usage has it",
    "*ogprob*": "a sum or a mean of what each token has",
    "Candidate.url_context_metadata": "what the host's tool fetched",
    "Citation.*": "the licence and the date of what is recited",
    "GroundingChunk*.*": "further names of a source",
    "GroundingSupport.*": "how sure the host is, and how it rendered the answer",
    "Segment.text": "the text at the place that is read",
    "GroundingMetadata.*": "what was searched for, and how the host shows it",
    "*UsageMetadata.*_tokens_details": "counts by modality: their sum is read",
    "*UsageMetadata.traffic_type": "which service: billing",
}
