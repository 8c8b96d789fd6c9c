"""Madness: Stress, Fear and Terror, and what they cost (GP-MAD-01 to GP-MAD-07)."""
