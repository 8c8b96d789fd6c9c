"""The notebook of the person who runs a game: what is prepared, what packs hold, and both as text.

A *pack* is what people write: a file of entries that name each other by ids (`packs`). It is read from TOML, where
every fault is named with its line (`reading`, `places`, `checks`), or a piece of it from headed plain text that takes
anything (`outline`). A *paper* is a piece of a pack taken in at a table, tied to what is there (`papers`);
several people of one kind are one entry of a pack and one by one at a table (`squads`). `keeping` and `shelf` have the
commands and events of papers and packs, `documents` the files to take along. A game declares its kinds of entries as
structs, and what its rules ask of them as functions.
"""
