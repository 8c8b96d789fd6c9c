"""A table at which tests press buttons: the whole game but for its pages, with everything checked on the way."""

from __future__ import annotations

from typing import Any

from moot import testing
from moot.core import Event
from moot.games.wicked_age import GAME
from moot.games.wicked_age.state import Character, Options, State, Strength

DICE = {"covertly": 12, "directly": 10, "for-myself": 8, "for-others": 6, "with-love": 6, "with-violence": 4}


STRENGTH: dict[str, Any] = {"description": "Of old", "takes": "A word", "form": "covertly", "npc_form": "action"}
STRONG = "action-then-maneuvering-then-self-protection"
SLY = "maneuvering-then-action-then-self-protection"


class Sitting(testing.Sitting[State]):
    """A table with a GM, a watcher and some players."""

    def __init__(self, *players: str, gm: str = "Gil", **options: Any) -> None:
        super().__init__(GAME, State(options=Options(**options)), *players, guide=gm)

    def figure(self, name: str) -> str:
        """The id of a figure on the list."""
        return next(figure.id for figure in self.state.figures.values() if name in (figure.name, *figure.also))

    def who(self, name: str) -> Character:
        """The character of a name."""
        return next(who for who in self.state.characters.values() if who.name == name)

    def strength(self, name: str) -> Strength:
        """The strength of a name."""
        return next(strength for strength in self.state.strengths.values() if strength.name == name)

    # -- short ways through the preparation

    def deal(self, *cards: str, oracle: str = "blood-and-sex") -> Sitting:
        """An oracle is chosen, and these cards lie on the table and are read."""
        if self.state.phase == "oracle":
            self.do("Ann", "choose-oracle", oracle=oracle)
        self.do("Ann", "deal-by-hand", cards=list(cards or ("KD", "10S", "10C", "9H")))
        self.do("Ben", "read-out")
        return self

    def listed(self, *figures: str) -> Sitting:
        """These figures are on the list, and the players choose."""
        for name in figures:
            self.do(self.gm.name, "add-figure", name=name)
        self.do(self.gm.name, "open-claims")
        return self

    def take(self, **figures: str) -> Sitting:
        """Each player takes a figure; sheets begin."""
        for player, name in figures.items():
            self.do(player, "claim-figure", figure=self.figure(name))
        self.do(self.gm.name, "begin-sheets")
        return self

    def make(self, player: str, figure: str, called: str, /, **blanks: Any) -> Character:
        """A player makes a character."""
        sheet = {"name": called, "description": figure, "forms": DICE, **blanks}
        self.do(player, "make-character", figure=self.figure(figure), **sheet)
        return self.who(called)

    def npc(self, figure: str, called: str, /, **blanks: Any) -> Character:
        """The GM makes an NPC, of a figure or (empty) unforeseen."""
        sheet = {"name": called, "description": "", "arrangement": STRONG, **blanks}
        self.do(self.gm.name, "make-npc", figure=self.figure(figure) if figure else "", **sheet)
        return self.who(called)

    def strengthen(self, called: str, kind: str = "potent", person: str = "Ann", /, **blanks: Any) -> Strength:
        """Somebody makes a strength's sheet and picks its option."""
        self.do(person, "make-strength", strength=self.strength(called).id, **STRENGTH)
        self.do(person, "pick-option", strength=self.strength(called).id, kind=kind, **blanks)
        return self.strength(called)

    def go_round(self, *players: str) -> None:
        """Interests begin: two of somebody unforeseen against the first player's, then two for each of the players'."""
        first = self.npc("", f"Stranger {self.state.chapter}")
        self.do(self.gm.name, "begin-interests")
        mine = {one: next(w.id for w in self.state.cast() if w.player == self.seats[one].id) for one in players}
        aimed = {"kind": "aimed", "target": mine[players[0]], "detail": "Their heart"}
        self.do(self.gm.name, "name-interests", who=first.id, interests=[aimed, aimed])
        for player, who in mine.items():
            self.do(player, "name-interests", who=who, interests=[{"kind": "alone", "detail": "Water"}] * 2)

    def name(self, player: str, who: str, *interests: tuple[str, str]) -> list[Event]:
        """A turn in the circle: pairs of whom it is about (empty: nobody) and the words."""
        items = [
            {"kind": "aimed" if about else "alone", "target": self.who(about).id if about else "", "detail": text}
            for about, text in interests
        ]
        return self.do(player, "name-interests", who=self.who(who).id, interests=items)


def in_sheets(*players: str, **options: Any) -> Sitting:
    """A table where Ann, Ben and Cleo have chosen the chief, the exorcist and the youth; spirit and priest are left."""
    sitting = Sitting(*players, **options).deal()
    sitting.listed("the chief", "the exorcist", "the youth", "the spirit", "the priest")
    return sitting.take(Ann="the chief", Ben="the exorcist", Cleo="the youth")


def in_interests(**options: Any) -> Sitting:
    """All have sheets: Amek, Bolu Ta and Mekha, and the GM Shahu Seen, who is known."""
    sitting = in_sheets(**options)
    sitting.make("Ann", "the chief", "Amek")
    sitting.make("Ben", "the exorcist", "Bolu Ta")
    sitting.make("Cleo", "the youth", "Mekha")
    sitting.npc("the spirit", "Shahu Seen")
    sitting.do("Gil", "begin-interests")
    return sitting


def in_play(**options: Any) -> Sitting:
    """Everyone has interests enough, and the chapter is played."""
    sitting = in_interests(**options)
    sitting.name("Gil", "Shahu Seen", ("Mekha", "His heart"), ("Bolu Ta", "His death"))
    sitting.name("Ann", "Amek", ("Mekha", "To win him"), ("", "Water"))
    sitting.name("Ben", "Bolu Ta", ("Shahu Seen", "To bind it"), ("Amek", "His tent"))
    sitting.name("Cleo", "Mekha", ("Amek", "To be rid of him"), ("Bolu Ta", "His teaching"))
    sitting.do("Gil", "begin-play")
    return sitting
