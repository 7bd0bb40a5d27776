"""What rules assert: pure functions of what was observed, joined to rules by the check's name."""
