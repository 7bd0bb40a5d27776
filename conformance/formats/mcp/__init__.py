"""The Model Context Protocol: how its tools and the results of their calls are read and written."""
