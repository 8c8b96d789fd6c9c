"""The HTTP status of every refusal."""

from __future__ import annotations

from moot.core import Refused

STATUS = {
    "no-such-table": 404,
    "no-such-game": 404,
    "no-such-rule": 404,
    "no-such-list": 404,
    "no-such-page": 404,
    "no-such-thing": 404,
    "no-seat": 401,
    "not-seated": 403,
    "guide-only": 403,
    "players-only": 403,
    "only-watching": 403,
    "not-your-document": 403,
    "cross-site": 403,
    "opening-closed": 403,
    "wrong-link": 403,
    "wrong-screen": 403,
    "spent-link": 410,
    "offer-gone": 409,
    "id-taken": 409,
    "which-seat": 409,
    "only-seat": 409,
    "device-full": 409,
    "table-full": 409,
    "door-full": 409,
    "house-full": 409,
    "not-a-form": 415,
    "malformed": 400,
}
"""The HTTP status of each refusal that is not simply a form filled in wrong (422)."""


def status_of(refused: Refused) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(refused.code, 422)
