"""What is said in a conversation, asked for in a request and answered, without a wire name of any format."""
