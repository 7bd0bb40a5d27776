"""Pages of HTML: one run's report."""

from conformance.results.html.page import render
from conformance.results.html.wording import RuleWording, wording_of

__all__ = ["RuleWording", "render", "wording_of"]
