"""The site of a survey of real libraries."""

from conformance.reports.field.about import About, about_of
from conformance.reports.field.write import write_site

__all__ = ["About", "about_of", "write_site"]
