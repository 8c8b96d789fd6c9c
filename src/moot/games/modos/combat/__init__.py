"""The combat module: movement, blows, harm, recovery (MO-300 to MO-320)."""
