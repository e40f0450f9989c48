"""An `Api` in, a `ToolPlan` out."""
