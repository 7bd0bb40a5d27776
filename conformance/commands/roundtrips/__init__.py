"""Whole conversations with tools, recorded once and replayed offline: what a subject's own operations send and read."""
