"""Listeners of a run: what people and machines read afterwards."""
