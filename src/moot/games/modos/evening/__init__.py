"""Between the conflicts: hero points, time that passes, tending."""
