"""What the papers of the registry print."""
