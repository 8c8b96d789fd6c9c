"""What a command at a table leads to: the entry for the log and the events in it. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from moot.core import Chance, Command, Corrupt, Event, Given, Play, Recorded, Refused, Sealed, Seat
from moot.table.emblems import ChooseEmblem, EmblemChosen, chosen
from moot.table.ledger import FoldedEvent, Ledger
from moot.table.opening import DiceRevealed, DiceSealed, RevealDice
from moot.table.ports import Asked, Entry, Luck
from moot.table.rules_here import TakeRules
from moot.table.scenes import SceneClosed
from moot.table.state import TableState
from moot.table.talk import Said, Say
from moot.table.topics import TABLE_COMMANDS
from moot.table.undo import Undo


class Vault:
    """The secrets that a decision may use: the seed of the sealed dice, and a `draw` of the one that follows it.

    `following` is that one, once the decision has opened the dice.
    """

    __slots__ = ("_draw", "following", "seed")

    def __init__(self, seed: bytes, draw: Callable[[], bytes] = bytes) -> None:
        self.seed = seed
        self.following = b""
        self._draw = draw

    def opened(self, epoch: int) -> tuple[Event[Any], ...]:
        """What opens the dice of an epoch and seals the next."""
        self.following = self._draw()
        commitment = Sealed.commitment(self.following)
        return DiceRevealed(epoch=epoch, seed=self.seed.hex()), DiceSealed(epoch=epoch + 1, commitment=commitment)


def decide(
    ledger: Ledger,
    seat: Seat,
    asked: Asked,
    vault: Vault,
    at: int,
    chance: Chance | None = None,
    command: Command[Any] | None = None,
) -> tuple[Entry, tuple[FoldedEvent, ...]]:
    """The entry that `asked` leads to, linked, and what comes of it (see `Ledger.take`). Raises Refused.

    `command` is the one that `asked` has, where it has been read already.

    `at` is Unix time in milliseconds. `chance` replaces the sealed dice: a checker without the seed replays the luck in
    the log. Raises Corrupt if the seed is not the one that is sealed.
    """
    seat = ledger.table.let_in(seat.id)  # the asker may still hold it under an older name or role
    command = command or ledger.command(asked.command)
    by_seal = chance is None
    chance = _luck(ledger, asked, vault.seed, chance)
    recorded = Recorded(chance)
    happenings = _decided(ledger, seat, command, recorded, vault)
    if asked.faces and isinstance(chance, Given):
        chance.finish()
    luck: Luck = "none" if not recorded.picks else ("given" if asked.faces else "sealed")
    if by_seal and (luck == "sealed" or vault.following):
        _check_seal(ledger, vault.seed)
    entry = Entry(
        seq=ledger.seq + 1,
        at=at,
        seat="" if command.unsigned else seat.id,
        asked=Asked(id=asked.id, command=msgspec.to_builtins(command)) if command.unsigned else asked,
        luck=luck,
        picks=tuple(recorded.picks),
        events=tuple([ledger.plain(happened.event) for happened in happenings]),
    )
    return entry.linked(ledger.link), happenings


def _luck(ledger: Ledger, asked: Asked, seed: bytes, chance: Chance | None) -> Chance:
    sealed = Sealed(seed, ledger.link, asked.nonce.encode())
    if asked.faces:
        if not ledger.table.house.hand_dice:
            raise Refused("no-hand-dice", "At this table Moot rolls the dice.", field="faces")
        return Given(asked.faces, chance or sealed)
    return chance or sealed


def _check_seal(ledger: Ledger, seed: bytes) -> None:
    if Sealed.commitment(seed) != ledger.table.commitment:
        raise Corrupt("the seed at hand is not the one that is sealed: nobody could check these dice")


def _decided(
    ledger: Ledger, seat: Seat, command: Command[Any], chance: Chance, vault: Vault
) -> tuple[FoldedEvent, ...]:
    if command.of_table:
        return ledger.following(_asked_of_table(ledger, seat, command, chance, vault))
    if ledger.table.paused:
        raise Refused("paused", "Play is paused. The one who runs the game goes on with it.")
    game, table, seq = ledger.game, ledger.table, ledger.seq + 1
    play = game.run(ledger.game_state, command, seat, chance)
    over = table.opens_dice and any(isinstance(event, game.closes) for event, _ in play.moments)
    happenings: list[FoldedEvent] = []

    def follow(events: Iterable[Event[Any]], state: Any) -> None:
        nonlocal table
        for event in events:
            table = event.evolve(table)
            happenings.append(FoldedEvent(event, state, table, seq))

    if over:  # first, so that what ends last is the evening
        follow([SceneClosed(scene=one.id) for one in table.scenes.values() if one.open], ledger.game_state)
    happenings += [FoldedEvent(event, state, table, seq) for event, state in play.moments]
    if over:
        follow(vault.opened(table.epoch), play.state)
    return tuple(happenings)


def _asked_of_table(
    ledger: Ledger, seat: Seat, command: Command[TableState], chance: Chance, vault: Vault
) -> Iterable[Event[Any]]:
    if isinstance(command, Undo) and command.line > ledger.seq:
        raise Refused("no-such-line", "There is no such line to go back to.", field="line")
    play = Play(ledger.table, seat, chance, lambda state, event: event.evolve(state))
    TABLE_COMMANDS.enact(play, command)
    if isinstance(command, Say) and command.voice:
        return (_voiced(ledger, seat, command),)
    if isinstance(command, ChooseEmblem):
        return (_emblem(ledger, seat, command),)
    if isinstance(command, TakeRules) and (first := ledger.game.unsettled(ledger.game_state)):
        raise Refused("not-between", f"The rules can change between scenes. {first}")
    if isinstance(command, RevealDice):
        return vault.opened(ledger.table.epoch)
    return play.events


def _emblem(ledger: Ledger, seat: Seat, command: ChooseEmblem) -> EmblemChosen:
    players = {one.id for one in ledger.table.seated() if one.plays}
    emblems, seen = ledger.emblems(seat.guides)
    event = chosen(seat, command, seen, emblems, players)
    _, known = ledger.emblems(guide=False)
    secret = all(member.id != command.thing for member in known)
    return replace(event, secret=secret)


def _voiced(ledger: Ledger, seat: Seat, command: Say) -> Said:
    voices = {voice.value: voice.label for voice in ledger.game.voices(ledger.game_state, seat)}
    if command.voice not in voices:
        message = "You can speak for your own characters only."
        raise Refused("not-your-voice", message, allowed=tuple(voices.values()), field="voice")
    text, name = command.text.strip(), voices[command.voice]
    return Said(seat=seat.id, text=text, manner=command.manner, voice=command.voice, name=name)
