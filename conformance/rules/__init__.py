"""What is required: contracts, laws, checks."""
