"""What the real APIs accept, answer and send."""
