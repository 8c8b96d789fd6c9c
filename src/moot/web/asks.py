"""The question of a seat as its page lays it out: each of its forms in the place that the game gives its offer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from moot.core import Ask, Way
from moot.web.forms import FEW, Form, Several


class AskRow(msgspec.Struct, frozen=True):
    """A form under the question: a press where it stands, or a door. `also` is asked beside the question itself."""

    form: Form | Several
    way: Way
    also: bool = False

    @property
    def quiet(self) -> bool:
        """Whether it is pressed where it stands."""
        return self.way.quiet and not self.form.asks


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its forms: the one that stands open, the one whose button stands beside its button, the others in
    order, and what stands behind `word`, which is fetched where it is much. `title` and `text` may be left to the
    situation."""

    title: str
    text: str | None
    lead: Form | None
    says: str
    beside: Form | None
    rows: tuple[AskRow, ...]
    later: tuple[Form | Several, ...]
    word: str

    @property
    def fetched(self) -> bool:
        """Whether what stands behind the word is so much that it is fetched."""
        return len(self.later) > FEW


def laid_out(ask: Ask, forms: Sequence[Form | Several]) -> Laid:
    """The forms of a seat, each in its place. One that holds several offers stands where the first of them is named."""
    places: dict[str, Form | Several] = {key: form for form in forms for key in form.keys}
    opened = places.get(ask.lead)
    lead = opened if isinstance(opened, Form) else None
    taken: list[Form | Several] = [lead] if lead is not None else []

    def untaken(keys: Iterable[str]) -> Iterable[tuple[str, Form | Several]]:
        """The forms of these offers that have no place yet; from then on they have one."""
        for key in keys:
            form = places.get(key)
            if form is not None and not any(form is one for one in taken):
                taken.append(form)
                yield key, form

    tuple(untaken(ask.elsewhere))
    named = {way.key: way for way in ask.ways}
    beside = _pressed(places.get(ask.beside)) if lead is not None and not lead.others else None
    if beside is not None:
        taken.append(beside)
    elif ask.beside:
        named.setdefault(ask.beside, Way(key=ask.beside, quiet=True))
    behind = [form for _, form in untaken(ask.later)]
    ways = [AskRow(form, named[key]) for key, form in untaken(named)]
    if ask.presses and len(ways) > ask.presses:
        ways = [AskRow(row.form, replace(row.way, quiet=False)) for row in ways]
    doors = [row for row in ways if not row.quiet]
    beyond = doors[ask.most :] if ask.most else []
    later = (*[row.form for row in beyond], *behind)
    about = lead.about if lead is not None else None
    rest = [AskRow(form, Way(key=key), form.urgency == "must" and form.about != about) for key, form in untaken(places)]
    first = [row for row in rest if row.form.urgency == "must"]
    last = [row for row in rest if row.form.urgency != "must"]
    rows = (*first, *[row for row in ways if row not in beyond], *last)
    return Laid(
        title=ask.title, text=ask.text, lead=lead, says=ask.says, beside=beside, rows=rows, later=later, word=ask.word,
    )


def _pressed(form: Form | Several | None) -> Form | None:
    """A form that one press sends; None if it is another."""
    return form if isinstance(form, Form) and not (form.asks or form.others) else None
