"""NCs: built in seconds or taken from print, brought on stage, grouped, and turned into target numbers."""
