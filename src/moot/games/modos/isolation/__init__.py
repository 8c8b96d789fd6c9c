"""Isolation: a small crew, a huge ship, a hostile alien. It exists where house rules bring a ship (MO-X601)."""
