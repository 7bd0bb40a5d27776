"""The survey of real libraries: which version of which library preserves what, and since when."""
