"""What can have happened around the conflicts of a session."""

from __future__ import annotations

from typing import TypeAlias

from moot.core import Event
from moot.games.swords_edge.book import Rank
from moot.games.swords_edge.people import Quality
from moot.games.swords_edge.purse import Payment
from moot.games.swords_edge.state import Temptation, Use


class SessionOpened(Event, tag="session-opened"):
    """A session began; `luck` is what each seat starts with, `pool` what lies in the middle."""

    session: int
    luck: dict[str, int]
    pool: int = 0


class SessionEnded(Event, tag="session-ended"):
    """A session is over, and all Luck with it."""

    session: int


class LuckDrawn(Event, tag="luck-drawn"):
    """Somebody who came late took their Luck."""

    seat: str
    luck: int


class SceneFramed(Event, tag="scene-framed"):
    """A scene opened, out of `paper` if that was prepared."""

    number: int
    title: str
    goal: str = ""
    paper: str = ""


class SceneEnded(Event, tag="scene-ended"):
    """A scene is over: Momentum, spent Qualities and the scene's hindrances go (SE-ACT-08, SE-RD-45)."""

    number: int


class DayEnded(Event, tag="day-ended"):
    """A day of the story is over: `who` may each make a Recovery Test."""

    who: tuple[str, ...]


class WeekEnded(Event, tag="week-ended"):
    """A week of the story is over: each of `who` loses a Penalty Rank."""

    who: tuple[str, ...]


class LuckAwarded(Event, tag="luck-awarded"):
    """Luck went to a player, from `source` (`bank`, `pool`, or a seat)."""

    by: str
    seat: str
    luck: int
    source: str
    reason: str = ""


class UseAllowed(Event, tag="use-allowed"):
    """A new use of Luck is open to all."""

    use: Use


class LuckUsed(Event, tag="luck-used"):
    """Somebody spent a Luck on a use that the GM had accepted."""

    who: str
    use: str
    paid: tuple[Payment, ...]


class AdvancementCashed(Event, tag="advancement-cashed"):
    """An Advancement is worth one Luck now."""

    who: str


class NcHealed(Event, tag="nc-healed"):
    """The GM's Luck took a Stress off an NC."""

    nc: str


class PivotTouched(Event, tag="pivot-touched"):
    """The scene touched a Pivot."""

    who: str
    pivot: str
    text: str


class AdvancementEarned(Event, tag="advancement-earned"):
    """Somebody earned an Advancement by a Pivot."""

    who: str


class WeaknessInvoked(Event, tag="weakness-invoked"):
    """A Weakness counts in its owner's next Test with its Trait; `source` pays `luck` for it."""

    by: str
    who: str
    weakness: str
    luck: int = 0
    source: str = "bank"


class Tempted(Event, tag="tempted"):
    """A Weakness leads its owner astray; `source` paid for it."""

    temptation: Temptation
    source: str


class TemptationTold(Event, tag="temptation-told"):
    """Somebody said what a Weakness did."""

    temptation: str
    by: str
    who: str
    weakness: str
    text: str


class QualityTurnedDown(Event, tag="quality-turned-down"):
    """A Quality does not apply in this scene."""

    who: str
    quality: str


class QualityAccepted(Event, tag="quality-accepted"):
    """A Quality applies after all."""

    who: str
    quality: str


class Grown(Event, tag="grown", kw_only=True):
    """Advancements raised a Quality."""

    who: str
    quality: str
    was: Rank
    rank: Rank
    cost: int
    v: int = 2


class Learned(Event, tag="element-learned"):
    """An Advancement bought an Element, and with it a Fetish where those are in use."""

    who: str
    qualities: tuple[Quality, ...]


class StressCleared(Event, tag="stress-cleared"):
    """An Advancement took every Penalty Rank off."""

    who: str


class ItemLost(Event, tag="item-lost"):
    """A signature item is away, and `stand_in` takes its place."""

    who: str
    what: str
    stand_in: Quality


class ItemReturned(Event, tag="item-returned"):
    """A signature item is back."""

    who: str
    what: str


class BroughtBack(Event, tag="brought-back"):
    """A character is in the game again; `gains` are the Weaknesses that a Doom left."""

    who: str
    gains: tuple[Quality, ...] = ()


SessionEvent: TypeAlias = (
    SessionOpened | SessionEnded | LuckDrawn | SceneFramed | SceneEnded | DayEnded | WeekEnded | LuckAwarded
    | UseAllowed | LuckUsed | AdvancementCashed | NcHealed | PivotTouched | AdvancementEarned | WeaknessInvoked
    | Tempted | TemptationTold | QualityTurnedDown | QualityAccepted | Grown | Learned | StressCleared
    | ItemLost | ItemReturned | BroughtBack
)
