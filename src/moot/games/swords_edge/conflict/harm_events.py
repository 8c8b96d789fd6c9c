"""What can befall people in a conflict: harm, Dooms, lessons, Stunts; and what Tests do to NCs."""

from __future__ import annotations

from moot.core import Event
from moot.games.swords_edge.book import Level, Rank
from moot.games.swords_edge.people import Doom, Fate, Lesson, Penalty, Quality, Stunt


class Hurt(Event, tag="hurt"):
    """A PC took Penalty Ranks on a Trait or an SFX Quality; `dropped` would have gone below Weak."""

    who: str
    on: str
    penalties: tuple[Penalty, ...]
    dropped: int = 0
    level: Level | None = None


class Sidelined(Event, tag="sidelined"):
    """A PC cannot act or react for the rest of the scene, and is Undefended (SE-DMG-03)."""

    who: str


class DoomCame(Event, tag="doom-came"):
    """A PC faces a Doom."""

    who: str
    doom: Doom


class DoomAvoided(Event, tag="doom-avoided"):
    """An Advancement averted a Doom; after Legendary damage the Basic Weakness stays (SE-TRAP-14)."""

    who: str
    scar: Quality | None = None


class DoomMet(Event, tag="doom-met"):
    """A Doom took its course; a survivor gains Weaknesses."""

    who: str
    fate: Fate
    gains: tuple[Quality, ...] = ()


class NcStressed(Event, tag="nc-stressed"):
    """An NC took Stress; `now` is the Rank it is left at."""

    nc: str
    stress: int
    now: Rank
    level: Level | None = None


class NcOut(Event, tag="nc-out"):
    """An NC is overcome."""

    nc: str



class LessonDue(Event, tag="lesson-due"):
    """A critical failure brings an Advancement for what was used in that Test."""

    who: str
    lesson: Lesson


class LessonLapsed(Event, tag="lesson-lapsed"):
    """A critical failure brings nothing: nothing was used that can rise, or can still (SE-RD-08), or what could was
    `declined` (SE-RD-38). `test` is that of a lesson that was due."""

    who: str
    test: str = ""
    declined: bool = False


class LessonTaken(Event, tag="lesson-taken"):
    """A critical failure's Advancement raised a Quality or a Trait."""

    who: str
    test: str
    what: str
    was: Rank
    rank: Rank


class StuntDue(Event, tag="stunt-due"):
    """A natural 20 brings a Stunt, yet to be named."""

    who: str
    stunt: Stunt


class StuntNamed(Event, tag="stunt-named"):
    """A Stunt stands on the sheet."""

    who: str
    test: str
    quality: Quality


class FlawInvoked(Event, tag="flaw-invoked"):
    """An NC's flaw comes off its next TN, or off that of the attack or Seize that waits `on` the table."""

    nc: str
    on: str = ""


class NcExerted(Event, tag="nc-exerted"):
    """The GM's Luck adds a Quality to an NC's next TN."""

    nc: str
    what: str
