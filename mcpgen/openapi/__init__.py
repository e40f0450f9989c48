"""Documents in, one  out."""
