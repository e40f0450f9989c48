"""Files, the user's folder and the lock in; changes on disk out."""
