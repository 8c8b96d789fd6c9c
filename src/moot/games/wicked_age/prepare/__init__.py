"""Before a chapter is played: the oracle, the list of characters, sheets, strengths, best interests."""
