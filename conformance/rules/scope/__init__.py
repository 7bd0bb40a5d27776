"""What a subject can say that it does not have: features of inputs, and of results."""
