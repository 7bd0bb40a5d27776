"""Lints real tools before anyone sends them: recognised by their form, judged by what the target's API accepts."""

from conformance.commands.tool_check.forms import Recognised, holds_tools, recognise
from conformance.commands.tool_check.judged import JudgedTools, ToolFinding, judge

__all__ = ["JudgedTools", "Recognised", "ToolFinding", "holds_tools", "judge", "recognise"]
