"""Minds: who is aware of whom, and what people are made to believe."""
