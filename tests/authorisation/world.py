"""The world in which every route is tried: two projects of the same shape, and six people who request them."""

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.test.client import ClientHandler

from tests.authorisation.building import build_side
from tests.authorisation.sides import Side


@dataclass
class World:
    """Our project, somebody else's, and who looks: each by the session of a browser."""

    own: Side
    foreign: Side
    sessions: dict[str, str] = field(default_factory=dict)
    # Every client would load the middleware anew.
    handler: ClientHandler = field(default_factory=lambda: Client().handler)

    @classmethod
    def build(cls) -> "World":
        """Make both sides, with everybody signed in."""
        world = cls(build_side(), build_side())
        people = {
            "outsider": world.foreign.manager,
            "annotator": world.own.annotator.user,
            "other": world.own.other.user,
            "adjudicator": world.own.adjudicator,
            "manager": world.own.manager,
        }
        for name, user in people.items():
            client = Client()
            client.force_login(user)
            world.sessions[name] = client.cookies["sessionid"].value
        # Checked now and for good: after each test Django checks all that has not been, and takes it back.
        connection.check_constraints()
        return world

    def browser(self, viewer: str) -> Client:
        """Return a fresh browser of the person; nobody is signed in for `anonymous`."""
        client = Client()
        client.handler = self.handler
        if viewer in self.sessions:
            client.cookies["sessionid"] = self.sessions[viewer]
        return client


def step(version: int = 0, **more: Any) -> dict[str, Any]:
    """Return operation id and version, and the other fields of a step."""
    return {"operation_id": str(uuid4()), "version": version, **more}
