"""A table at which tests press buttons: the whole game but for its pages, with everything checked on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from moot import testing
from moot.core import Choice, Choose, Offer
from moot.games.swords_edge import ladder, packs
from moot.games.swords_edge.cast.building import NcsMade
from moot.games.swords_edge.cast.entering import BroughtIn
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.creation.beginning import SampleTaken
from moot.games.swords_edge.library import character_of, nc_of
from moot.games.swords_edge.nc import NC, face
from moot.games.swords_edge.pairings import Pairing
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.state import Options, State
from moot.games.swords_edge.view import OpenedView, opened
from moot.kit.builder import Builder

BLANKS = ("qualities", "element", "extra", "weaknesses")


class Sitting(testing.Sitting[State]):
    """A table with a GM, a watcher and some players."""

    def __init__(self, *players: str, **options: Any) -> None:
        super().__init__(GAME, State(options=Options(**options)), *players)

    def opened(self, who: str, what: str) -> OpenedView:
        """What somebody sees of a thing, or of an offer by its key, once they open it."""
        return opened(self.state, self.seats[who], what) or OpenedView()

    # -- people

    def pc(self, player: str, name: str, **sheet: Any) -> Character:
        """A player has this character: a sample, or words as `trait: rank` and `kind: [(name, rank, trait)]`."""
        id_ = self.state.next_id
        seat = self.seats[player].id
        sample = sheet.pop("sample", "")
        made = character_of(packs.PCS[sample], sample, seat, id_) if sample else written(id_, name, seat, sheet)
        self.happen(SampleTaken(character=made))
        return self.state.characters[id_]

    def nc(self, name: str, **sheet: Any) -> str:
        """There is such an NC, in the scene if one is played; its id."""
        id_ = self.state.next_id
        here = sheet.pop("here", True)
        sample = sheet.pop("sample", "")
        made = nc_of(packs.NCS[sample], id_, name) if sample else opponent(id_, name, sheet)
        self.happen(NcsMade(ncs=(made,)))
        if here and self.state.scene is not None:
            self.happen(BroughtIn(ncs=(id_,), faces=(face(made),)))
        return id_

    def who(self, name: str) -> Character:
        """The character of a name."""
        return next(who for who in self.state.characters.values() if who.name == name)

    def id(self, name: str) -> str:
        """The id of a character or NC."""
        ids = {who.name: who.id for who in self.state.characters.values()}
        return (ids | {nc.name: nc.id for nc in self.state.ncs.values()})[name]

    def npc(self, name: str) -> NC:
        """The NC of a name."""
        return self.state.ncs[self.id(name)]

    def player(self, name: str) -> str:
        """Who plays a character."""
        seat = self.state.seat(self.who(name).player)
        assert seat is not None
        return seat.name

    # -- short ways

    def play(self, title: str = "A scene") -> Sitting:
        """A session is open, and a scene framed."""
        if self.state.phase == "between":
            self.do("Gil", "open-session")
        if self.state.phase == "session":
            self.do("Gil", "frame-scene", paper="", title=title)
        return self

    def face(self, who: str | list[str], *foes: str) -> Pairing:
        """Set PCs against NCs, by name."""
        people = [who] if isinstance(who, str) else who
        ids = [self.id(foe) for foe in foes]
        if len(people) > 1:
            self.do("Gil", "face", who=[self.id(one) for one in people], foes=ids)
        else:
            self.do("Gil", "face", who=[self.id(people[0])], foes=ids)
        return self.pairing(people[0])

    def _faced(self, who: str) -> set[str]:
        id_ = self.id(who)
        return {foe for pairing in self.state.pairings.values() if id_ in pairing.stands for foe in pairing.foes}

    def pairing(self, who: str) -> Pairing:
        """The latest pairing of a character."""
        return next(p for p in reversed(self.state.pairings.values()) if self.id(who) in p.stands)

    def stand(self, who: str) -> Any:
        """A character's place in their latest pairing."""
        return self.pairing(who).stands[self.id(who)]

    def test(self, who: str, do: str, faces: Iterable[int] | None = None, **blanks: Any) -> Any:
        """Build a Test by names and roll it; the dice stand as they fell, unless `wait`. Gives the Test as settled."""
        wait = blanks.pop("wait", False)
        self.do(self.player(who), do, faces=faces, **self.built(who, do, blanks))
        if self.state.tests and not wait:
            for id_ in tuple(self.state.tests):
                self.do("Gil", "let-stand", test=id_)
        return next(iter(self.state.tests.values()), None) if wait else self.settled()

    def learn(self, who: str) -> None:
        """Raise what a critical failure taught, the first that can be; nothing if there was none."""
        for offer in self.offers(self.player(who), "take-lesson"):
            (what,) = (field for field in offer.fields if isinstance(field, Choose))
            self.do(self.player(who), "take-lesson", **offer.fixed, what=what.choices[0].value)

    def built(self, who: str, do: str, blanks: dict[str, Any]) -> dict[str, Any]:
        """The command that a Test's blanks, told by names, make of its offer."""
        offer = self.form(who, do, blanks)
        fixed = dict(offer.fixed)
        filled: dict[str, Any] = {}
        for name, value in blanks.items():
            if name in BLANKS:
                names = [value] if isinstance(value, str) else value
                ids = [self.quality(who, each) for each in names]
                filled[name] = (ids[0] if ids else "") if name == "element" else ids
            elif name in ("target", "bearer") and value != "all":
                filled[name] = self.id(value)
            elif name not in fixed:
                filled[name] = value
        return fixed | {name: value for name, value in filled.items() if fixed.get(name) != value}

    def form(self, who: str, do: str, blanks: dict[str, Any] | None = None) -> Offer:
        """The offer of a Test: on the latest pairing or `target`'s."""
        blanks = blanks or {}
        found = [o for o in self.offers(self.player(who), do) if o.fixed.get("who") == self.id(who)]
        for name in ("trait", "free", "occasion", "purpose", "pairing", "attack"):
            wanted = blanks.get(name)
            if wanted is not None and any(name in offer.fixed for offer in found):
                found = [offer for offer in found if offer.fixed.get(name) == wanted]
        assert found, f"{who} is not offered {do} {blanks}: {[o.do for o in self.offers(self.player(who))]}"
        return found[-1] if do in ("roll-momentum", "act") and "pairing" not in blanks else found[0]

    def open(self, who: str, do: str, **chosen: Any) -> set[str]:
        """The Qualities that may go into a Test, by name, once its Traits are `chosen`."""
        return {choice.label for name in BLANKS for choice in self._open(who, do, name, chosen)}

    def choices(self, who: str, do: str, blank: str, **chosen: Any) -> set[str]:
        """What may stand in a blank of a Test, once its Traits are `chosen`."""
        return {choice.value for choice in self._open(who, do, blank, chosen)}

    def _open(self, who: str, do: str, blank: str, chosen: dict[str, Any]) -> list[Choice]:
        fields = self.form(who, do, chosen).after(chosen)
        return [c for field in fields if isinstance(field, Choose) and field.name == blank for c in field.choices]

    def bench(self, who: str, do: str) -> Builder:
        """A Test as its page shows it."""
        key = self.form(who, do).key
        bench = self.opened(self.player(who), key).bench
        assert bench is not None
        return bench

    def traits(self, who: str, do: str) -> set[str]:
        """The Traits that a Test can be made by; empty for none."""
        offer = self.form(who, do)
        if "trait" in offer.fixed:
            return {offer.fixed["trait"]}
        (field,) = (field for field in offer.fields if isinstance(field, Choose) and field.name == "trait")
        return self.choices(who, do, "trait") | ({""} if field.least == 0 else set())

    def quality(self, who: str, name: str) -> str:
        """The id of a Quality by name."""
        return next(quality.id for quality in self.who(who).qualities if quality.name == name)

    def settled(self) -> Any:
        """The Test that was settled last."""
        return next(event for event in reversed(self.events) if type(event).__name__ == "Settled")

    def happened(self, *names: str) -> list[Any]:
        """The events of these classes, in order."""
        return [event for event in self.events if type(event).__name__ in names]

    def advance(self, who: str, count: int = 1) -> None:
        """Give a character Advancements, as Pivots would."""
        character = self.who(who)
        more = msgspec.structs.replace(character, advancements=character.advancements + count)
        self.state = self.state.with_character(more)

    def put(self, **changes: Any) -> None:
        """Change the state by hand."""
        self.state = msgspec.structs.replace(self.state, **changes)

    def change(self, who: str, **changes: Any) -> None:
        """Change a character by hand."""
        self.state = self.state.with_character(msgspec.structs.replace(self.who(who), **changes))

    def purse(self, player: str, luck: int) -> None:
        """Set a player's Luck."""
        purses = {**self.state.luck, self.seats[player].id: luck}
        self.put(luck=purses)


def written(id_: str, name: str, seat: str, sheet: dict[str, Any]) -> Character:
    """A character from words."""
    qualities = []
    for kind in ("concept", "background", "faculty", "element", "weakness", "fetish"):
        for number, (label, rank, *trait) in enumerate(sheet.get(kind, ())):
            plain = {"id": f"{id_}{kind[0]}{kind[-1]}{number}", "kind": kind, "name": label, "rank": rank}
            plain |= {"trait": trait[0] if trait else "", "sfx": label in sheet.get("sfx", ())}
            qualities.append(plain | {"bound": sheet.get("bound", "") if kind == "fetish" else ""})
    pivots = [
        {"id": f"{id_}p{n}", "kind": kind, "text": text} for n, (kind, text) in enumerate(sheet.get("pivots", ()))
    ]
    traits = {trait: sheet.get(trait, "average") for trait in ladder.TRAITS}
    plain = {"id": id_, "name": name, "player": seat, "traits": traits, "qualities": qualities, "pivots": pivots}
    return msgspec.convert(plain | {"made": True}, Character)


def opponent(id_: str, name: str, sheet: dict[str, Any]) -> NC:
    """An NC from words."""

    def quality(number: str, words: Sequence[str]) -> dict[str, str]:
        return dict(zip(("id", "name", "rank", "trait", "use"), (f"{id_}{number}", *words), strict=False))

    plain = {"id": id_, "name": name, "kind": "character", "type": "minion", "rank": "average"}
    plain |= {key: value for key, value in sheet.items() if key in ("kind", "type", "rank", "clues", "notes")}
    more = {
        "traits": {trait: sheet[trait] for trait in ladder.TRAITS if trait in sheet},
        "elements": [quality(f"e{n}", words) for n, words in enumerate(sheet.get("elements", ()))],
        **({"concept": quality("c", sheet["concept"])} if "concept" in sheet else {}),
        **({"flaw": quality("w", sheet["flaw"])} if "flaw" in sheet else {}),
    }
    return msgspec.convert(plain | more, NC, from_attributes=True)


HERO = {
    "physique": "good",
    "concept": [("Swordsman", "great")],
    "background": [("Soldier", "good")],
    "faculty": [("Fencing", "good", "physique")],
    "element": [("Lunge", "good", "physique"), ("Parry", "great", "physique"), ("Taunt", "good", "charisma")],
}
"""A character who fights: Physique +2, all else that goes with it +12."""


CLUMSY = {**HERO, "weakness": [("Clumsy", "poor", "physique")]}
"""The same with a Weakness."""


def duel(**options: Any) -> Sitting:
    """Ann's Dara against a Good regular, Momentum not yet rolled; nobody has Luck, so that dice stand as they fall."""
    sitting = Sitting(**options)
    sitting.pc("Ann", "Dara", **HERO)
    sitting.play()
    for player in ("Ann", "Ben", "Cleo"):
        sitting.purse(player, 0)
    sitting.nc(
        "Guard",
        type="regular",
        rank="good",
        concept=("Watchful", "good"),
        physique="good",
        charisma="basic",
        cunning="average",
    )
    sitting.face("Dara", "Guard")
    return sitting


def two(dara: dict[str, Any] = HERO, **options: Any) -> Sitting:
    """Ann's Dara and Ben's Eskil in a scene, with nobody against them yet, and no Luck."""
    sitting = Sitting("Ann", "Ben", **options)
    sitting.pc("Ann", "Dara", **dara)
    sitting.pc("Ben", "Eskil", **HERO)
    sitting.play()
    for player in ("Ann", "Ben"):
        sitting.purse(player, 0)
    return sitting


def attacking(**options: Any) -> Sitting:
    """Dara holds Momentum over the guard, with no bonus."""
    sitting = duel(**options)
    sitting.test("Dara", "roll-momentum", trait="physique", element="Lunge", faces=(8, 7))
    assert sitting.stand("Dara").momentum == "attacker"
    return sitting


def defending(**options: Any) -> Sitting:
    """The guard holds Momentum over Dara."""
    sitting = duel(**options)
    sitting.test("Dara", "roll-momentum", trait="physique", faces=(3, 2))
    assert sitting.stand("Dara").momentum == "defender"
    return sitting


def captain(**options: Any) -> Sitting:
    """Dara faces an Average hero with two Elements, Momentum not yet rolled; she has no Luck."""
    table = Sitting("Ann", **options)
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    elements = [("Sabre", "great", "physique"), ("Boots", "good", "physique")]
    table.nc("Captain", type="hero", rank="average", physique="good", elements=elements)
    table.face("Dara", "Captain")
    return table


def struck(**options: Any) -> Sitting:
    """The guard acts on Dara, who has to react."""
    sitting = defending(**options)
    strike(sitting)
    return sitting


def strike(sitting: Sitting, nc: str = "Guard", who: str = "Dara", *, riposte: bool = False) -> str:
    """An NC acts on a PC; the attack's id."""
    pairing = sitting.pairing(who)
    sitting.do("Gil", "nc-act", pairing=pairing.id, nc=sitting.id(nc), who=sitting.id(who), riposte=riposte)
    return list(sitting.state.attacks)[-1]


def open_up(sitting: Sitting, who: str = "Dara", faces: tuple[int, int] = (5, 4)) -> Any:
    """A PC takes the attack that waits Undefended."""
    attack = next(a.id for a in sitting.state.attacks.values() if a.who == sitting.id(who))
    sitting.do(sitting.player(who), "stand-open", attack=attack, who=sitting.id(who), faces=faces)
    for id_ in tuple(sitting.state.tests):
        sitting.do("Gil", "let-stand", test=id_)
    return sitting.settled()
