"""Serves any subject over HTTP, by the subject protocol."""
