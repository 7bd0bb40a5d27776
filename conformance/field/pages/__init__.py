"""The site of a survey of real libraries: the board, its data, badges and a feed."""

from conformance.field.pages.about import known_of
from conformance.field.pages.write import write_site

__all__ = ["known_of", "write_site"]
