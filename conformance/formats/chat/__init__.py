"""Chat Completions: how its requests, messages, answers and chunks are read and written."""
