"""What can have happened to the preparation, and a piece of a pack taken in with all that it names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from moot.core import Play
from moot.games.swords_edge.cast.building import make
from moot.games.swords_edge.library import nc_of
from moot.games.swords_edge.nc import NC, Clue
from moot.games.swords_edge.packs import Piece, SampleNc, SampleObstacle
from moot.games.swords_edge.papers import FORMS, IN_PRINT, Fight, Paper
from moot.games.swords_edge.state import State
from moot.kit.notebook import keeping
from moot.kit.notebook.packs import Counted
from moot.kit.notebook.squads import Roster
from moot.kit.notebook.transfer import called, sections, steps

# ---------------------------------------------------------------- what can have happened; the GM alone hears of it


class PaperWritten(keeping.PaperWritten[State, Paper], tag="paper-written"):
    """A new piece of preparation."""

    def called(self) -> str:
        return FORMS[self.paper.form].called


class PaperChanged(keeping.PaperChanged[State, Paper], tag="paper-changed"):
    """A piece of preparation as it stands now."""


class PaperDropped(keeping.PaperDropped[State], tag="paper-dropped"):
    """A piece was thrown away."""


# ---------------------------------------------------------------- a piece of a pack taken in


def adopt(
    play: Play[State], piece: Piece, ncs: Iterable[SampleNc], others: Mapping[str, Piece], *, everyone: bool = False
) -> str:
    """Take a piece in, with the NCs among `ncs` that it names, and first what it names among `others`; gives its id.

    What it names and nothing brings is looked for at the table by its name, and left out if it is not there either.
    `everyone`: all of `ncs` come along, named or not.
    """
    form, printed = piece
    papers = {paper.title: paper.id for paper in play.state.papers.values()}
    for id_ in (*printed.scene, *(part.adventure for part in printed.part)):
        if id_ in others:
            papers[id_] = _there(play.state, others[id_]) or adopt(play, others[id_], ncs, others)
    models = {nc.id: nc for nc in ncs}
    fighting = (counted for fight in printed.fight for counted in fight.cast)
    roster = Roster(models.values(), (*printed.people, *fighting))
    if everyone:
        for nc in models:
            roster.call(nc)
    obstacles = {roster.call(obstacle.nc)[0]: obstacle for obstacle in printed.obstacle}
    cast = _keys(roster, printed.people)
    fights = [(_keys(roster, fight.cast), fight) for fight in printed.fight]
    new = [_as_met(nc_of(models[nc], "", name), obstacles.get(key)) for key, (nc, name) in roster.made.items()]
    made = make(play, new, ("SE-NC-01",)) if new else ()
    ids = {nc.name: nc.id for nc in play.state.ncs.values()}
    ids |= {key: nc.id for key, nc in zip(roster.made, made, strict=True)}

    id_ = play.hidden_id({*play.state.papers, *play.state.ncs})
    paper = Paper(
        id=id_,
        form=form,
        title=printed.called,
        premise=printed.premise or printed.text,
        sections=sections(printed.section, id_),
        cast=called(cast, ids),
        obstacles=called(obstacles, ids),
        fights=tuple(Fight(called(keys, ids), fight.place, fight.text, fight.on_defeat) for keys, fight in fights),
        story=printed.kind,
        parts=steps(printed.part, id_, papers),
        scenes=called(printed.scene, papers),
        **{name: getattr(printed, name) for name in IN_PRINT},
    )
    play.record(PaperWritten(paper=paper))
    return id_


def _there(state: State, piece: Piece) -> str:
    """The id of a paper that is this piece already; empty if there is none."""
    same = (piece.form, piece.piece.called)
    return next((paper.id for paper in state.papers.values() if (paper.form, paper.title) == same), "")


def _keys(roster: Roster, some: Iterable[Counted]) -> tuple[str, ...]:
    return tuple(key for one in some for key in roster.call(one.nc, one.count))


def _as_met(nc: NC, obstacle: SampleObstacle | None) -> NC:
    """An NC with what this piece says of it, if it is an obstacle here."""
    if obstacle is None:
        return nc
    return replace(
        nc,
        notes=" ".join(note for note in (nc.notes, obstacle.text, obstacle.spare) if note),
        clues=tuple(Clue(text) for text in obstacle.clues) or nc.clues,
        without_dice=obstacle.without_dice or nc.without_dice,
    )
