"""Opponents and others as data: sheets, traps, quick builds, what they do in a fight, and how two sides compare."""
