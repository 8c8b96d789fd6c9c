"""The Tests of a conflict and of Recovery: their kinds, and how one is made, rolled, thrown again and settled.

Commands that make them stand with their topics in `conflict` and `session`, which import this and are not imported.
"""
