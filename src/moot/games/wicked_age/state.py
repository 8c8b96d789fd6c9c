"""The state of a table of In a Wicked Age: what all the events so far add up to."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from moot.games.wicked_age.book import NPC_INTERESTS, PLAYER_INTERESTS, POTENCY, STRENGTH_OPTIONS, Does, OptionName
from moot.games.wicked_age.sequence import Sequence
from moot.kit.keyed import changed
from moot.kit.people import Peopled

Phase: TypeAlias = Literal[
    "oracle", "dealing", "reading", "listing", "choosing", "sheets", "interests", "play", "between"
]
"""oracle: an oracle is to be chosen; dealing: four cards are to be dealt; reading: the entries are to be read out;
listing: the list of characters is drawn up; choosing: players claim figures; sheets: sheets and strengths are made;
interests: best interests go round; play: the chapter is played; between: it is closed and the next is not yet open."""

SHEETS_ON: Final = frozenset({"sheets", "interests", "play"})
"""The phases from the making of sheets to the end of the chapter."""

When: TypeAlias = Literal["", "before", "after", "far-away"]
"""How a later chapter lies to the one before it."""


class Options(msgspec.Struct, frozen=True, rename="kebab"):
    """The options of the table, a field for each one in options.toml."""

    compare: Literal["all", "two"] = "all"
    tie_reroll: Literal["rebuild", "among-tied"] = "rebuild"
    won_dice: Literal["per-pair", "per-character"] = "per-pair"
    names_per_sequence: Literal["any", "one"] = "any"
    smaller_than: Literal["exchanged", "opposed"] = "exchanged"
    lapsed_answers: Literal["lose-move", "keep-move"] = "lose-move"
    backing_away: Literal["every-round", "first-round"] = "every-round"
    consequential_npc: Literal["one-die", "both-dice"] = "one-die"
    forms: Literal["per-sequence", "per-round"] = "per-sequence"
    out_of_chapter: Literal["not-replaced", "new-figure"] = "not-replaced"
    won_dice_change_hands: Literal["next-round", "at-once"] = "next-round"
    consequential_after: Literal["absolute-win", "agreed-end-too"] = "absolute-win"
    talk: Literal["round-end", "each-exchange"] = "round-end"
    duel_winner_named: Literal["no", "yes"] = "no"
    who_answers: Literal["mover-names", "opposers-may-claim"] = "mover-names"
    joining: Literal["before-opening", "later-rounds"] = "before-opening"
    future_actions: Literal["refused", "warned"] = "refused"
    names_and_talk: Literal["names-first", "talk-first"] = "names-first"
    opening_later: Literal["oldest-name", "fresh"] = "oldest-name"
    others_strike: Literal["in-order", "no"] = "in-order"
    healing: Literal["heal", "keep-harm"] = "heal"
    growth: Literal["one-per-chapter", "none"] = "one-per-chapter"
    significance_ceiling: Literal["5", "3", "8"] = "5"


class OracleEntry(msgspec.Struct, frozen=True):
    """One entry of an oracle: the card it answers to (`KD`), its words, and the figures that it names and implies."""

    card: str
    text: str
    named: tuple[str, ...] = ()
    implied: tuple[str, ...] = ()
    wanted: str = ""
    wrong: str = ""


class Figure(msgspec.Struct, frozen=True):
    """Somebody on the list of characters. `claims` are the seats that want them (two or more: not yet agreed).

    `also` are the figures found to be the same person (WA-ORA-04), `returns` the character of an earlier chapter who
    stands here (WA-NEXT-02).
    """

    id: str
    name: str
    card: str = ""
    claims: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    returns: str = ""


class StrengthOption(msgspec.Struct, frozen=True):
    """One option of a particular strength; broad names `form`, consequential `form` and `npc_form` (WA-STR-03). `note`
    says in words how far a far-reaching one reaches."""

    kind: OptionName
    form: str = ""
    npc_form: str = ""
    note: str = ""


class Strength(msgspec.Struct, frozen=True):
    """A particular strength and its one sheet, shared by all who have it (WA-RD-28).

    `made` is false while it is only named (WA-CHA-04). `grown` is the last chapter in which it grew (WA-NEXT-07).
    `known` is false while it stands on hidden sheets alone.
    """

    id: str
    name: str
    made: bool = False
    description: str = ""
    takes: str = ""
    form: str = ""
    npc_form: str = ""
    options: tuple[StrengthOption, ...] = ()
    significance: int = 1
    grown: int = 0
    known: bool = True

    def taken(self, does: Does) -> tuple[StrengthOption, ...]:
        """Its options that do this."""
        return tuple(option for option in self.options if STRENGTH_OPTIONS[option.kind].does == does)

    @property
    def lacks_option(self) -> bool:
        """Whether its significance is worth another option (WA-STR-03)."""
        return len(self.options) < self.significance

    @property
    def die(self) -> int:
        """The die it adds to the pool: d8, d10 potent, d12 doubly potent (WA-STR-07, WA-NEXT-08)."""
        return POTENCY[len(self.taken("die"))]

    @property
    def forms(self) -> tuple[str, ...]:
        """Every player's form by which it can be used (WA-STR-08)."""
        return (self.form, *(option.form for option in self.taken("form")))


class Interest(msgspec.Struct, frozen=True):
    """A best interest, and the characters it is cast against or involves."""

    id: str
    text: str
    about: tuple[str, ...] = ()


class Character(msgspec.Struct, frozen=True):
    """Anyone with a sheet.

    `player` is the seat that plays them, empty for the GM's. `forms` holds the dice as they are now and `unhurt` as
    they were made: one die a form for players' characters, two for NPCs, 0 for a die that is used up. `known`: the
    table knows of them; `shown`: their sheet is open to all; `seen`: the strengths that the table has seen of a closed
    one. `here`: in this chapter; `gone`: out of it (WA-CQ-05); `dead`: agreed; `doomed`: alive in this chapter, which
    falls before an agreed death (WA-NEXT-06).
    """

    id: str
    name: str
    player: str = ""
    description: str = ""
    forms: dict[str, tuple[int, ...]] = {}
    unhurt: dict[str, tuple[int, ...]] = {}
    strengths: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    interests: tuple[Interest, ...] = ()
    marks: tuple[str, ...] = ()
    figure: str = ""
    known: bool = True
    shown: bool = False
    here: bool = True
    gone: bool = False
    dead: bool = False
    doomed: bool = False

    @property
    def npc(self) -> bool:
        """Whether the GM plays them."""
        return not self.player

    @property
    def interests_lacking(self) -> int:
        """How many more best interests they need before they can be played (WA-BI-02, WA-RD-15)."""
        return max(0, (NPC_INTERESTS if self.npc else PLAYER_INTERESTS).least - len(self.interests))

    @property
    def ready(self) -> bool:
        """Whether they can be in conflicts: a player's character needs best interests first (WA-RD-33)."""
        return bool(self.forms) and (self.npc or not self.interests_lacking)

    @property
    def zeros(self) -> int:
        """How many of their dice are at 0 (WA-CQ-05)."""
        return sum(die == 0 for dice in self.forms.values() for die in dice)

    @property
    def able(self) -> bool:
        """Whether they can take part in anything this chapter."""
        return self.here and not self.gone and not self.dead


class Owed(msgspec.Struct, frozen=True):
    """A name on the owe list (WA-OWE-03). `struck` says what it went for, empty while it stands."""

    id: str
    character: str
    player: str
    chapter: int
    struck: Literal["", "advantage", "chapter", "corrected"] = ""


class Turn(msgspec.Struct, frozen=True):
    """A turn in the circle of best interests, kept in the order taken (WA-BI-02)."""

    seat: str
    character: str
    interests: tuple[str, ...]


class State(Peopled[Character], frozen=True):
    """A table of In a Wicked Age. Ids are short, unique at the table, and handed out by `next_id`.

    `falls` says when the chapter takes place in words, `when` how that lies to the chapter before (WA-NEXT-01).
    `opener` is the seat whose name opened it. `strikers` are the seats that have said whether they bring somebody
    back (WA-NEXT-03). `sequences` are those that run and the one that ended last, `fought` is who was in one of this
    chapter (WA-RD-31).
    """

    among = "characters"

    options: Options
    phase: Phase = "oracle"
    chapter: int = 1
    falls: str = ""
    when: When = ""
    opener: str = ""
    oracle: str = ""
    own_oracles: dict[str, OwnOracle] = {}
    dealt: tuple[OracleEntry, ...] = ()
    figures: dict[str, Figure] = {}
    characters: dict[str, Character] = {}
    strengths: dict[str, Strength] = {}
    circle: tuple[Turn, ...] = ()
    owe: tuple[Owed, ...] = ()
    strikers: tuple[str, ...] = ()
    sequences: dict[str, Sequence] = {}
    fought: tuple[str, ...] = ()

    def with_character(self, who: str, **changes: object) -> State:
        """This state with one sheet changed."""
        return msgspec.structs.replace(self, characters=changed(self.characters, who, **changes))

    def cast(self) -> tuple[Character, ...]:
        """Everyone with a sheet who can take part in this chapter, in the order made."""
        return tuple(who for who in self.characters.values() if who.able)

    def fighting(self, character: str) -> Sequence | None:
        """The running sequence that `character` is in, if any."""
        return next((one for one in self.running if one.holds(character)), None)

    @property
    def running(self) -> list[Sequence]:
        """The sequences that are not over."""
        return [one for one in self.sequences.values() if one.phase != "over"]


class OwnOracle(msgspec.Struct, frozen=True):
    """An oracle that the group brought: a title, 52 entries, names."""

    id: str
    title: str
    entries: tuple[OracleEntry, ...]
    names: tuple[str, ...] = ()
