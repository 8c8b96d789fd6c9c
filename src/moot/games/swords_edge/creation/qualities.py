"""Elements, the Weakness, and the words of a sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Field, Line, Offered, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import OfCharacter, drafts, my_draft, name_field, needs_player, trait_field
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.creation.legality import check
from moot.games.swords_edge.figures import PRICES, TraitId
from moot.games.swords_edge.state import ALWAYS, AboutCharacter, State
from moot.kit.people import mine


def fetish_field(state: State) -> tuple[Write, ...]:
    """The blank for what comes with an SFX Quality, where the table plays with Fetishes (SE-SFX-11)."""
    if state.options.fetishes != "on":
        return ()
    hint = "An item, quirk or taboo: −2 on every Test with this Trait, and without it the power is gone."
    return (name_field("Its Fetish", hint, "fetish"),)


class QualityAdded(AboutCharacter, tag="quality-added"):
    """An Element, Weakness or Fetish was written on a sheet in the making."""

    quality: Quality

    def evolve(self, state: State) -> State:
        who = state.characters[self.who].with_quality(self.quality)
        return replace(state, ids=state.ids + 1).with_character(who)

    def line(self, state: State) -> Line:
        added = self.quality
        return Line("sheet", f"{state.named(self.who)}: {added.name} ({added.described}, {ladder.title(added.rank)}).")


class AddElement(OfCharacter, tag="add-element"):
    """Buy an Element, or with `sfx` an SFX Quality and its Fetish."""

    when, rules, while_any = ALWAYS, ("SE-CRE-05", "SE-CRE-06", "SE-CRE-07", "SE-CRE-08", "SE-SFX-01"), "drafted"
    name: str
    trait: TraitId
    sfx: bool = False
    fetish: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_draft(state, seat)
        if check(who, state.options).left < PRICES["element"].first:
            raise Refused("nothing-left", "An Element costs a Rank, and none is left.")
        why = "A skill, a knack, a signature item: one Rank, at Good. Not too broad, or the GM charges more."
        yield cls.offer_of(who, "Buy an Element", why, name_field("Element"), trait_field(), sfx=False)
        if state.options.powers:
            blanks: tuple[Field, ...] = (name_field("SFX Quality"), trait_field(), *fetish_field(state))
            why = "Magic, psychics, powers: one Rank, at Basic, which still means −2."
            rules = ("SE-SFX-02", "SE-SFX-11", "SE-TRAP-16")
            yield cls.offer_of(who, "Buy an SFX Quality", why, *blanks, sfx=True, rules=rules)

    def enact(self, play: Play[State], who: Character) -> None:
        id_ = play.state.next_id
        rank = PRICES["sfx" if self.sfx else "element"].start
        quality = Quality(id_, "element", self.name.strip(), rank, self.trait, sfx=self.sfx)
        play.record(QualityAdded(who=who.id, quality=quality, rules=("SE-CRE-05",)))
        if self.fetish.strip():
            start = PRICES["fetish"].start
            fetish = Quality(play.state.next_id, "fetish", self.fetish.strip(), start, self.trait, bound=id_)
            play.record(QualityAdded(who=who.id, quality=fetish, rules=("SE-SFX-11", "SE-RD-18", "SE-RD-44")))


class AddWeakness(OfCharacter, tag="add-weakness"):
    """Take a Weakness for one more Rank (SE-CRE-09)."""

    when, rules, urgency = ALWAYS, ("SE-CRE-09", "SE-RD-19"), "tool"
    name: str
    trait: TraitId

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_draft(state, seat)
        if who.counting("invoked"):
            raise Refused("two-weaknesses", "One Weakness to begin with is all.", "SE-RD-19")
        why = "One Rank more to spend. It is −2 whenever somebody invokes it, and that brings you Luck."
        trait = trait_field(hint="It counts in Tests with this Trait.")
        yield cls.offer_of(who, "Take a Weakness", why, name_field("Weakness"), trait)

    def enact(self, play: Play[State], who: Character) -> None:
        start = PRICES["weakness"].start
        quality = Quality(play.state.next_id, "weakness", self.name.strip(), start, self.trait)
        play.record(QualityAdded(who=who.id, quality=quality, rules=self.rules))


class QualityDropped(AboutCharacter, tag="quality-dropped"):
    """A Quality was struck, and a Fetish with its SFX Quality."""

    sentence = ("sheet", "{who}: {name} is struck.")
    what: str
    name: str

    def evolve(self, state: State) -> State:
        kept = (q for q in state.characters[self.who].qualities if self.what not in (q.id, q.bound))
        return state.with_pc(self.who, qualities=tuple(kept))


class DropQuality(OfCharacter, tag="drop-quality"):
    """Strike an Element or the Weakness."""

    when, rules, urgency = ALWAYS, ("SE-CRE-05", "SE-CRE-09"), "tool"
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_draft(state, seat)
        droppable = who.counting("one", "invoked")
        if not droppable:
            raise Refused("nothing-to-drop", "There is no Element and no Weakness to strike.")
        choices = tuple(Choice(q.id, q.name, group=q.described) for q in droppable)
        what = Choose(name="what", label="Which?", choices=choices)
        why = "What it cost can be spent again."
        yield cls.offer_of(who, "Strike an Element or Weakness", why, what)

    def enact(self, play: Play[State], who: Character) -> None:
        play.record(QualityDropped(who=who.id, what=self.what, name=who.quality(self.what).name))


class QualityReworded(AboutCharacter, tag="quality-reworded"):
    """A Quality has another name, or the character, where `what` is their own id."""

    what: str
    was: str
    name: str

    def evolve(self, state: State) -> State:
        if self.what == self.who:
            return state.with_pc(self.who, name=self.name)
        return state.with_character(state.characters[self.who].changing(self.what, name=self.name, refused=False))

    def line(self, state: State) -> Line:
        whose = "" if self.what == self.who else f"{state.named(self.who)}: "
        return Line("sheet", f"{whose}{self.was} is now {self.name}.")


class Reword(OfCharacter, tag="reword"):
    """Give another name: to a character at any time, to any Quality while the sheet is made, later to what the GM found
    too broad (SE-CRE-07)."""

    when, rules, urgency = ALWAYS, ("SE-CRE-07",), ("tool", "must")
    what: str
    name: str

    @classmethod
    def urgent(cls, state: State) -> tuple[Urgency, ...]:
        broad = any(quality.refused for who in state.characters.values() for quality in who.qualities)
        return ("tool", "must") if broad else ("tool",)

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in mine(state, seat):
            broad = [quality for quality in who.qualities if quality.refused]
            yield cls._offer(who, broad, must=bool(broad))
        for who in drafts(state, seat):
            yield cls._offer(who, who.qualities, must=any(quality.refused for quality in who.qualities))
        needs_player(seat, "rewords a Quality")
        raise Refused("nothing-to-reword", "Words change while a sheet is made, or when the GM finds them too broad.")

    @classmethod
    def _offer(cls, who: Character, qualities: Iterable[Quality], *, must: bool) -> Offered:
        words = tuple(
            Choice(q.id, q.name, hint="The GM finds it too broad" if q.refused else "", group=q.described)
            for q in qualities
        )
        what = Choose(name="what", label="Which?", choices=(*words, Choice(who.id, who.name, group="Name")))
        label = "Reword a Quality, or the name" if words else f"Rename {who.name}"
        return cls.offer_of(who, label, "", what, name_field("New words"), urgency="must" if must else "tool")

    def enact(self, play: Play[State], who: Character) -> None:
        was = who.name if self.what == who.id else who.quality(self.what).name
        play.record(QualityReworded(who=who.id, what=self.what, was=was, name=self.name.strip()))


class FacultyTied(AboutCharacter, tag="faculty-tied"):
    """The Faculty goes with another Trait."""

    trait: TraitId

    def evolve(self, state: State) -> State:
        who = state.characters[self.who]
        (faculty,) = (one for one in who.counting("free") if one.trait)
        return state.with_character(who.changing(faculty.id, trait=self.trait))

    def line(self, state: State) -> Line:
        return Line("sheet", f"{state.named(self.who)}’s Faculty goes with {ladder.title(self.trait)}.")


class TieFaculty(OfCharacter, tag="tie-faculty"):
    """Tie the Faculty to another Trait."""

    when, rules, urgency, records = ALWAYS, ("SE-CRE-02",), "tool", FacultyTied
    trait: TraitId

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_draft(state, seat)
        (faculty,) = (one for one in who.counting("free") if one.trait)
        label = f"Tie {faculty.name} to another Trait"
        why = f"It goes with {ladder.title(faculty.trait)} now."
        yield cls.offer_of(who, label, why, trait_field())


QUALITIES: Final[Part[State]] = Part(
    AddElement, AddWeakness, Reword, TieFaculty, DropQuality, QualityAdded, QualityReworded, FacultyTied, QualityDropped
)
