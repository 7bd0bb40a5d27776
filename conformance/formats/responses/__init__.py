"""The Responses API: how its requests, items, responses and events are read and written."""
