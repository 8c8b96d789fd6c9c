"""The magic module: powers are cast, take hold, are kept up and resisted (MO-400 to MO-412)."""
