"""Best interests go round (part 6): the GM first, then hopping about the circle, until everyone has enough."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choose, Compose, Item, Kind, Offer, Play, Refused, Seat, Verb, Write
from moot.games.wicked_age.book import NPC_INTERESTS, OPENING_INTERESTS, PLAYER_INTERESTS
from moot.games.wicked_age.cast import as_choices, guides_cast, met, needs_part, players_cast
from moot.games.wicked_age.prepare.commands import DropInterest, NameInterests, RestateInterest
from moot.games.wicked_age.prepare.events import InterestDropped, InterestRestated, InterestsNamed
from moot.games.wicked_age.prepare.meeting import meet
from moot.games.wicked_age.state import Character, Interest, State

_PLAYERS_HINT = "Set them against others where those look strong: that is what brings your character back."
_GUIDES_HINT = "Set them against players' characters where those are weak; break up whoever gets on well."


def least(who: Character) -> int:
    """How many interests `who` needs before play (WA-BI-02, WA-RD-15)."""
    return NPC_INTERESTS.least if who.npc else PLAYER_INTERESTS.least


def lacking(state: State) -> tuple[Character, ...]:
    """Everyone with a sheet who has too few interests for play (WA-BI-03, WA-RD-25)."""
    cast = (*players_cast(state), *guides_cast(state))
    return tuple(who for who in cast if len(who.interests) < least(who))


def guide_first(state: State) -> bool:
    """Whether the GM has yet to begin (WA-BI-01); without any NPC there is nothing to begin with."""
    return not state.circle and bool(guides_cast(state))


def suggested(state: State) -> str:
    """The seat that the table proposes next: the next in the circle who still lacks some (WA-BI-10); empty for none."""
    lack = lacking(state)
    seats = [seat for seat in state.seats if seat.guides or seat.plays]
    last = state.circle[-1].seat if state.circle else ""
    at = next((i for i, seat in enumerate(seats) if seat.id == last), -1) + 1
    for seat in (*seats[at:], *seats[:at]):
        if seat.guides if guide_first(state) else any(state.owns(seat, who.id) for who in lack):
            return seat.id
    return ""


def _own(state: State, seat: Seat) -> list[Character]:
    return [who for who in state.cast() if state.owns(seat, who.id)]


def _name_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "name best interests", "WA-BI-02")
    first = state.phase == "interests" and guide_first(state)
    if first and not seat.guides:
        raise Refused("gm-first", "The GM begins, with two interests for one of the strongest NPCs.", "WA-BI-01")
    own = _own(state, seat)
    if not own:
        raise Refused("nobody-of-yours", "You have nobody in this chapter to name interests for.", "WA-BI-02")
    if first:
        for who in own:
            yield _opening_offer(state, who)
        return
    open_to = [who for who in own if _room(state, who)]
    if not open_to:
        rule = "WA-RD-15" if seat.guides else "WA-BI-03"
        raise Refused("interests-enough", "Nobody of yours can take another interest now.", rule)
    for who in open_to:
        yield _turn_offer(state, seat, who)


def _room(state: State, who: Character) -> int:
    """How many more interests one turn may bring: an NPC has two at most, a player's character as many as wanted."""
    have = len(who.interests)
    if who.npc:
        return NPC_INTERESTS.most - have
    if state.phase == "play":
        return PLAYER_INTERESTS.most - have if have < PLAYER_INTERESTS.least else 0
    return max(1, PLAYER_INTERESTS.most - have)


def _opening_offer(state: State, who: Character) -> Offer:
    targets = as_choices(players_cast(state))
    kind = Kind("aimed", "Strikes at", targets=targets, writes=True)
    return Offer(
        do="name-interests",
        fixed={"who": who.id},
        label=f"Begin with {who.name}",
        why="One of your strongest NPCs, with two interests, each striking straight at a player's character.",
        fields=(
            Compose(
                name="interests",
                label="Two best interests",
                hint=_GUIDES_HINT,
                kinds=(kind,),
                least=OPENING_INTERESTS,
                most=OPENING_INTERESTS,
            ),
        ),
        rules=("WA-BI-01",),
        urgency="must",
        about=who.id,
    )


def _turn_offer(state: State, seat: Seat, who: Character) -> Offer:
    others = as_choices(tuple(other for other in met(state, seat) if other.id != who.id))
    alone = Kind("alone", "Names nobody else", writes=True)
    kinds = (Kind("aimed", "Against or about", targets=others, writes=True), alone) if others else (alone,)
    lacks = max(0, least(who) - len(who.interests))
    need = f"{who.name} still needs {lacks}." if lacks else f"{who.name} has enough, and may have more."
    return Offer(
        do="name-interests",
        fixed={"who": who.id},
        label=f"Name what {who.name} is after",
        why=need,
        fields=(
            Compose(
                name="interests",
                label="Best interests",
                hint=_GUIDES_HINT if who.npc else _PLAYERS_HINT,
                kinds=kinds,
                most=_room(state, who),
            ),
        ),
        rules=("WA-BI-02", "WA-BI-03", "WA-RD-15"),
        urgency="must" if lacks and suggested(state) == seat.id and state.phase == "interests" else "may",
        about=who.id,
    )


def _name(play: Play[State], command: NameInterests) -> None:
    rules = ("WA-BI-01",) if play.state.phase == "interests" and guide_first(play.state) else ("WA-BI-02",)
    first = play.state.ids + 1
    interests = tuple(
        Interest(id=f"n{first + n}", text=item.detail.strip(), about=_about(play.state, command.who, item))
        for n, item in enumerate(command.interests)
    )
    meet(play, command.who, *(about for interest in interests for about in interest.about))
    play.record(InterestsNamed(seat=play.seat.id, character=command.who, interests=interests, rules=rules))


def _about(state: State, who: str, item: Item) -> tuple[str, ...]:
    """Whom an interest is about: the one it is aimed at, and everyone known whose name stands in its words."""
    text = item.detail.casefold()
    named = [other.id for other in state.cast() if other.known and other.name.casefold() in text]
    return tuple(other for other in dict.fromkeys((item.target, *named)) if other and other != who)


def _restate_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who, interest in _own_interests(state, seat):
        others = as_choices(tuple(other for other in met(state, seat) if other.id != who.id))
        about = Choose(
            name="about",
            label="Against or about",
            choices=others,
            least=0,
            many=True,
            default=interest.about,
        )
        yield Offer(
            do="restate-interest",
            fixed={"interest": interest.id},
            label=f"Put it otherwise: {interest.text}",
            fields=(Write(name="text", label="In other words", default=interest.text, lines=2), about),
            rules=("WA-BI-05",),
            urgency="tool",
            about=who.id,
        )


def _own_interests(state: State, seat: Seat) -> list[tuple[Character, Interest]]:
    needs_part(seat, "have best interests", "WA-BI-05")
    own = [(who, interest) for who in _own(state, seat) for interest in who.interests]
    if not own:
        raise Refused("no-interest", "You have named no interest yet.", "WA-BI-02")
    return own


def _holder(state: State, interest: str) -> str:
    return next(who.id for who in state.characters.values() if any(one.id == interest for one in who.interests))


def _restate(play: Play[State], command: RestateInterest) -> None:
    interest = Interest(id=command.interest, text=command.text.strip(), about=command.about)
    who = _holder(play.state, command.interest)
    meet(play, *interest.about)
    play.record(InterestRestated(character=who, interest=interest, rules=("WA-BI-05",)))


def _drop_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who, interest in _own_interests(state, seat):
        yield Offer(
            do="drop-interest",
            fixed={"interest": interest.id},
            label=f"Take it back: {interest.text}",
            rules=("WA-BI-05",),
            urgency="tool",
            about=who.id,
        )


def _drop(play: Play[State], command: DropInterest) -> None:
    who = _holder(play.state, command.interest)
    play.record(InterestDropped(character=who, interest=command.interest, rules=("WA-BI-05",)))


VERBS = (
    Verb(NameInterests, frozenset({"interests", "play"}), _name_offers, _name),
    Verb(RestateInterest, frozenset({"interests"}), _restate_offers, _restate),
    Verb(DropInterest, frozenset({"interests"}), _drop_offers, _drop),
)
