"""Moot: role-playing games of conflict, negotiation and consequence, played, run and studied."""

__version__ = "0.3.0"
