"""Elements, the Weakness, and the words of a sheet; and the GM's say on what covers too much."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, Write
from moot.games.swords_edge import ladder
from moot.games.swords_edge.creation import commands as c, events as e
from moot.games.swords_edge.creation.blanks import my_drafts, name_field, trait_field
from moot.games.swords_edge.creation.drafting import EVERYWHERE
from moot.games.swords_edge.creation.legality import check
from moot.games.swords_edge.creation.ranks import what_it_is
from moot.games.swords_edge.makings import PRICES, SURCHARGE
from moot.games.swords_edge.people import Quality
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide


def _element_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in my_drafts(state, seat):
        left = check(who, state.options).left
        if left < PRICES["element"].first:
            raise Refused("nothing-left", "An Element costs a Rank, and none is left.", "SE-CRE-05")
        yield Offer(
            do="add-element",
            label="Buy an Element",
            why="A skill, a knack, a signature item: one Rank, at Good. Not too broad, or the GM charges more.",
            fixed={"who": who.id, "sfx": False},
            fields=(name_field("Element"), trait_field()),
            rules=("SE-CRE-05", "SE-CRE-06", "SE-CRE-07", "SE-CRE-08", "SE-SFX-01"),
            about=who.id,
        )
        if state.options.powers:
            yield _sfx_offer(state, who.id)


def _sfx_offer(state: State, who: str) -> Offer:
    fetish: tuple[Write, ...] = ()
    if state.options.fetishes == "on":
        hint = "An item, quirk or taboo: −2 on every Test with this Trait, and without it the power is gone."
        fetish = (name_field("Its Fetish", hint, "fetish"),)
    return Offer(
        do="add-element",
        label="Buy an SFX Quality",
        why="Magic, psychics, powers: one Rank, at Basic, which is still −2.",
        fixed={"who": who, "sfx": True},
        fields=(name_field("SFX Quality"), trait_field(), *fetish),
        rules=("SE-SFX-02", "SE-SFX-11", "SE-TRAP-16"),
        about=who,
    )


def _add_element(play: Play[State], command: c.AddElement) -> None:
    id_ = play.state.next_id
    rank = PRICES["sfx" if command.sfx else "element"].start
    quality = Quality(id_, "element", command.name.strip(), rank, command.trait, sfx=command.sfx)
    play.record(e.QualityAdded(who=command.who, quality=quality, rules=("SE-CRE-05",)))
    if command.fetish.strip():
        start = PRICES["fetish"].start
        fetish = Quality(play.state.next_id, "fetish", command.fetish.strip(), start, command.trait, bound=id_)
        play.record(e.QualityAdded(who=command.who, quality=fetish, rules=("SE-SFX-11", "SE-RD-18", "SE-RD-44")))


def _weakness_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in my_drafts(state, seat):
        if who.of("weakness"):
            raise Refused("two-weaknesses", "One Weakness to begin with is all.", "SE-RD-19")
        yield Offer(
            do="add-weakness",
            label="Take a Weakness",
            why="One Rank more to spend. It is −2 whenever somebody invokes it, and that brings you Luck.",
            fixed={"who": who.id},
            fields=(name_field("Weakness"), trait_field(hint="It counts in Tests with this Trait.")),
            rules=("SE-CRE-09", "SE-RD-19"),
            urgency="tool",
            about=who.id,
        )


def _add_weakness(play: Play[State], command: c.AddWeakness) -> None:
    start = PRICES["weakness"].start
    quality = Quality(play.state.next_id, "weakness", command.name.strip(), start, command.trait)
    play.record(e.QualityAdded(who=command.who, quality=quality, rules=("SE-CRE-09", "SE-RD-19")))


def _reword_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in my_drafts(state, seat):
        choices = tuple(
            Choice(q.id, q.name, hint="The GM finds it too broad" if q.refused else "", group=what_it_is(q))
            for q in who.qualities
        )
        yield Offer(
            do="reword",
            label="Reword a Quality",
            fixed={"who": who.id},
            fields=(Choose(name="what", label="Which?", choices=choices), name_field("New words")),
            rules=("SE-CRE-07",),
            urgency="must" if any(q.refused for q in who.qualities) else "tool",
            about=who.id,
        )


def _reword(play: Play[State], command: c.Reword) -> None:
    was = play.state.characters[command.who].quality(command.what).name
    play.record(e.QualityReworded(who=command.who, what=command.what, was=was, name=command.name.strip()))


def _tie_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in my_drafts(state, seat):
        (faculty,) = who.of("faculty")
        yield Offer(
            do="tie-faculty",
            label=f"Tie {faculty.name} to another Trait",
            why=f"It goes with {ladder.title(faculty.trait)} now.",
            fixed={"who": who.id},
            fields=(trait_field(),),
            rules=("SE-CRE-02",),
            urgency="tool",
            about=who.id,
        )


def _tie(play: Play[State], command: c.TieFaculty) -> None:
    play.record(e.FacultyTied(who=command.who, trait=command.trait, rules=("SE-CRE-02",)))


def _drop_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in my_drafts(state, seat):
        droppable = who.of("element", "weakness")
        if not droppable:
            raise Refused("nothing-to-drop", "There is no Element and no Weakness to strike.", "SE-CRE-05")
        choices = tuple(Choice(q.id, q.name, group=what_it_is(q)) for q in droppable)
        yield Offer(
            do="drop-quality",
            label="Strike an Element or Weakness",
            why="What it cost can be spent again.",
            fixed={"who": who.id},
            fields=(Choose(name="what", label="Which?", choices=choices),),
            rules=("SE-CRE-05", "SE-CRE-09"),
            urgency="tool",
            about=who.id,
        )


def _drop(play: Play[State], command: c.DropQuality) -> None:
    name = play.state.characters[command.who].quality(command.what).name
    play.record(e.QualityDropped(who=command.who, what=command.what, name=name))


_RULINGS = {"as-it-is": 0, "one-more": 1, "two-more": SURCHARGE, "refused": 0}


def _judge_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "judges what a Quality covers", "SE-CRE-07")
    rulings = (
        Choice("as-it-is", "Fine as it is", hint="Too narrow is the player’s own loss."),
        Choice("one-more", "One Rank more to have, and for each step"),
        Choice("two-more", f"{SURCHARGE} Ranks more to have, and for each step"),
        Choice("refused", "Too broad: reword it"),
    )
    for who in state.characters.values():
        if not who.made:
            choices = tuple(
                Choice(q.id, q.name, group=what_it_is(q)) for q in who.of("concept", "background", "faculty", "element")
            )
            yield Offer(
                do="judge-quality",
                label=f"Judge a Quality of {who.name}",
                why="A Quality that covers too much may cost more, or be refused.",
                fixed={"who": who.id},
                fields=(
                    Choose(name="what", label="Which?", choices=choices),
                    Choose(name="ruling", label="What do you say?", choices=rulings),
                ),
                rules=("SE-CRE-07", "SE-GM-01"),
                urgency="tool",
                about=who.id,
            )


def _judge(play: Play[State], command: c.JudgeQuality) -> None:
    play.record(
        e.QualityJudged(
            who=command.who,
            what=command.what,
            surcharge=_RULINGS[command.ruling],
            refused=command.ruling == "refused",
            rules=("SE-CRE-07",),
        )
    )


VERBS = (
    Verb(c.AddElement, EVERYWHERE, _element_offers, _add_element),
    Verb(c.AddWeakness, EVERYWHERE, _weakness_offers, _add_weakness),
    Verb(c.Reword, EVERYWHERE, _reword_offers, _reword),
    Verb(c.TieFaculty, EVERYWHERE, _tie_offers, _tie),
    Verb(c.DropQuality, EVERYWHERE, _drop_offers, _drop),
    Verb(c.JudgeQuality, EVERYWHERE, _judge_offers, _judge),
)
