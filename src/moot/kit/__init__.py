"""The kit: what many games need, a module for each subject. It imports the core; games import it by module."""
