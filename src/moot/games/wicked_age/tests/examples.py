"""Plays worked examples, told as data, through the real rules: the players' buttons and scripted dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from moot.core import Commands, Offer, Play, Refused, Scripted, Seat
from moot.games.wicked_age import GAME
from moot.games.wicked_age.cast import seat_of
from moot.games.wicked_age.conflict import CONFLICT
from moot.games.wicked_age.samples import camp
from moot.games.wicked_age.state import Options, Owed, State

HERE = Path(__file__).parent / "examples"
COMMANDS = Commands[State](
    CONFLICT, lambda state: state.phase, headline=lambda state: GAME.situation(state).headline
)
_BUTTONS = {"roll": "roll-opening", "again": "fight-on"}
_TARGETS = ("reads", "result", "may-name", "faces", "names")


def offers(state: State, seat: Seat) -> list[Offer]:
    """What `seat` may do in conflicts now."""
    return [one.form() for one in COMMANDS.found(state, seat)]


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One step: what is told, what is done (one button with its blanks each), what must be so afterwards."""

    say: str
    do: list[dict[str, Any]]
    expect: dict[str, Any] = {}


class Example(msgspec.Struct, forbid_unknown_fields=True):
    """A worked example."""

    title: str
    source: str
    step: list[Step]


def load(path: Path) -> Example:
    """The example in a TOML file."""
    return msgspec.toml.decode(path.read_bytes(), type=Example)


class Game:
    """A conflict at a table: a state, and buttons to press."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Any] = []

    @property
    def sequence(self) -> Any:
        """The latest sequence, a `Sequence`; typed loosely, for it changes under one's hands."""
        return list(self.state.sequences.values())[-1]

    def seat(self, who: str) -> Seat:
        """The seat of a character."""
        seat = seat_of(self.state, who)
        assert seat is not None
        return seat

    def send(self, seat: Seat, wish: dict[str, Any], faces: tuple[int, ...] | list[int] = ()) -> list[Any]:
        """Give a command as JSON, with dice that fall so; every face must be used."""
        play = Play(self.state, seat, chance := Scripted(faces), GAME.evolve)
        COMMANDS.enact(play, GAME.command(wish))
        chance.finish()
        self.state = play.state
        self.events.extend(play.events)
        return play.events

    def offers(self, who: str, do: str) -> list[Offer]:
        """What the owner of `who` may do by one verb."""
        return [offer for offer in offers(self.state, self.seat(who)) if offer.do == do]

    def act(self, do: str, who: str, faces: tuple[int, ...] | list[int] = (), **blanks: Any) -> list[Any]:
        """Press a button for a character of the latest sequence."""
        if do == "undertake":
            return self.send(self.seat(who), {"do": do, "actor": who, **_plain(self, who, blanks)}, faces)
        fixed: dict[str, Any] = {"do": do, "sequence": self.sequence.id, "who": who}
        if do in ("inflict", "pick-die", "propose", "accept", "insist") and "bargain" not in blanks:
            fixed["bargain"] = self._bargain(who)
        if do in ("inflict", "pick-die", "tell", "cut-off"):
            del fixed["who"]
        return self.send(self.seat(who), fixed | _plain(self, who, blanks), faces)

    def _bargain(self, who: str) -> str:
        return next((b.id for b in self.sequence.bargains.values() if who in (b.winner, b.loser)), "")

    def refused(self, do: str, who: str, **blanks: Any) -> Refused:
        """The refusal that pressing a button meets."""
        try:
            self.act(do, who, **blanks)
        except Refused as refusal:
            return refusal
        raise AssertionError(f"{do} by {who} was accepted")


def _plain(game: Game, who: str, blanks: dict[str, Any]) -> dict[str, Any]:
    """Blanks as their fields want them: entries of the owe list for names."""
    if "names" not in blanks:
        return blanks
    return {**blanks, "names": [_entry(game, who, name) for name in blanks["names"]]}


def _entry(game: Game, who: str, name: str) -> str:
    player = game.state.characters[who].player
    return next(o.id for o in game.state.owe if o.character == name and o.player == player and not o.struck)


# ---------------------------------------------------------------- examples as data


def follow(example: Example, state: State) -> Game:
    """Play an example to its end, holding it to every figure that it tells."""
    game = Game(state)
    for step in example.step:
        for deed in step.do:
            _do(game, deed, step.say)
        for what, value in step.expect.items():
            assert _found(game, what, value) == value, f"{step.say}: {what}"
    return game


def _do(game: Game, deed: dict[str, Any], say: str) -> None:
    (button, who), *rest = deed.items()
    blanks = {name: value for name, value in rest if name not in _TARGETS or name == "names"}
    do = _BUTTONS.get(button, button)
    if do == "inflict":
        blanks, who = {"harm": who}, _open(game).winner
    if do == "pick-die":
        blanks, who = {"die": who}, _open(game).loser
    if "may-name" in deed:
        (offer,) = game.offers(who, do)
        assert {choice.value for choice in blank(offer).choices} == set(deed["may-name"]), say
    events = game.act(do, who, deed.get("faces", ()), **blanks)
    if "reads" in deed:
        roll = next(event.roll for event in events if hasattr(event, "roll"))
        assert list(roll.reading()) == deed["reads"], say
    if "result" in deed:
        assert game.sequence.exchanges[-1].result == deed["result"], say


def _open(game: Game) -> Any:
    return next(b for b in game.sequence.bargains.values() if b.absolute)


def _found(game: Game, what: str, wanted: Any) -> Any:
    sequence, state = game.sequence, game.state
    match what:
        case "order":
            return list(sequence.order)
        case "turn":
            return sequence.move.due[0] if sequence.move else sequence.next_turn()
        case "lost":
            return list(sequence.move.lost) if sequence.move else []
        case "owe":
            return [owed.character for owed in state.owe if not owed.struck]
        case "stands":
            return {who: sequence.fighters[who].stands for who in wanted}
        case "forms":
            return {
                who: {form: list(state.characters[who].forms[form]) for form in forms} for who, forms in wanted.items()
            }
        case _:
            return getattr(sequence, what)


# ---------------------------------------------------------------- short ways into a conflict


def fight(start: Options | State | None = None, /, **forms: str) -> Game:
    """A conflict about to be rolled: everyone named acts by the forms given; the first is the actor, against the rest.

    `fight(mekha="for-myself directly", amek="with-violence directly")`
    """
    game = Game(start if isinstance(start, State) else camp(start))
    (actor, acts), *rest = forms.items()
    game.act("undertake", actor, deed="does it", against=[who for who, _ in rest], forms=acts.split())
    for who, by in rest:
        game.act("declare", who, forms=by.split())
    return game


def blank(offer: Offer, name: str = "") -> Any:
    """A blank of an offer: the first, or the one of that name."""
    return next(field for field in offer.fields if name in ("", field.name))


def roll(game: Game, **faces: list[int]) -> None:
    """Everyone named rolls the opening."""
    for who, fell in faces.items():
        game.act("roll-opening", who, fell)


def move(game: Game, who: str, *against: str) -> None:
    """A move without words."""
    game.act("move", who, against=list(against))


def owed(game: Game) -> list[str]:
    """The names that stand on the owe list."""
    return [entry.character for entry in game.state.owe if not entry.struck]


def stands(game: Game) -> dict[str, str]:
    """Who of a conflict is in, and who is not."""
    return {who: fighter.stands for who, fighter in game.sequence.fighters.items()}


def changed(state: State, who: str, **changes: Any) -> State:
    """`state` with a sheet that is different."""
    character = replace(state.characters[who], **changes)
    return replace(state, characters={**state.characters, who: character})


def with_name(state: State, who: str, player: str, entry: str = "old", chapter: int = 1) -> State:
    """`state` with a name more on the owe list."""
    return replace(state, owe=(*state.owe, Owed(entry, who, player, chapter)))
