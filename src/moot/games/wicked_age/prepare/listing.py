"""The list of characters: the figures that the entries name and imply, by gut (WA-ORA-02, WA-ORA-03, WA-ORA-04)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Line, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.games.wicked_age.cast import claimants, needs_guide, no_watchers, only_guide, sheet_of, stock
from moot.games.wicked_age.state import SHEETS_ON, Figure, State
from moot.kit.happenings import Happening
from moot.kit.keyed import changed, put, without
from moot.kit.people import seat_name

_LIST = frozenset({"listing", "choosing"})
_MOST = 60


def _phrases(state: State, which: Literal["named", "implied"]) -> tuple[tuple[str, str], ...]:
    """What the dealt entries call those they name (or imply) and the list does not have yet, each with its card."""
    listed = {name.casefold() for figure in state.figures.values() for name in (figure.name, *figure.also)}
    return tuple(
        (name, entry.card)
        for entry in state.dealt
        for name in (entry.named if which == "named" else entry.implied)
        if name.casefold() not in listed
    )


def _sheet(text: str) -> Line:
    return Line("sheet", text[:1].upper() + text[1:])


class FigureAdded(Event[State], tag="figure-added"):
    """Somebody is on the list; `card` is the entry that names or implies them, if one does."""

    seat: str
    figure: str
    name: str
    card: str = ""

    def evolve(self, state: State) -> State:
        return replace(state, figures=put(state.figures, Figure(self.figure, self.name, self.card)), ids=state.ids + 1)

    def line(self, state: State) -> Line:
        return _sheet(f"{seat_name(state, self.seat)} puts {self.name} on the list.")


def _put_down(play: Play[State], name: str, card: str) -> None:
    rules = ("WA-ORA-03", "WA-ORA-02") if play.state.phase == "choosing" else ("WA-ORA-02",)
    play.record(FigureAdded(seat=play.seat.id, figure=play.state.next_id, name=name, card=card, rules=rules))


class ListFigures(Command[State], tag="list-figures"):
    """Put everyone whom the dealt entries name, or imply, on the list at once."""

    when, rules, giver, about_any = _LIST, ("WA-ORA-02",), only_guide("writes the list"), None
    which: Literal["named", "implied"]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        found = {which: _phrases(state, which) for which in ("named", "implied")}
        if not any(found.values()):
            raise Refused("all-listed", "Everyone whom the entries name or imply is on the list.")
        if len(state.figures) + max(map(len, found.values())) > _MOST:
            raise Refused("list-full", f"The list would have more than {_MOST} figures.", "WA-ORA-03")
        for which, names in found.items():
            if names:
                yield cls.offer(names, f"List everyone {which}", "; ".join(name for name, _ in names), which=which)

    def enact(self, play: Play[State], names: tuple[tuple[str, str], ...]) -> None:
        for name, card in names:
            _put_down(play, name, card)


class AddFigure(Command[State], tag="add-figure"):
    """Put somebody on the list of characters (WA-ORA-03)."""

    when, rules, urgency, about_any = _LIST | SHEETS_ON, ("WA-ORA-02", "WA-ORA-03"), ("may", "tool"), None
    giver = no_watchers("add to the list")
    name: str

    @classmethod
    def urgent(cls, state: State) -> tuple[Urgency, ...]:
        return ("tool",) if state.phase in SHEETS_ON else ("may",)

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.phase in SHEETS_ON:
            needs_guide(seat, "adds to the list once everyone has chosen", "WA-ORA-06")
        if len(state.figures) >= _MOST:
            raise Refused("list-full", f"The list has {_MOST} figures, and that is the most.", "WA-ORA-03")
        found = (*_phrases(state, "named"), *_phrases(state, "implied"))
        yield cls.offer(
            {name.casefold(): card for name, card in reversed(found)},
            "Add somebody to the list",
            "Anyone the entries name or imply: somebody’s right hand, a local youth, demons if someone plays them.",
            Write(
                name="name",
                label="Who",
                hint="A few words, as they stand in the entry or as you see them.",
                suggestions=tuple(name for name, _ in found),
            ),
            urgency="tool" if state.phase in SHEETS_ON else "may",
        )

    def enact(self, play: Play[State], cards: dict[str, str]) -> None:
        name = self.name.strip()
        _put_down(play, name, cards.get(name.casefold(), ""))


class ClaimsOpened(Happening[State], tag="claims-opened"):
    """The players may pick."""

    sentence = ("chapter", "The players choose their characters.")

    def evolve(self, state: State) -> State:
        return replace(state, phase="choosing")


class OpenClaims(Command[State], tag="open-claims"):
    """Let the players pick their characters; the list stays loose (WA-ORA-03)."""

    when, rules, urgency = frozenset({"listing"}), ("WA-ORA-02", "WA-ORA-03"), "must"
    records, giver = ClaimsOpened, only_guide("says when to choose")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not state.figures:
            raise Refused("list-empty", "Nobody is on the list yet.")
        why = "Each player takes one, in any order; all the rest are yours. The list stays open meanwhile."
        yield cls.offer(None, "Let the players choose", why)


class FigureRenamed(Happening[State], tag="figure-renamed"):
    """A figure has a better name; `was` is the one before."""

    sentence = ("sheet", "{was} is now {name} on the list.")
    figure: str
    name: str
    was: str

    def evolve(self, state: State) -> State:
        return replace(state, figures=changed(state.figures, self.figure, name=self.name))


class RenameFigure(Command[State], tag="rename-figure"):
    """Say better who a figure on the list is."""

    when, rules, urgency, giver = _LIST, ("WA-ORA-02",), "tool", only_guide("writes the list")
    figure: str
    name: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        """Figures that can still be reworded: no sheet, and nobody of an earlier chapter."""
        for figure in state.figures.values():
            if not figure.returns and sheet_of(state, figure.id) is None:
                blank = Write(name="name", label="Who", default=figure.name)
                yield cls.offer(figure, f"Reword {figure.name}", "", blank, about=figure.id, figure=figure.id)

    def enact(self, play: Play[State], figure: Figure) -> None:
        name = self.name.strip()
        play.record(FigureRenamed(figure=figure.id, name=name, was=figure.name, rules=self.rules))


class FigureStruck(Happening[State], tag="figure-struck"):
    """A figure is off the list."""

    sentence, takes_from = ("sheet", "{name} is off the list."), ("figures", "figure")
    figure: str
    name: str


class StrikeFigure(Command[State], tag="strike-figure"):
    """Take a figure off the list (WA-ORA-03)."""

    when, rules, urgency, giver = _LIST, ("WA-ORA-03",), "tool", only_guide("writes the list", "WA-ORA-02")
    figure: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for figure in stock(state):
            why = "The list may shrink while people choose."
            yield cls.offer(figure, f"Strike {figure.name}", why, about=figure.id, figure=figure.id)
        yield Refused("nobody-to-strike", "Everyone on the list is somebody’s.")

    def enact(self, play: Play[State], figure: Figure) -> None:
        play.record(FigureStruck(figure=figure.id, name=figure.name, rules=self.rules))


class FiguresMerged(Event[State], tag="figures-merged"):
    """`other` turned out to be the same person as `figure`, and is on the list no more."""

    seat: str
    figure: str
    other: str
    name: str

    def evolve(self, state: State) -> State:
        kept, other = state.figures[self.figure], state.figures[self.other]
        also = (*kept.also, other.name, *other.also)
        return replace(state, figures=changed(without(state.figures, other.id), kept.id, also=also))

    def line(self, state: State) -> Line:
        kept = state.figures[self.figure].name if self.figure in state.figures else "somebody"
        return _sheet(f"{kept} and {self.name} are the same person.")


class MergeFigures(Command[State], tag="merge-figures"):
    """Decide that `other` is the same person as `figure` (WA-ORA-04)."""

    when, rules, urgency, giver = _LIST, ("WA-ORA-04",), ("may", "tool"), no_watchers("change the list")
    figure: str
    other: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        free = stock(state)
        mine = [f for f in state.figures.values() if seat.guides or claimants(state, f) == (seat.id,)]
        if not mine:
            raise Refused("not-yours", "You may say that two are one when one of them is yours.")
        for figure in mine:
            others = tuple(Choice(other.id, other.name) for other in free if other.id != figure.id)
            if others:
                yield cls.offer(
                    figure,
                    f"{figure.name} is also …",
                    "Decide that two on the list are the same person.",
                    Choose(name="other", label="Also known as", choices=others),
                    rules=(*cls.rules, "WA-NEXT-02") if figure.returns else None,
                    urgency="tool" if seat.guides else "may",
                    about=figure.id,
                    figure=figure.id,
                )
        yield Refused("nobody-left", "Nobody else on the list is free to be the same person.")

    def enact(self, play: Play[State], figure: Figure) -> None:
        other = play.state.figures[self.other]
        merged = FiguresMerged(seat=play.seat.id, figure=figure.id, other=other.id, name=other.name, rules=self.rules)
        play.record(merged)


LISTING: Final[Part[State]] = Part(
    ListFigures, AddFigure, OpenClaims, RenameFigure, StrikeFigure, MergeFigures,
    FigureAdded, ClaimsOpened, FigureRenamed, FigureStruck, FiguresMerged,
)
"""The list of characters: all in the open."""
