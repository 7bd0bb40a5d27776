"""The site of a survey of real libraries."""

from conformance.field.pages.about import About, about_of
from conformance.field.pages.write import write_site

__all__ = ["About", "about_of", "write_site"]
