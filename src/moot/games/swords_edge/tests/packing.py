"""Tables with packs of a GM's own, for tests."""

from __future__ import annotations

from moot.games.swords_edge.tests.sitting import Sitting
from moot.games.swords_edge.user_packs.loading import LoadPack

MODULE = """
id = "the-city"
title = "The city"
[[nc]]
id = "guard"
name = "Guard"
type = "minion"
rank = "poor"
[[scene]]
id = "bridge"
title = "The bridge"
[[scene.fight]]
cast = [{ nc = "guard", count = 2 }]
[[scene.fight]]
cast = [{ nc = "guard", count = 3 }]
[[module]]
id = "siege"
title = "The siege"
premise = "They come at dawn."
scene = ["bridge"]
[[campaign]]
id = "war"
title = "The war"
goal = "Peace"
[[campaign.part]]
id = "one"
title = "The siege"
adventure = "siege"
leads_to = ["two"]
[[campaign.part]]
id = "two"
title = "After it"
"""
"""A pack in which a campaign has an adventure, and that a scene."""


def desk(*players: str) -> Sitting:
    """A GM before the first session."""
    return Sitting(*(players or ("Ann",)))


def loaded(text: str = "") -> Sitting:
    """A table with a pack on its shelf."""
    table = desk("Ann", "Ben")
    table.do("Gil", "load-pack", text=text or LoadPack.example())
    return table


def choices(table: Sitting, who: str, do: str) -> dict[str, str]:
    """What somebody may take ready-made: labels by key."""
    return {
        choice.value: choice.label
        for offer in table.offers(who, do)
        for field in offer.fields
        for choice in getattr(field, "choices", ())
    }
