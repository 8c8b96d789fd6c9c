"""The totals of a sheet, reckoned as in play, beside those that a book prints (MO-X504)."""

from __future__ import annotations

from msgspec.structs import replace

from moot.games.modos.arms import gear_row
from moot.games.modos.catalog import EVERYTHING
from moot.games.modos.npcs.people import SOMEBODY, gear_of, looked_at
from moot.games.modos.npcs.sheets import Sheet
from moot.games.modos.reckoning import bonus_actions, guard, most, score, skill_total, weapon_die
from moot.games.modos.rows import Weapon
from moot.games.modos.skills import row_of, title_of
from moot.games.modos.state import State
from moot.games.modos.terms import POOLS


def reckoned(sheet: Sheet, figure: str) -> int | str:
    """A figure as sheets print it: an attribute, a skill total, `max:P`, `guard:P`, `weapon:bow-long`, `bonus`."""
    state = looked_at(sheet)
    kind, _, of = figure.partition(":")
    pool = next((pool for pool in POOLS if pool in (figure, of)), None)
    match kind:
        case "bonus":
            return sum(bonus_actions(state, SOMEBODY).values())
        case "weapon":
            return _weapon(state, f"{SOMEBODY}-{of}")
        case "max" if pool:
            return most(state, SOMEBODY, pool)
        case "guard" if pool:
            return str(guard(state, SOMEBODY, pool))
        case _ if pool:
            return score(state, SOMEBODY, pool)
        case _:
            return skill_total(state, SOMEBODY, figure)


def _weapon(state: State, id_: str) -> str:
    """The damage die of a weapon once it is in hand."""
    gear = tuple(replace(thing, at="held") if thing.id == id_ else thing for thing in state.people[SOMEBODY].gear)
    state = state.with_person(SOMEBODY, gear=gear)
    row = next((gear_row(EVERYTHING, thing) for thing in gear if thing.id == id_), None)
    return str(weapon_die(state, SOMEBODY, row)) if isinstance(row, Weapon) else "none"


def figures(sheet: Sheet) -> tuple[str, ...]:
    """All figures of a sheet in words, with what a book prints where it is wrong (MO-X504)."""
    skills = (skill for skill in (*sheet.points, *sheet.printed) if row_of(EVERYTHING, skill) is not None)
    named: dict[str, str] = {
        **{str(pool): str(pool) for pool in POOLS}, **{skill: title_of(EVERYTHING, skill) for skill in skills},
        **{f"guard:{pool}": f"{pool} protection" for pool in POOLS},
        **{f"weapon:{key}": thing.name for key, thing in gear_of(sheet, SOMEBODY).items()
           if isinstance(gear_row(EVERYTHING, thing), Weapon)},
        "bonus": "bonus actions",
    }
    found = ((title, reckoned(sheet, figure), sheet.printed.get(figure)) for figure, title in named.items())
    return tuple(
        f"{title} {worth}" + (f" (printed {printed})" if printed not in (None, worth) else "")
        for title, worth, printed in found if worth != "none"
    )
