"""Making and growing characters: the eight steps, levels, sheets set right, gear, files."""
