"""An  in, a  out."""
