"""Holds the suite against its own banks: defects it must convict, and sound variants it must not accuse."""
