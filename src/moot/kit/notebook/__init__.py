"""The notebook of whoever runs a game: what is prepared, what packs hold, and both as text.

A *pack* is what people write: a file of entries that name each other by ids (`packs`). It is read from TOML, where
every fault is named with its line (`reading`, `places`, `checks`), or a piece of it from headed plain text that takes
anything (`outline`). A *paper* is a piece of a pack taken in at a table, tied to what is there (`papers`); what several
of one kind are called, and that they are one entry, is in `squads`. A game declares its kinds of entries as structs,
and what the rules ask of them as functions.
"""
