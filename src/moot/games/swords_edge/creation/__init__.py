"""Making characters: six Ranks to spend, and a legality check that says what is over and what is left."""
