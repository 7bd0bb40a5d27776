"""Pages of HTML: one run's report."""

from conformance.reports.html.page import render
from conformance.reports.html.wording import Wording, wording_of

__all__ = ["Wording", "render", "wording_of"]
