"""Sessions and scenes, Luck, Weaknesses and Pivots, Advancements and Recovery: everything around the dice of a
conflict."""
