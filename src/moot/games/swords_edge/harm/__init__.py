"""What happens to people: harm and Stress, and what a natural 2 or 20 brings."""
