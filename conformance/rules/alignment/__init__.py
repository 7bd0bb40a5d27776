"""Which of the things that arrived came from which of those that were expected."""
