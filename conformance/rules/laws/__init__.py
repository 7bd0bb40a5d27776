"""The laws of conversions: what must hold between what was read from an input and what was read from the output."""
