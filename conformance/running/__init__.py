"""A run: subjects, the engine, and what asks them."""
