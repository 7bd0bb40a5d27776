"""The rules of a subject that is an HTTP service: how it answers, not what it converts."""
