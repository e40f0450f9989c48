"""Commands: arguments, printing and exit codes; no decisions."""
