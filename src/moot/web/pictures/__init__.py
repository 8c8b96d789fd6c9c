"""Where the parts of a picture stand: people on a track, a road of stretches, the rungs of a ladder.

Data in, places out, in units of the picture itself. `macros/pictures.html` prints them, `moot.css` says how they look;
nothing here computes a rule.
"""
