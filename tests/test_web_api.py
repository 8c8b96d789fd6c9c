"""The JSON API: what the pages can do, by program, with the same refusals."""

from contextlib import nullcontext
from typing import Any

import msgspec
import pytest
import schemathesis
from tests.visitors import Visitor, company, site

from moot.core import Module, Refused, Seeded
from moot.table.rules_here import MOST_MODULES
from moot.web.api_types import Opening
from moot.web.refusals import status_of
from moot.web.security import LARGEST_COMMAND

pytestmark = pytest.mark.anyio


class Program(Visitor):
    """A client of the API: no cookies, no page, a bearer secret."""

    def __init__(self, app):
        super().__init__(app, headers={})

    async def sits(self, path, **body):
        answer = await self.post(path, json=body)
        assert answer.status_code == 201, answer.text
        key = answer.json()
        self.headers["authorization"] = f"Bearer {key['secret']}"
        self.at = f"/api/tables/{key['table']}"
        self.code = key["join"].partition("?k=")[2]
        return key

    async def asks(self, id_, **command):
        return await self.post(f"{self.at}/commands", json={"id": id_, "command": command})


async def pair(app):
    ann, ben = Program(app), Program(app)
    await ann.sits("/api/tables", game="coin", name="Ann", house={"door": "open"})
    await ben.sits(f"{ann.at}/join", name="Ben", k=ann.code)
    return ann, ben


async def test_a_game_from_opening_to_the_end():
    ann, ben = await pair(site())
    assert (await ann.asks("1", do="hide", value=4)).json()["again"] is False
    assert (await ben.asks("2", do="toss", dice=2)).status_code == 200
    assert (await ben.asks("3", do="guess", value=4)).status_code == 200
    seen = (await ben.get(ben.at)).json()
    assert seen["situation"]["phase"] == "over"
    assert seen["stage"]["secret"] == 4
    lines = [line["text"] for each in (await ben.get(f"{ben.at}/journal")).json()["heard"] for line in each["lines"]]
    assert "guesses 4, and is right." in lines


async def test_a_command_sent_again_is_not_done_again():
    ann, ben = await pair(site())
    await ann.asks("1", do="hide", value=4)
    first = (await ben.asks("2", do="toss")).json()
    again = (await ben.asks("2", do="toss")).json()
    assert (first["again"], again["again"]) == (False, True)
    assert (await ben.get(ben.at)).json()["heard"] == first["heard"]


async def test_another_command_under_the_same_id_is_refused():
    ann, ben = await pair(site())
    await ann.asks("1", do="hide", value=4)
    await ben.asks("2", do="toss", dice=2)
    refused = await ben.asks("2", do="guess", value=4)
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (409, "id-taken", "id")
    assert (await ben.get(ben.at)).json()["situation"]["phase"] == "guessing"


async def test_nobody_hears_what_is_hidden_and_numbers_leave_no_gap():
    ann, ben = await pair(site())
    await ann.asks("0", do="keep-notes", text="They bluff.")
    await ann.asks("1", do="hide", value=4, hint="four as ever")
    heard = (await ben.get(f"{ben.at}/journal")).json()
    assert [each["n"] for each in heard["heard"]] == list(range(1, heard["last"] + 1))
    text = (await ben.get(f"{ben.at}/journal")).text + (await ben.get(ben.at)).text
    assert "They bluff." not in text
    assert "four as ever" not in text
    assert (await ben.get(ben.at)).json()["stage"]["secret"] is None
    assert heard["last"] < (await ann.get(f"{ann.at}/journal")).json()["last"]


async def test_the_journal_is_read_in_parts():
    ann, _ = await pair(site())
    for n in range(5):
        await ann.asks(f"say{n}", do="say", text=f"Word {n}")
    part = (await ann.get(f"{ann.at}/journal", params={"after": 2, "limit": 3})).json()
    assert [each["n"] for each in part["heard"]] == [3, 4, 5]
    assert (await ann.get(f"{ann.at}/journal", params={"limit": 0})).status_code == 400


async def test_what_was_taken_back_is_marked_so():
    ann, ben = await pair(site())
    await ann.asks("1", do="hide", value=4)
    tossed = (await ben.asks("2", do="toss")).json()["heard"]
    number = (await ann.get(ann.at)).json()["heard"]
    assert (await ann.asks("3", do="undo", line=number)).status_code == 200
    struck = [each["n"] for each in (await ben.get(f"{ben.at}/journal")).json()["heard"] if each["struck"]]
    assert struck == [tossed]


async def test_an_offer_filled_in_at_random_is_accepted():
    import msgspec

    from moot.core import Offer

    ann, ben = await pair(site())
    await ann.asks("1", do="hide", value=4)
    for n, offer in enumerate(msgspec.json.decode((await ben.get(f"{ben.at}/offers")).content, type=list[Offer])):
        if offer.do in ("toss", "stake", "say"):
            answer = await ben.asks(f"r{n}", **offer.sample(Seeded(n)))
            assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    ("command", "status", "code", "field"),
    [
        ({"do": "hide", "value": 9}, 422, "out-of-range", "value"),
        ({"do": "hide", "value": "4"}, 400, "malformed", "value"),
        ({"do": "hide"}, 400, "malformed", "value"),
        ({"do": "hide", "value": 4, "why": ""}, 400, "malformed", "why"),
        ({"do": "set-house", "door": "ajar", "undo": "guide", "hand_dice": True}, 400, "malformed", "door"),
        ({"do": "say", "text": "\u0007"}, 422, "unreadable", "text"),
        ({"do": "dance"}, 400, "malformed", "do"),
        ({}, 400, "malformed", "do"),
        ({"do": "again"}, 422, "wrong-phase", ""),
        ({"do": "pause"}, 200, None, None),
    ],
)
async def test_refusals_say_what_and_where(command, status, code, field):
    ann, _ = await pair(site())
    answer = await ann.asks("1", **command)
    assert answer.status_code == status
    if code:
        assert (answer.json()["code"], answer.json()["field"]) == (code, field)
        assert answer.json()["message"].endswith(".")


async def test_what_a_command_lacks_is_said_in_words_with_what_may_stand_there():
    ann, _ = await pair(site())
    strange = (await ann.asks("1", do="hide", valu=4)).json()
    assert strange["message"].endswith("“hide” at this table: “valu” is nothing that is known here (“value”, perhaps).")
    assert strange["allowed"] == ["value", "hint"]
    ajar = (await ann.asks("2", do="set-house", door="ajar", undo="guide", hand_dice=True)).json()
    assert ajar["message"] == "This is no “set-house” at this table: door: “ajar” cannot stand here."
    assert ajar["allowed"] == ["ask", "open"]


async def test_a_program_that_has_lost_its_way_hears_where_to_look():
    stranger = Program(site())
    for method, path, status in (("GET", "/api", 404), ("GET", "/api/tables", 405), ("POST", "/api/nothing", 404)):
        answer = await stranger.request(method, path)
        assert (answer.status_code, "/api/openapi.json" in answer.json()["message"]) == (status, True), path
    app = site()
    ann, _ = await pair(app)
    assert "Bearer" in (await Program(app).get(ann.at)).json()["allowed"][0]


async def test_a_command_that_there_is_not_is_answered_with_those_that_there_are():
    ann, _ = await pair(site())
    refused = (await ann.asks("1", do="dance")).json()
    assert {"hide", "toss", "say", "undo", "pause"} <= set(refused["allowed"])


async def test_a_refusal_names_the_field_by_which_a_command_misses_what_is_offered():
    app = site()
    ann, _ = await pair(app)
    await ann.asks("0", do="set-house", door="ask", undo="guide", hand_dice=True)
    eve = Program(app)
    await eve.sits(f"{ann.at}/join", name="Eve", k=ann.code)
    refused = (await ann.asks("1", do="admit", seat="nobody")).json()
    assert (refused["code"], refused["field"], refused["allowed"]) == ("not-offered", "seat", ["Let Eve in"])


@pytest.mark.parametrize(("faces", "code"), [([9], "no-such-face"), ([], None), ([3, 3, 3], "too-many-dice")])
async def test_typed_dice_that_do_not_fit_are_named_as_the_fault(faces, code):
    ann, ben = await pair(site())
    await ann.asks("1", do="hide", value=4)
    answer = await ben.post(f"{ben.at}/commands", json={"id": "2", "command": {"do": "toss"}, "faces": faces})
    assert (answer.json().get("code"), answer.json().get("field")) == (code, code and "faces")


@pytest.mark.parametrize(
    ("opening", "field"),
    [
        ({"game": "coin"}, "name"),
        ({"game": "coin", "name": 3}, "name"),
        ({"game": "coin", "name": "Ann", "seats": 3}, "seats"),
        ({"game": "coin", "name": "Ann", "house": {"door": "ajar"}}, "house"),
        ({"game": "coin", "name": "Ann", "modules": [{"id": 1}]}, "modules"),
        ({"game": "coin", "name": "Ann", "settings": {"lwest": "three"}}, "lwest"),
    ],
)
async def test_a_refusal_names_the_field_of_the_body_at_fault(opening, field):
    answer = await Program(site()).post("/api/tables", json=opening)
    assert (answer.status_code in (400, 422), answer.json()["field"]) == (True, field)


async def test_a_refusal_names_the_parameter_at_fault():
    ann, _ = await pair(site())
    assert (await ann.get(f"{ann.at}/journal", params={"limit": 0})).json()["field"] == "limit"


@pytest.mark.parametrize(("wrong", "says", "allowed", "field"), [
    ({"house": {"door": "ajar"}}, "house, door: “ajar” cannot stand here", ["ask", "open"], "house"),
    ({"house": "open"}, "house: this must be an object: {…}.", [], "house"),
    ({"modules": [{"id": "night"}]}, "modules 1: “title” is missing", [], "modules"),
    ({"nmae": "Gil"}, "“nmae” is nothing that is known here (“name”, perhaps)", None, "nmae"),
])
async def test_a_body_that_does_not_fit_is_refused_in_our_words(wrong, says, allowed, field):
    answer = (await Visitor(site()).post("/api/tables", json={"game": "coin", "name": "Gil", **wrong})).json()
    assert answer["message"].startswith(f"This request cannot be read: {says}")
    assert answer["field"] == field
    assert allowed is None or sorted(answer["allowed"]) == allowed


@pytest.mark.parametrize(("asking", "says"), [
    ({"id": "", "command": {"do": "say"}}, "id: this must be words between quotation marks, 1 letter or more"),
    ({"id": "i" * 65, "command": {"do": "say"}}, "id: this must be words between quotation marks, 64 letters or less"),
    ({"id": "1", "command": ["say"]}, "command: this must be an object: {…}"),
    ([], "this must be an object: {…}"),
])
async def test_a_body_of_the_wrong_shape_is_refused_in_our_words(asking, says):
    ann, _ = await pair(site())
    answer = (await ann.post(f"{ann.at}/commands", json=asking)).json()
    assert answer["message"] == f"This request cannot be read: {says}."


async def test_a_number_out_of_bounds_is_refused_in_our_words():
    ann, _ = await pair(site())
    answer = (await ann.get(f"{ann.at}/journal", params={"after": -1})).json()
    assert answer["message"] == "This request cannot be read: after: this must be a whole number, 0 or more."


async def test_a_request_without_a_body_is_told_so():
    ann, _ = await pair(site())
    answer = (await ann.post(f"{ann.at}/commands", content=b"")).json()
    assert (answer["code"], answer["message"]) == (
        "malformed", "This request cannot be read: it is empty, and should be JSON."
    )


async def test_pages_and_api_refuse_alike():
    app = site()
    page, _ = await company(app)
    program, _ = await pair(app)
    on_page = await page.does("hide", value="9")
    by_program = (await program.asks("1", do="hide", value=9)).json()
    assert by_program["message"] in on_page.text
    assert by_program["rule"] in on_page.text


@pytest.mark.parametrize("body", [b"{nope", b"[]", b"null", b"\xff", b""])
async def test_a_body_that_is_no_command_is_refused(body):
    ann, _ = await pair(site())
    answer = await ann.post(f"{ann.at}/commands", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed"


async def test_a_body_that_is_too_large_is_refused():
    ann, _ = await pair(site())
    answer = await ann.asks("1", do="say", text="x" * LARGEST_COMMAND)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


async def test_a_table_is_opened_with_house_rules():
    visitor = Visitor(site())
    module = {"id": "night", "title": "By night", "removes": ["CO-05"], "options": {"lowest": "three"}}
    opening = {"game": "coin", "name": "Gil", "modules": [module]}
    key = (await visitor.post("/api/tables", json=opening)).json()
    seen = await visitor.get(f"/api/tables/{key['table']}", headers={"authorization": f"Bearer {key['secret']}"})
    state = seen.json()["state"]
    assert (state["settings"], state["modules"][0]["title"]) == ({"lowest": "three"}, "By night")
    answer = await visitor.post("/api/tables", json={**opening, "modules": [{**module, "removes": ["CO-99"]}]})
    assert (answer.status_code, answer.json()["code"]) == (422, "module-does-not-fit")


async def test_the_document_and_the_table_take_as_many_house_rules():
    modules = tuple(Module(id=f"m{number}", title="Module") for number in range(MOST_MODULES + 1))
    for count in (MOST_MODULES, MOST_MODULES + 1):
        plain = msgspec.to_builtins({"game": "coin", "name": "Gil", "modules": modules[:count]})
        with pytest.raises(msgspec.ValidationError) if count > MOST_MODULES else nullcontext():
            msgspec.convert(plain, Opening)


@pytest.mark.parametrize("code", ["table-full", "door-full"])
def test_a_full_place_has_one_status(code):
    assert status_of(Refused(code, "Full.")) == 409


async def test_only_the_secret_opens_a_seat():
    app = site()
    ann, _ = await pair(app)
    stranger = Program(app)
    assert (await stranger.get(ann.at)).status_code == 401
    assert (await stranger.get(ann.at)).headers["www-authenticate"] == "Bearer"
    wrong = await stranger.get(ann.at, headers={"authorization": "Bearer guess"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "no-seat")
    no_table = await stranger.get("/api/tables/nosuchid/offers")
    assert (no_table.status_code, no_table.json()["code"]) == (404, "no-such-table")
    no_code = await stranger.post(f"{ann.at}/join", json={"name": "Eve", "k": "guess"})
    assert (no_code.status_code, no_code.json()["code"]) == (403, "wrong-link")


async def test_who_waits_at_the_door_sees_nothing():
    app = site()
    ann, ben = Program(app), Program(app)
    await ann.sits("/api/tables", game="coin", name="Ann")
    await ben.sits(f"{ann.at}/join", name="Ben", k=ann.code)
    for path in ("", "/offers", "/journal", "/feed"):
        answer = await ben.get(f"{ben.at}{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "not-seated"), path


async def test_games_and_their_rules_are_open_to_all():
    program = Program(site())
    assert "coin" in {game["name"] for game in (await program.get("/api/games")).json()}
    rules = (await program.get("/api/games/coin/rules")).json()
    assert rules["rules"][1]["needs"] == ["CO-01"]
    assert (await program.get("/api/games/nosuch/rules")).status_code == 404


async def test_its_own_description_is_whole():
    document = (await Program(site()).get("/api/openapi.json")).json()
    assert document["info"]["title"] == "Moot"
    assert all(path.startswith("/api/") for path in document["paths"])
    schema = schemathesis.openapi.from_dict(document)
    found: list[Any] = [operation.ok() for operation in schema.get_all_operations()]  # type: ignore[union-attr]
    assert {f"{each.method.upper()} {each.path}" for each in found} >= {
        "POST /api/tables",
        "GET /api/tables/{table_id}/offers",
        "POST /api/tables/{table_id}/commands",
        "GET /api/tables/{table_id}/feed",
    }


async def test_what_somebody_without_a_seat_sends_is_not_looked_at():
    ann, _ = await pair(site())
    ann.headers["authorization"] = "Bearer guess"
    body = b'{"id":"1","command":{"do":"say","text":"' + b"x" * LARGEST_COMMAND
    answer = await ann.post(f"{ann.at}/commands", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 401
