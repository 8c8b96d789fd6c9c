"""Preparation out of a pack, the book's or a GM's own, ready to be taken in (SE-PREP-01 to SE-PREP-05)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core.tables import Table
from moot.games.swords_edge.nc import NC, Clue
from moot.games.swords_edge.packs import PACKS, Pack, SampleObstacle, SamplePart, SamplePiece, SampleSection
from moot.games.swords_edge.paper import Fight, Form, Learned, Paper, Section, Step
from moot.games.swords_edge.prep.reading import Draft
from moot.games.swords_edge.samples import nc_of


def drafts(pack: Pack) -> dict[str, Draft]:
    """Every piece of a pack by id, with everyone in it and the pieces that it names."""
    made: dict[str, Draft] = {}
    for form, piece in pack.pieces:  # what others name comes before them: scenes before modules, campaigns last
        named = (*piece.scene, *(part.adventure for part in piece.part if part.adventure))
        draft = _draft(pack, form, piece)
        made[piece.id] = replace(draft, pieces=tuple(made[id_] for id_ in dict.fromkeys(named)))
    return made


class _People:
    """The NCs of one piece: whoever it names more than once is the same there, and a squad is as big as the biggest."""

    def __init__(self, pack: Pack, piece: SamplePiece) -> None:
        self._models = {nc.id: nc for nc in pack.nc}
        fights = (counted for fight in piece.fight for counted in fight.cast)
        counts = [(counted.nc, counted.count) for counted in (*piece.people, *fights)]
        self._most = {nc: max(count for other, count in counts if other == nc) for nc, _ in counts}
        self.made: dict[str, NC] = {}

    def named(self, nc: str, count: int = 1) -> tuple[str, ...]:
        """So many of an NC, by what they are called in the draft."""
        model = self._models[nc]
        if self._most.get(nc, 1) == 1:
            names = {nc: model.name}
        else:
            names = {f"{nc}/{number}": f"{model.name} {number}" for number in range(1, count + 1)}
        for key, name in names.items():
            self.made.setdefault(key, replace(nc_of(model, "", name), id=key))
        return tuple(names)

    def obstacle(self, printed: SampleObstacle) -> str:
        """An obstacle with what this piece says of it."""
        (key, *_) = self.named(printed.nc)
        nc = self.made[key]
        self.made[key] = replace(
            nc,
            notes=" ".join(note for note in (nc.notes, printed.text, printed.spare) if note),
            clues=tuple(Clue(text) for text in printed.clues) or nc.clues,
            without_dice=printed.without_dice or nc.without_dice,
        )
        return key


def _draft(pack: Pack, form: Form, piece: SamplePiece) -> Draft:
    people = _People(pack, piece)
    obstacles = tuple(people.obstacle(obstacle) for obstacle in piece.obstacle)
    cast = tuple(key for counted in piece.people for key in people.named(counted.nc, counted.count))
    fights = tuple(
        Fight(
            tuple(key for counted in fight.cast for key in people.named(counted.nc, counted.count)),
            fight.place,
            fight.text,
            fight.on_defeat,
        )
        for fight in piece.fight
    )
    paper = Paper(
        id=piece.id,
        form=form,
        title=piece.called,
        premise=piece.premise or piece.text,
        stakes=piece.stakes,
        sections=tuple(_section(number, section) for number, section in enumerate(piece.section, 1)),
        cast=cast,
        assumes=piece.assumes,
        otherwise=piece.otherwise,
        obstacles=obstacles,
        fights=fights,
        aftermath=piece.aftermath,
        goal=piece.goal,
        story=piece.kind,
        parts=tuple(_part(piece, part) for part in piece.part),
        scenes=piece.scene,
    )
    return Draft(paper, tuple(people.made.values()))


def _section(number: int, printed: SampleSection) -> Section:
    learn = tuple(Learned(learned.what, learned.source, learned.when) for learned in printed.learn)
    return Section(f"s{number}", printed.kind, printed.title, printed.text, learn)


def _part(piece: SamplePiece, printed: SamplePart) -> Step:
    titles = {part.id: part.title for part in piece.part}
    leads = tuple(titles[other] for other in printed.leads_to)
    return Step("", printed.title, printed.text, printed.adventure, printed.spotlight, leads)


def _by_key() -> dict[str, Draft]:
    return {f"{key}/{id_}": draft for key, pack in PACKS.items() for id_, draft in drafts(pack).items()}


PAPERS: Final = Table("the printed preparation", _by_key())
"""Printed pieces by `pack/id`."""
