"""Characters as files."""

from __future__ import annotations

import msgspec

from moot.kit.notebook.sheets import CharacterFiles


class Guest(msgspec.Struct, frozen=True):
    id: str
    name: str


FILES = CharacterFiles("inn-guest", lambda text: Guest("", text.strip()))


def test_what_is_taken_along_is_read_again_by_the_form_that_the_blank_names():
    ada, nameless = FILES.taken_along((Guest("n1", "Ada"), Guest("n2", "…")), lambda who: f"{who.name}\n")
    assert (ada.name, ada.title, ada.about) == ("ada-n1.character.toml", "Ada, to take along", "n1")
    assert nameless.name == "somebody-n2.character.toml"
    blank = FILES.blank("Ben")
    form = FILES.formats[blank.format]
    assert (form.read(ada.write()), blank.suggestions) == (("Ada",), ("Ben",))
    assert ada.name.endswith(form.endings)
