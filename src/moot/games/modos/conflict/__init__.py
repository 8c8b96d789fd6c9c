"""Extended conflicts: rounds, turns, beats, and what people do in them."""
