"""Compares two subjects: the same inputs, and where their results differ."""
