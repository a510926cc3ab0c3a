"""Bodies of the papers of impoundment."""
