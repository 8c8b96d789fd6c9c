"""A chapter's end, the chapters after it, and what the GM may put right at any time."""
