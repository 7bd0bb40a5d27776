"""What everything stands on: JSON values, outcomes, errors, files, redaction."""
