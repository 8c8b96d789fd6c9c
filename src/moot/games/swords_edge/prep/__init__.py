"""Preparation, from a premise to a campaign: written, taken from print, brought in as text, and run from."""
