"""Anthropic's Messages API: how its requests, answers and events are read and written."""
