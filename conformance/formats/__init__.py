"""Reads the wire formats of both APIs into facts. A new field of an API is read here, and nowhere else.

`reference/` and `oracles/` do not use this package: they are independent readings, against which the suite is checked.
"""
