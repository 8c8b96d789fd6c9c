"""A GM's own packs: read, checked, laid on the shelf beside the printed ones, and written out again."""
