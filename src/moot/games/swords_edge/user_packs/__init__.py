"""A GM's own packs: read, checked, laid beside the printed ones, and written out again."""
