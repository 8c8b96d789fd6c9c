"""The options of a table of Grim & Perilous (options.toml)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Switch: TypeAlias = Literal["true", "false"]
"""An option that is on or off."""
AssistRule: TypeAlias = Literal["extra-tens-best", "starter-3d10"]
"""How an Assist Die is read (GP-CORE-06)."""


class Options(msgspec.Struct, frozen=True, rename="kebab"):
    """The options of the table, a field for each one in options.toml."""

    threshold_rule: Literal["meets", "exceeds"] = "meets"
    assist_rule: AssistRule = "extra-tens-best"
    fate_covers_injury: Switch = "true"
    misfortune_returns: Switch = "false"
    morale_combine: Literal["worst", "sum-clamped"] = "worst"
    catch_check: Literal["turn-end", "each-change"] = "turn-end"
    takedown_defence: Literal["standard", "same", "mirrored"] = "standard"
    complication_sides: Literal["escapees", "both"] = "escapees"
    empty_role: Literal["failure", "neutral"] = "failure"
    waived_test_roll: Literal["keep", "drop"] = "keep"
    requisition_prices: Literal["tiered", "gm"] = "tiered"
    madness_cs_fortune: Switch = "true"
    madness_critical_failure: Literal["incapacitated-plus-corruption", "peril-plus-corruption"] = (
        "incapacitated-plus-corruption"
    )
    incapacitated_corruption_stacks: Switch = "true"
    corruption_variant: Literal["house", "official"] = "house"
    rank_overflow: Literal["lost", "carried"] = "lost"
    convert_unplayed: Switch = "false"
    character_stable: Switch = "false"
    secondary_rp_rounding: Literal["down", "up"] = "down"
    ignored_ranks_flip: Switch = "false"
    threat_rolls: Literal["sealed", "open"] = "sealed"
