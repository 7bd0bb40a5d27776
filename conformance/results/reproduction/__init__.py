"""Scripts that show a defect of a report without the suite, and whether what they print is that defect."""
