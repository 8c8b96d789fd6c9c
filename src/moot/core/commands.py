"""Commands: a wish, what makes it possible, and what it does, in one class.

    class UseLuck(Command[State], tag="use-luck"):
        when, rules, urgency = RUNNING, ("SE-LUCK-06",), "tool"
        who: str

        @classmethod
        def offers(cls, state, seat):                                   # who may, and why not
            me = my_character(state, seat)
            yield cls.offer(me, "Spend a Luck", who=me.id)              # stands for `me`

        def enact(self, play, of):                                      # `of` is that same `me`
            play.record(LuckUsed(who=of.id))

What an offer stands for is handed to `enact`, so that nothing is looked up or reckoned twice. Its words are made only
when somebody will read them: a command is matched by what its offer fixes, and checked against that one offer's blanks.
What was found for a page is kept a while, and taken from there when it is pressed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, dataclass_transform

import msgspec

from moot.core.choices import Purse
from moot.core.errors import NotNow, Refused
from moot.core.events import Event, Named, name_of
from moot.core.offered import Blanks, Dice, Offered, Offers
from moot.core.offers import Urgencies, Urgency, fits
from moot.core.play import Play
from moot.core.seats import PLAYING, Giver, Seat
from moot.core.state import GameState
from moot.core.words import Words, words

if TYPE_CHECKING:
    from moot.core.parts import Part

S = TypeVar("S", bound=msgspec.Struct)


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Command(
    msgspec.Struct, Generic[S], metaclass=Named, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True
):
    """A wish. Subclasses name themselves: `class Answer(Command[State], tag="answer")`.

    `when` are the phases in which it exists, `rules` the ids behind its offers (the first also of refusals that name no
    rule), `urgency` what its offers can be: the first unless an offer says otherwise. `records`: the event that it
    leads to, of the same fields (and the `seat` that gave it, where the event has one), where that is all it does; it
    then has no `enact`. `cites` are the rules of that event where they are not those of its offers. `stands_in`: a seat
    that is lent to a stand-in gives it by itself when the game waits for it. Nothing that consents, gives up, or spends
    what does not come back may be so. `brings_file`: one of its texts may be as long as a file; any other command is
    refused when it is longer than people write. `in_the_open`: all may see what somebody chooses while they choose it.
    `throws`: which dice it rolls depends on what is filled in or follows, so that its offers need not name them;
    `later` where others usually have their say before they fall. `of_table`: it is for the table, not for the game
    played there. `unsigned`: nothing that is kept leads to the one who gave it. `while_any` names a part of the state:
    while there is nothing in it, nobody can be offered this. `about_any` names one, too: each offer is about something
    in it, by its id, so that other things need not ask; None: its offers are about nothing. `aims_any` names one in the
    same way: of all that has a page of its own, what can be chosen in their blanks is in it; None: no such thing can.
    `giver` says which seats may give it, and how the others are refused (`Roles.only_guide` and its like): anybody but
    those who watch, unless it says otherwise. `together` is what its offers are called where a page has one door to
    many of them: “Somebody steps in”. `done_in` names the method in which a subclass writes what it does, where a base
    wraps that in its own `enact`.
    """

    when: ClassVar[frozenset[str]]
    rules: ClassVar[tuple[str, ...]] = ()
    urgency: ClassVar[Urgency | tuple[Urgency, ...]] = "may"
    records: ClassVar[type[Event[Any]] | None] = None
    cites: ClassVar[tuple[str, ...] | None] = None
    stands_in: ClassVar[bool] = False
    brings_file: ClassVar[bool] = False
    of_table: ClassVar[bool] = False
    unsigned: ClassVar[bool] = False
    in_the_open: ClassVar[bool] = False
    throws: ClassVar[bool | Literal["later"]] = False
    while_any: ClassVar[str] = ""
    about_any: ClassVar[str | None] = ""
    aims_any: ClassVar[str | None] = ""
    giver: ClassVar[Giver] = PLAYING
    together: ClassVar[str] = ""
    done_in: ClassVar[str] = "enact"

    @classmethod
    def offers(cls, state: S, seat: Seat) -> Offers:
        """What `seat`, a `giver`, may do by it, and reasons why not. Without an offer, the first reason is the answer.

        A reason is yielded, or raised where nothing can follow.
        """
        return iter(())

    @classmethod
    def possible(cls, state: S) -> bool:
        """Whether anybody could be offered it at all: a quick look that saves asking each seat in vain."""
        return not cls.while_any or bool(getattr(state, cls.while_any))

    @classmethod
    def possible_for(cls, state: S, seat: Seat) -> bool:
        """Whether `seat`, a `giver`, could be, where anybody could: a quick look that saves asking it in vain."""
        return True

    @classmethod
    def possible_about(cls, state: S, what: str) -> bool:
        """Whether an offer of it could be about `what`: a quick look that saves asking for other things in vain."""
        return what == "" if cls.about_any is None else cls.about_any == "" or what in getattr(state, cls.about_any)

    @classmethod
    def possible_at(cls, state: S, what: str) -> bool:
        """Whether an offer of it could be aimed at `what`, a thing with a page of its own: a quick look, too."""
        return cls.aims_any is not None and (cls.aims_any == "" or what in getattr(state, cls.aims_any))

    @classmethod
    def urgent(cls, state: S) -> tuple[Urgency, ...]:
        """What its offers can be in `state`, of all that `urgency` says: pages ask for nothing that can wait."""
        return urgencies(cls)

    @classmethod
    def urgent_for(cls, state: S, seat: Seat) -> tuple[Urgency, ...]:
        """What its offers to `seat` can be, where that hangs on the seat and `urgency` names several."""
        return urgencies(cls)

    def enact(self, play: Play[S], of: Any) -> None:
        """Do it; `of` is what its offer stands for. By itself, let the event of `records` have happened."""
        if (kind := type(self).records) is not None:
            said: dict[str, Any] = {"seat": play.seat.id} if "seat" in kind.__struct_fields__ else {}
            said |= {name: getattr(self, name) for name in self.__struct_fields__ if name in kind.__struct_fields__}
            play.record(kind(rules=self.rules if self.cites is None else self.cites, **said))

    @classmethod
    def offer(
        cls, of: Any, label: Words, why: Words = "", *blanks: Blanks, about: str = "", urgency: Urgency | None = None,
        rules: tuple[str, ...] | None = None, rolls: Dice = (), purse: Purse | None = None,
        figures: dict[str, Any] | None = None, **fixed: Any,
    ) -> Offered:
        """An offer of it that stands for `of`: `label` is the button, `why` a sentence, `fixed` what is settled.

        What makes `rolls` is called when the offer is made into a form. See `moot.core.Offer` for the rest.
        """
        if rules is None:
            rules = cls.rules
        if urgency is None:
            urgency = cls.urgency if isinstance(cls.urgency, str) else cls.urgency[0]
        return Offered(name_of(cls), of, label, why, blanks, fixed, about, urgency, rules, rolls, purse, figures)

    @classmethod
    def barred(cls, reason: Refused, **fixed: Any) -> Refused:
        """The reason why there is no offer that fixes this: it answers those who ask for just that."""
        reason.fixed = fixed
        return reason


def urgencies(kind: type[Command[Any]]) -> tuple[Urgency, ...]:
    """Every urgency that offers of a command can have."""
    return kind.urgency if isinstance(kind.urgency, tuple) else (kind.urgency,)


class Commands(Generic[S]):
    """The commands of some parts, as offers to a seat and as decisions.

    `phase` names where a state stands, `modules` which modules of the rulebook are on, `headline` says what goes on.
    """

    def __init__(
        self,
        parts: Iterable[Part[S]],
        phase: Callable[[S], str],
        modules: Callable[[S], Iterable[str]] = lambda _: (),
        headline: Callable[[S], str] = lambda _: "something else",
    ) -> None:
        """Raises TypeError if two commands share a name."""
        self._phase = phase
        self._modules = modules
        self._headline = headline
        self._parts: dict[type[Command[S]], Part[S]] = {}
        self._there: dict[tuple[object, ...], tuple[type[Command[S]], ...]] = {}
        self._latest: tuple[S | None, dict[object, tuple[type[Command[S]], ...]]] = (None, {})
        self.by_name: Mapping[str, type[Command[S]]] = {}
        found: dict[str, type[Command[S]]] = {}
        for part in parts:
            for kind in part.commands:
                if found.setdefault(name_of(kind), kind) is not kind or kind in self._parts:
                    raise TypeError(f"two commands are called {name_of(kind)!r}")
                self._parts[kind] = part
        self.by_name = found

    @property
    def kinds(self) -> tuple[type[Command[S]], ...]:
        """Every type of command, in the order in which they are offered."""
        return tuple(self._parts)

    def found(
        self, state: S, seat: Seat, *, about: str | None = None, at: str = "", do: str = "",
        urgency: Urgencies | None = None,
    ) -> Iterator[Offered]:
        """What `seat` may do now: all, or only what is `about` something, what can be aimed `at` something, by one
        command, or as urgent as this."""
        wanted = (urgency,) if isinstance(urgency, str) else urgency
        possible, named = self._possible(state, wanted), self.by_name.get(do)
        found = _found(state, seat)
        for kind in possible if not do else (named,) if named in possible else ():
            if seat.role not in kind.giver.roles or (about is not None and not kind.possible_about(state, about)):
                continue
            if at and not kind.possible_at(state, at):
                continue
            if wanted and isinstance(kind.urgency, tuple) and {*wanted}.isdisjoint(kind.urgent_for(state, seat)):
                continue
            if (offers := found.get(kind)) is None:
                if not kind.possible_for(state, seat):
                    continue
                offers = _look_up(found, kind, state, seat)
            for one in offers:
                if not isinstance(one, Offered) or about not in (None, one.about):
                    continue
                if (not wanted or one.urgency in wanted) and (not at or at in one.choosable):
                    yield one

    def _possible(self, state: S, wanted: tuple[Urgency, ...] | None) -> tuple[type[Command[S]], ...]:
        """The commands that somebody could be offered now, as urgent as this; kept for the seats that ask next."""
        known, made = self._latest
        if known is not state:
            made = {}
            self._latest = (state, made)
        if wanted not in made:
            there = [kind for kind in self._there_now(state, wanted) if possible(kind, state)]
            made[wanted] = tuple([kind for kind in there if not wanted or not {*wanted}.isdisjoint(kind.urgent(state))])
        return made[wanted]

    def _there_now(self, state: S, wanted: tuple[Urgency, ...] | None) -> tuple[type[Command[S]], ...]:
        """The commands that exist as the game stands and can be as urgent as this."""
        phase, modules = self._phase(state), frozenset(self._modules(state))
        key = (phase, modules, wanted)
        if key not in self._there:
            self._there[key] = tuple(
                kind
                for kind, part in self._parts.items()
                if phase in kind.when and (not part.module or part.module in modules)
                if not wanted or not {*wanted}.isdisjoint(urgencies(kind))
            )
        return self._there[key]

    def enact(self, play: Play[S], command: Command[S]) -> None:
        """Check `command` against what is offered for it and carry it out. Raises Refused with the reason."""
        state, seat = play.state, play.seat
        try:
            self._check_open(state, type(command))
            command.giver.check(seat)
            taken = _shown_before(state, seat, command) or _matched(command.offers(state, seat), command)
            command.enact(play, taken.of)
        except Refused as refusal:
            refusal.rule = refusal.rule or next(iter(command.rules), None)
            if isinstance(refusal, NotNow):
                refusal.at(self._headline(state), self._open_to(state, seat))
            raise

    def _open_to(self, state: S, seat: Seat) -> tuple[str, ...]:
        """What `seat` may do now that is no tool: what it must, if there is any."""
        found = {name: [one.label for one in self.found(state, seat, urgency=name)] for name in ("must", "may")}
        return tuple(dict.fromkeys(found["must"] or found["may"]))

    def _check_open(self, state: S, kind: type[Command[S]]) -> None:
        """Raise Refused unless the command exists at this table and in this phase."""
        module = self._parts[kind].module
        if module and module not in self._modules(state):
            raise Refused("not-played", f"That belongs to {words(module)}, which this table plays without.")
        if self._phase(state) not in kind.when:
            raise NotNow("wrong-phase")


def _matched(offers: Iterable[Offered | Refused], command: Command[Any]) -> Offered:
    """The offer that `command` fits, its blanks checked. Raises Refused otherwise."""
    others: list[Offered] = []
    reasons: list[Refused] = []
    one: Offered | Refused | None = None
    try:
        for one in offers:
            if isinstance(one, Offered):
                if fits(one.fixed, command):
                    break
                others.append(one)
            else:
                reasons.append(one)
                if one.fixed and fits(one.fixed, command):
                    break
        else:
            one = None
    except Refused as reason:
        one = None
        reasons.append(reason)
    if isinstance(one, Offered):
        one.check(command)
        return one
    if one is not None:
        one.field = one.field or _only(one.fixed)
        raise one
    if reasons and not others:
        raise next((reason for reason in reasons if not reason.fixed), reasons[0])
    allowed = tuple(dict.fromkeys(other.label for other in others))
    message = "That cannot be done now with what you named."
    raise Refused("not-offered", message, allowed=allowed, field=_missed(others, command))


def _missed(others: Sequence[Offered], command: Command[Any]) -> str:
    """The one field in which `command` misses the offers that come closest to it; nothing if there is no such one."""
    missed = [
        [name for name, value in other.fixed.items() if getattr(command, name) != value] for other in others
    ]
    closest = {name for names in missed if len(names) == 1 for name in names}
    return _only(closest)


def _only(names: Collection[str]) -> str:
    return next(iter(names)) if len(names) == 1 else ""


_Found: TypeAlias = dict[type[Command[Any]], tuple[Offered | Refused, ...]]


class _Looked:
    """What was looked up in one state: the commands that somebody could be offered, and what each seat was."""

    __slots__ = ("found", "possible", "state")

    def __init__(self, state: object) -> None:
        self.state = state
        self.possible: dict[type[Command[Any]], bool] = {}
        self.found: dict[Seat, _Found] = {}


_LATEST: OrderedDict[int, _Looked] = OrderedDict()
"""The states that were looked at last, by identity."""
_MOST_STATES = 256


def possible(kind: type[Command[S]], state: S) -> bool:
    """Whether anybody could be offered a command at all; looked up once for a state."""
    known = _looked(state).possible
    if kind not in known:
        known[kind] = kind.possible(state)
    return known[kind]


def offered(kind: type[Command[S]], state: S, seat: Seat) -> tuple[Offered | Refused, ...]:
    """All that a command offers, and reasons why not; one that it raises comes last.

    Made once for a state, whose pages ask for it in several places.
    """
    found = _found(state, seat)
    return found[kind] if kind in found else _look_up(found, kind, state, seat)


def _look_up(found: _Found, kind: type[Command[S]], state: S, seat: Seat) -> tuple[Offered | Refused, ...]:
    """Ask the command itself, and keep what it says."""
    offers = found[kind] = tuple(_with_reasons(kind, state, seat))
    return offers


def _found(state: object, seat: Seat) -> _Found:
    """What `seat` was offered in `state` so far, to be added to."""
    return _looked(state).found.setdefault(seat, {})


def _looked(state: object) -> _Looked:
    held = _LATEST.get(id(state))
    if held is None or held.state is not state:
        held = _LATEST[id(state)] = _Looked(state)
        if len(_LATEST) > _MOST_STATES:
            _LATEST.popitem(last=False)
    return held


def _shown_before(state: object, seat: Seat, command: Command[Any]) -> Offered | None:
    """The offer that `command` fits, its blanks checked, if it was found in this state before: most were, for the page
    they were pressed on. Raises Refused for a wrong answer in a blank."""
    held = _LATEST.get(id(state))
    if held is None or held.state is not state:
        return None
    for one in held.found.get(seat, {}).get(type(command), ()):
        if isinstance(one, Refused):
            if one.fixed and fits(one.fixed, command):
                return None
        elif fits(one.fixed, command):
            one.check(command)
            return one
    return None


def _with_reasons(kind: type[Command[S]], state: S, seat: Seat) -> Iterator[Offered | Refused]:
    """What a command offers; a reason that it raises comes last. No reason keeps the frames that it came from: they
    would keep it in turn, and only the garbage collector would find them."""
    game = state if isinstance(state, GameState) else None
    try:
        kind.giver.check(seat)
        for one in kind.offers(state, seat):
            if isinstance(one, Refused):
                yield one.with_traceback(None)
            else:
                yield game.read_by(seat, one) if game is not None else one
    except Refused as reason:
        yield reason.with_traceback(None)
