"""The web: pages, live feed, forms that become commands, and the JSON API. It adds no rules."""

from moot.web.app import App, create_app
from moot.web.limits import Limits, Rate

__all__ = ["App", "Limits", "Rate", "create_app"]
