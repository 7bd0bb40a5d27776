"""What becomes of tools and of their schemas, for all operations that convert tools."""
