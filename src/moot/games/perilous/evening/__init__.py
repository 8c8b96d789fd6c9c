"""Corruption, what it turns into at a session's end, Disorders, Reputation and what it buys, the stable."""
