"""What many games need and no game owns: a module for each subject. Imports the core; games import it by module."""
