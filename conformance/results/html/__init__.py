"""Pages of HTML: one run's report."""

from conformance.results.html.page import render
from conformance.results.html.wording import Wording, wording_of

__all__ = ["Wording", "render", "wording_of"]
