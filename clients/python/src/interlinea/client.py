"""A site, as one person uses it."""

from collections.abc import Iterator
from typing import Any, Self

from interlinea import routes
from interlinea.connection import Connection
from interlinea.login import find_login
from interlinea.models import Project
from interlinea.projects import ProjectClient


class Client:
    """A site; without address and token, that of `interlinea login` or of INTERLINEA_SITE and INTERLINEA_TOKEN."""

    def __init__(self, site: str = "", token: str = "", **options: Any) -> None:
        if not (site and token):
            found = find_login()
            site, token = site or found.site, token or found.token_for(site)
        self.connection = Connection(site, token, **options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End its connections."""
        self.connection.close()

    def projects(self, *, kind: str | None = None, state: str | None = None) -> Iterator[Project]:
        """Yield the person's projects: active ones, unless another state is named."""
        return map(Project.read, self.connection.list_all(routes.PROJECTS, query={"kind": kind, "state": state}))

    def project(self, slug: str) -> ProjectClient:
        """Return one project."""
        return ProjectClient(self.connection, slug)
