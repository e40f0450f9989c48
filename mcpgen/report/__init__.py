"""Plans and problems as text and JSON."""
