"""Overland travel and journeys through the wilds (GP-OVER, GP-WILD)."""
