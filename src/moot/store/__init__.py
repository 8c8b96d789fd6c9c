"""The log behind the tables."""
