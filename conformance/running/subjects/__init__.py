"""Reaching an implementation: a function in this process, a Python child, any process."""
