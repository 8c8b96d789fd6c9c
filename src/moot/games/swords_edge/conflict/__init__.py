"""Conflicts: Momentum won and lost, seized, Actions and reactions, Stress, Dooms, and powers at work."""
