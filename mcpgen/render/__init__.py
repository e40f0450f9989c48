"""A  in, project files out; pure."""
