"""The account of losses: what becomes of each field of an input. It judges nothing."""
