"""The scoreboard: many reports on one page, with a badge for each subject."""

from conformance.field.scoreboard.runs import ReportedRun, SubjectRuns, run_of, standings
from conformance.field.scoreboard.write import file_name, write_scoreboard

__all__ = ["ReportedRun", "SubjectRuns", "file_name", "run_of", "standings", "write_scoreboard"]
