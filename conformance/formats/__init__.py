"""Reads and writes the wire formats: a folder each, and the model into which they are read.

Imports `base` alone. A new member of an API is read here, and nowhere else. Begin with `model/` (requests, answers,
conversations without wire names), then `chat/read.py` and `chat/write.py`; `FORMAT/form.py` says what a format can
carry. `operations.py` declares each conversion: its source, its target, its checks. `json_schema.py` compares schemas.

`reference/` and `apis/oracles/` do not use this package: they are independent readings, against which the suite is
checked.
"""
