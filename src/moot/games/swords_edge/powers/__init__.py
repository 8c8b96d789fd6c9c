"""SFX Qualities, where they have rules of their own: an opponent each, with four components."""
