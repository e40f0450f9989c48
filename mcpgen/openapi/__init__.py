"""Documents in, one `Api` out."""
