"""Best interests go round (part 6): the GM first, then hopping about the circle, until everyone has enough."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choose, Command, Compose, Event, Line, Offered, Offers, Part, Play, Refused, Seat, Write
from moot.core.choices import Item, Kind
from moot.games.wicked_age.book import NPC_INTERESTS, OPENING_INTERESTS, PLAYER_INTERESTS
from moot.games.wicked_age.cast import as_choices, guides_cast, no_watchers, others_met, players_cast
from moot.games.wicked_age.prepare.meeting import meet
from moot.games.wicked_age.state import Character, Interest, State, Turn
from moot.kit.happenings import Happening
from moot.kit.people import mine

_PLAYERS_HINT = "Set them against others where those look strong: that is what brings your character back."
_GUIDES_HINT = "Set them against players’ characters where those are weak; break up those who get on well."


def lacking(state: State) -> tuple[Character, ...]:
    """Everyone with a sheet who has too few interests for play (WA-BI-03, WA-RD-25)."""
    return tuple(who for who in (*players_cast(state), *guides_cast(state)) if who.interests_lacking)


def guide_first(state: State) -> bool:
    """Whether the GM has yet to begin, with an NPC (WA-BI-01)."""
    named_for = (state.characters.get(turn.character) for turn in state.circle)
    return not any(who is not None and who.npc for who in named_for)


def suggested(state: State) -> str:
    """The seat that the table proposes next: the next in the circle who is known to lack some (WA-BI-10), or nobody."""
    lack = [who for who in lacking(state) if who.known]
    seats = [seat for seat in state.seats if seat.guides or seat.plays]
    last = state.circle[-1].seat if state.circle else ""
    at = next((i for i, seat in enumerate(seats) if seat.id == last), -1) + 1
    for seat in (*seats[at:], *seats[:at]):
        if seat.guides if guide_first(state) else any(state.owns(seat, who.id) for who in lack):
            return seat.id
    return ""


class InterestsNamed(Event[State], tag="interests-named"):
    """A turn in the circle (WA-BI-02)."""

    seat: str
    character: str
    interests: tuple[Interest, ...]

    def evolve(self, state: State) -> State:
        turn = Turn(self.seat, self.character, tuple(one.id for one in self.interests))
        state = replace(state, circle=(*state.circle, turn), ids=state.ids + len(self.interests))
        whole = (*state.characters[self.character].interests, *self.interests)
        return state.with_character(self.character, interests=whole)

    def line(self, state: State) -> Line:
        many = "a best interest" if len(self.interests) == 1 else f"{len(self.interests)} best interests"
        said = "; ".join(f"“{interest.text}”" for interest in self.interests)
        return Line("sheet", f"{state.name(self.character)} has {many}: {said}.")


class NameInterests(Command[State], tag="name-interests"):
    """A turn in the circle: one best interest or more for one character (WA-BI-02)."""

    when, rules = frozenset({"interests", "play"}), ("WA-BI-02", "WA-BI-03", "WA-RD-15")
    urgency, giver, together = ("may", "must"), no_watchers("name best interests"), "Name what somebody is after"
    who: str
    interests: tuple[Item, ...]

    @classmethod
    def possible(cls, state: State) -> bool:
        return state.phase == "interests" or any(_most(state, who) > 0 for who in state.cast())

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        first = state.phase == "interests" and guide_first(state)
        if first and not seat.guides:
            raise Refused("gm-first", "The GM begins, with two interests for one of the strongest NPCs.", "WA-BI-01")
        own = mine(state, seat)
        if not own:
            raise Refused("nobody-of-yours", "You have nobody in this chapter to name interests for.")
        for who in own:
            if first:
                yield cls._opening(state, who)
            elif most := _most(state, who):
                yield cls._turn(state, seat, who, most)
        rule = "WA-RD-15" if seat.guides else "WA-BI-03"
        yield Refused("interests-enough", "Nobody of yours can take another interest now.", rule)

    @classmethod
    def _opening(cls, state: State, who: Character) -> Offered:
        kind = Kind("aimed", "Strikes at", targets=as_choices(players_cast(state)), writes=True)
        rules = ("WA-BI-01",)
        return cls.offer(
            rules, f"Begin with {who.name}", "",
            _field(who, "Two best interests", _GUIDES_HINT, (kind,), OPENING_INTERESTS, least=OPENING_INTERESTS),
            rules=rules,
            urgency="must",
            about=who.id,
            who=who.id,
        )

    @classmethod
    def _turn(cls, state: State, seat: Seat, who: Character, most: int) -> Offered:
        others = others_met(state, seat, who)
        alone = Kind("alone", "Names nobody else", writes=True)
        kinds = (Kind("aimed", "Against or about", targets=others, writes=True), alone) if others else (alone,)
        lacks, late = who.interests_lacking, state.phase == "play" and not who.npc
        asked = late or (state.phase == "interests" and (suggested(state) == seat.id or not who.known))
        need = f"{who.name} still needs {lacks}." if lacks else f"{who.name} has enough, and may have more."
        hint = _GUIDES_HINT if who.npc else _PLAYERS_HINT
        return cls.offer(
            ("WA-BI-02",),
            f"Name what {who.name} is after",
            f"{need} They can act once they have {PLAYER_INTERESTS.least}." if late else need,
            _field(who, "Best interests", hint, kinds, most),
            rules=(*cls.rules, "WA-RD-33") if late else None,
            urgency="must" if asked and who in lacking(state) else "may",
            about=who.id,
            who=who.id,
        )

    def enact(self, play: Play[State], rules: tuple[str, ...]) -> None:
        first = play.state.ids + 1
        interests = tuple(
            Interest(id=f"n{first + n}", text=item.detail.strip(), about=_about(play.state, self.who, item))
            for n, item in enumerate(self.interests)
        )
        meet(play, self.who, *(about for interest in interests for about in interest.about))
        play.record(InterestsNamed(seat=play.seat.id, character=self.who, interests=interests, rules=rules))


def _field(who: Character, label: str, hint: str, kinds: tuple[Kind, ...], most: int, least: int = 1) -> Compose:
    words = f"{who.name} wants"
    return Compose(name="interests", label=label, hint=hint, kinds=kinds, words=words, least=least, most=most)


def _most(state: State, who: Character) -> int:
    """How many more interests one turn may bring: an NPC has two at most, a player's character as many as wanted."""
    have = len(who.interests)
    if who.npc:
        return NPC_INTERESTS.most - have
    if state.phase == "play":
        return PLAYER_INTERESTS.most - have if who.interests_lacking else 0
    return max(1, PLAYER_INTERESTS.most - have)


def _about(state: State, who: str, item: Item) -> tuple[str, ...]:
    """Whom an interest is about: the one it is aimed at, and everyone known whose name stands in its words."""
    text = item.detail.casefold()
    named = [other.id for other in state.cast() if other.known and other.name.casefold() in text]
    return tuple(other for other in dict.fromkeys((item.target, *named)) if other and other != who)


def _own_interests(state: State, seat: Seat) -> list[tuple[Character, Interest]]:
    own = [(who, interest) for who in mine(state, seat) for interest in who.interests]
    if not own:
        raise Refused("no-interest", "You have named no interest yet.", "WA-BI-02")
    return own


class InterestRestated(Event[State], tag="interest-restated"):
    """An interest has other words."""

    character: str
    interest: Interest

    def evolve(self, state: State) -> State:
        had = state.characters[self.character].interests
        whole = tuple(self.interest if one.id == self.interest.id else one for one in had)
        return state.with_character(self.character, interests=whole)

    def line(self, state: State) -> Line:
        text = f"{state.name(self.character)}’s interest, put otherwise."
        return Line("sheet", text, quote=self.interest.text)


class OfInterest(Command[State]):
    """What can be done with an interest of one's own before play."""

    when, rules, urgency = frozenset({"interests"}), ("WA-BI-05",), "tool"
    giver = no_watchers("have best interests")
    interest: str


class RestateInterest(OfInterest, tag="restate-interest"):
    """Say an interest in other words, or of other people, before play."""

    text: str
    about: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, one in _own_interests(state, seat):
            text = Write(name="text", label="In other words", default=one.text, lines=2)
            named = (state.characters[id_] for id_ in one.about)  # some of them may be out by now
            known = as_choices(tuple(each for each in named if each.known or seat.guides))
            whom = tuple(dict.fromkeys((*others_met(state, seat, who), *known)))
            was = tuple(choice.value for choice in whom if choice.value in one.about)
            about = Choose(name="about", label="Against or about", choices=whom, least=0, many=True, default=was)
            yield cls.offer(who, f"Put it otherwise: {one.text}", "", text, about, about=who.id, interest=one.id)

    def enact(self, play: Play[State], who: Character) -> None:
        interest = Interest(id=self.interest, text=self.text.strip(), about=self.about)
        meet(play, *interest.about)
        play.record(InterestRestated(character=who.id, interest=interest, rules=self.rules))


class InterestDropped(Happening[State], tag="interest-dropped"):
    """An interest was taken back."""

    sentence, about = ("sheet", "{character} has one best interest fewer."), "character"
    character: str
    interest: str

    def evolve(self, state: State) -> State:
        had = state.characters[self.character].interests
        return state.with_character(self.character, interests=tuple(one for one in had if one.id != self.interest))


class DropInterest(OfInterest, tag="drop-interest"):
    """Take an interest back before play."""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, one in _own_interests(state, seat):
            yield cls.offer(who, f"Take it back: {one.text}", about=who.id, interest=one.id)

    def enact(self, play: Play[State], who: Character) -> None:
        play.record(InterestDropped(character=who.id, interest=self.interest, rules=self.rules))


INTERESTS: Final[Part[State]] = Part(
    NameInterests, RestateInterest, DropInterest, InterestsNamed, InterestRestated, InterestDropped
)
"""The circle of best interests: all in the open."""
