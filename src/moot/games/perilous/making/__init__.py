"""Making people: the players' characters, the guide's people, and what is set right on a sheet afterwards."""
