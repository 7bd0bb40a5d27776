"""What people start: the command line, the plugin of pytest, the demonstration server."""
