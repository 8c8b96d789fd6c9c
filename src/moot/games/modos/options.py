"""The options of a table (options.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

import msgspec

from moot.games.modos.vocabulary import Module, standing

SWITCHED: Final[Mapping[Module, str]] = {
    "core": "The core", "character": "Character", "extended": "Extended conflict", "combat": "Combat", "magic": "Magic",
}
"""The modules of which each is a switch, and what people call them."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The switches of a table, as options.toml describes them."""

    healing: Literal["usual", "quick"] = "usual"
    healer: Literal["die", "points"] = "die"
    hero_points_per_roll: Literal["one", "any"] = "one"
    hero_surplus: Literal["spend_or_lose", "never"] = "spend_or_lose"
    villain_points: Literal["level", "one", "none"] = "level"
    core: Literal["true", "false"] = "true"
    character: Literal["true", "false"] = "true"
    extended: Literal["true", "false"] = "true"
    combat: Literal["true", "false"] = "true"
    magic: Literal["true", "false"] = "true"
    house_powers: Literal["false", "true"] = "false"
    reaction_order: Literal["by_effect", "always_together"] = "by_effect"
    tie: Literal["reroll", "neutral", "ask"] = "reroll"
    bonus_score: Literal["current", "unmodified"] = "current"
    mounted_flanker: Literal["short", "close"] = "short"
    protection: Literal["best", "all_rolled"] = "best"
    stun_with_powers: Literal["no", "yes"] = "no"
    health_told: Literal["told", "hinted", "secret"] = "told"
    start_level: Literal["1", "2", "3", "4", "5"] = "1"
    scores: Literal["roll", "array"] = "roll"
    perk_repeat: Literal["stated_and_points", "stated", "free"] = "stated_and_points"
    thrown: Literal["short", "close"] = "short"
    buckler_heavy: Literal["no", "yes"] = "no"
    flyers: Literal["close_for_attacks", "always_close"] = "close_for_attacks"
    implement_action: Literal["extra", "included"] = "extra"
    overdrawn: Literal["effect", "no_effect", "refuse"] = "effect"
    heaped: Literal["no", "yes"] = "no"
    multi_roll: Literal["each", "once"] = "each"
    instant_defense: Literal["one", "until_level"] = "one"
    combine: Literal["keep_or_roll", "keep_only", "keep_better"] = "keep_or_roll"
    combine_defense: Literal["yes", "no"] = "yes"
    equal_effects: Literal["larger", "add"] = "larger"
    magic_bonus: Literal["worn", "any_protection"] = "worn"
    flee_from: Literal["chapter", "catalog", "anywhere"] = "chapter"
    upkeep_attribute: Literal["by_mount", "physical"] = "by_mount"
    dodge_move: Literal["after", "before"] = "after"
    surprise: Literal["guide", "action", "bonus"] = "guide"
    item_powers: Literal["by_kind", "always_cast"] = "by_kind"
    natural_pp: Literal["gear_only", "always"] = "gear_only"
    disabled: Literal["attribute", "all"] = "attribute"
    recovered_pool: Literal["full", "guide"] = "full"
    max_drop: Literal["next_damage", "at_once"] = "next_damage"
    maintain_cost: Literal["per_power", "all_in_one"] = "per_power"
    maintain_pays: Literal["any_or_magic_bonus", "normal_only"] = "any_or_magic_bonus"

    @property
    def modules(self) -> tuple[Module, ...]:
        """The modules that are on: those that the table plays with, and that have all they need (MO-X602)."""
        return _on(self.core, self.character, self.extended, self.combat, self.magic)


@cache
def _on(*chosen: str) -> tuple[Module, ...]:
    out = {module for module, value in zip(SWITCHED, chosen, strict=True) if value == "false"}
    return standing(frozenset({*out, "isolation"}))
