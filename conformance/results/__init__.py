"""What a run found, as documents and pages."""
