"""A `ToolPlan` in, project files out; pure."""
