"""Players pick their characters, in any order, and agree where two want the same (WA-ORA-02, WA-ORA-05)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offers, Part, Play, Refused, Seat, listed
from moot.games.wicked_age.cast import all_called, claimants, claimed_by, only_guide, only_players, stock
from moot.games.wicked_age.owe_list import returned, undecided
from moot.games.wicked_age.state import SHEETS_ON, Figure, State
from moot.kit.keyed import changed, put
from moot.kit.people import seat_name

_CHOOSING = frozenset({"choosing"})


def _claimed(state: State, id_: str, *seats: str) -> State:
    return replace(state, figures=changed(state.figures, id_, claims=seats))


def _figure_line(state: State, seat: str, does: str, id_: str) -> Line:
    name = state.figures[id_].name if id_ in state.figures else "somebody"
    return Line("sheet", f"{seat_name(state, seat)} {does} {name}.")


class Released(Event[State], tag="released"):
    """`seat` left a figure to others."""

    seat: str
    figure: str

    def evolve(self, state: State) -> State:
        claims = (seat for seat in state.figures[self.figure].claims if seat != self.seat)
        return _claimed(state, self.figure, *claims)

    def line(self, state: State) -> Line:
        return _figure_line(state, self.seat, "lets go of", self.figure)


class Claimed(Event[State], tag="claimed"):
    """`seat` wants a figure."""

    seat: str
    figure: str

    def evolve(self, state: State) -> State:
        return _claimed(state, self.figure, *state.figures[self.figure].claims, self.seat)

    def line(self, state: State) -> Line:
        return _figure_line(state, self.seat, "takes", self.figure)


class ClaimFigure(Command[State], tag="claim-figure"):
    """Want a figure as your character (WA-ORA-02)."""

    when, rules, urgency = _CHOOSING, ("WA-ORA-02",), ("may", "must")
    giver = only_players("picks a character; the GM has all the rest")
    figure: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        waiting = undecided(state)
        if seat.id in waiting:
            first = f"{seat_name(state, waiting[0])} decides first who comes back."
            message = first if waiting[0] != seat.id else "Say first whom you bring back."
            raise Refused("decide-first", message, "WA-NEXT-03")
        mine = claimed_by(state, seat)
        _check_free(mine)
        for figure in state.figures.values():
            if not figure.returns and seat.id not in figure.claims:
                others = [seat_name(state, other) for other in claimants(state, figure)]
                wanted = f"Also wanted by {listed(others)}: talk it over. " if others else ""
                yield cls.offer(
                    mine,
                    f"Take {figure.name}",
                    (wanted + (f"You let go of {mine.name}." if mine else "")).strip(),
                    rules=(*cls.rules, "WA-ORA-05") if others else None,
                    urgency="may" if mine or others else "must",
                    about=figure.id,
                    figure=figure.id,
                )

    def enact(self, play: Play[State], mine: Figure | None) -> None:
        if mine is not None:
            play.record(Released(seat=play.seat.id, figure=mine.id, rules=("WA-ORA-05",)))
        play.record(Claimed(seat=play.seat.id, figure=self.figure, rules=self.rules))


def _check_free(mine: Figure | None) -> None:
    """Raise Refused if the figure that a seat has is somebody who came back: that is settled."""
    if mine is not None and mine.returns:
        raise Refused("returns", f"{mine.name} is back, and yours for this chapter.", "WA-NEXT-01")


class LetGo(Command[State], tag="let-go"):
    """Leave a figure to others (WA-ORA-05)."""

    when, rules, records, giver = _CHOOSING, ("WA-ORA-05",), Released, only_players("lets go of a figure")
    figure: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        mine = claimed_by(state, seat)
        if mine is None:
            raise Refused("nothing-claimed", "You have picked nobody yet.")
        _check_free(mine)
        contested = claimants(state, mine) != (seat.id,)
        why = "Two of you want this one: one lets go, and takes another." if contested else "Pick somebody else."
        yield cls.offer(mine, f"Let go of {mine.name}", why, about=mine.id, figure=mine.id)


class SheetsBegun(Event[State], tag="sheets-begun"):
    """Every player has a figure; `returning` are the characters of earlier chapters who are in this one."""

    returning: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        places = {figure.returns: figure.id for figure in state.figures.values() if figure.returns}
        back = (returned(state.characters[who], places.get(who, "")) for who in self.returning)
        return replace(state, characters=put(state.characters, *back), phase="sheets")

    def line(self, state: State) -> Line:
        verb = "is" if len(self.returning) == 1 else "are"
        back = f" {all_called(state, self.returning)} {verb} back." if self.returning else ""
        return Line("chapter", f"Sheets are made.{back}")


class BeginSheets(Command[State], tag="begin-sheets"):
    """Everyone has a character: go on to the sheets."""

    when, rules, urgency, giver = _CHOOSING, ("WA-ORA-02", "WA-ORA-06"), "must", only_guide("goes on to the sheets")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        lacking = [player.name for player in state.players if claimed_by(state, player) is None]
        if lacking:
            raise Refused("not-all-chosen", f"Still without a character: {listed(lacking)}.")
        for figure in state.figures.values():
            wanting = [seat_name(state, other) for other in claimants(state, figure)]
            if len(wanting) > 1:
                message = f"{figure.name} is wanted by {listed(wanting)}: one is to let go."
                raise Refused("contested", message, "WA-ORA-05")
        if not state.players:
            raise Refused("nobody-plays", "Nobody sits here as a player yet.")
        yield cls.offer(None, "On to the sheets", "You need not play everybody who is left.")

    def enact(self, play: Play[State], of: None) -> None:
        returning = tuple(figure.returns for figure in play.state.figures.values() if figure.returns)
        play.record(SheetsBegun(returning=returning, rules=self.rules))


class FigureTaken(Event[State], tag="figure-taken"):
    """`seat` took a figure that was left, after choosing."""

    seat: str
    figure: str

    def evolve(self, state: State) -> State:
        return _claimed(state, self.figure, self.seat)

    def line(self, state: State) -> Line:
        return _figure_line(state, self.seat, "takes", self.figure)


def latecomers(state: State) -> tuple[Seat, ...]:
    """The players who have nobody to play in this chapter, while somebody is left on the list: they came late."""
    own = {who.player for who in state.characters.values() if who.here}
    free = tuple(seat for seat in state.players if claimed_by(state, seat) is None and seat.id not in own)
    return free if stock(state) else ()


class TakeFigure(Command[State], tag="take-figure"):
    """Take a figure that is left on the list, when choosing is over (WA-RD-14, or a player who came late)."""

    when, rules, urgency, giver = SHEETS_ON, ("WA-RD-14",), ("must", "may"), only_players("takes a figure")
    figure: str

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether there is somebody to take."""
        return bool(stock(state))

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        own = [who for who in state.characters.values() if who.here and who.player == seat.id]
        figures_had = sum(seat.id in figure.claims for figure in state.figures.values())
        if claimed_by(state, seat) is not None or own:
            if any(who.able for who in own) or len(own) < figures_had:
                raise Refused("has-a-character", "You have a character in this chapter.")
            if state.options.out_of_chapter == "not-replaced":
                raise Refused("not-replaced", "At this table a character who is out of the chapter is not replaced.")
        if not stock(state):
            raise Refused("no-figure-left", "Nobody is left on the list: ask the GM to add somebody.", "WA-ORA-03")
        for figure in stock(state):
            yield cls.offer(
                ("WA-RD-14",) if own else ("WA-ORA-02",),
                f"Take {figure.name}",
                "They are left on the list. You make their sheet next.",
                rules=("WA-RD-14",) if own else ("WA-ORA-02",),
                urgency="may" if own else "must",
                about=figure.id,
                figure=figure.id,
            )

    def enact(self, play: Play[State], rules: tuple[str, ...]) -> None:
        play.record(FigureTaken(seat=play.seat.id, figure=self.figure, rules=rules))


CLAIMS: Final[Part[State]] = Part(
    ClaimFigure, LetGo, BeginSheets, TakeFigure, Claimed, Released, SheetsBegun, FigureTaken
)
"""Who plays whom of the list: all in the open."""
