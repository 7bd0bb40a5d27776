"""Converters with bugs that were reported of real ones: in `BUGS` of each module, by the thread of the report."""
