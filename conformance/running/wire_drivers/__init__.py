"""Drivers for `certify --wire`: each leads conversations through one SDK. They import nothing of the suite."""
