"""What an API's published types say now, against what is pinned: what changed, and whom it touches."""
