"""Adventures as graphs: places, the ways between them, and where the party is (MO-X603)."""
