"""Actors of changes, for the history of rows."""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from pghistory.middleware import HistoryMiddleware
from pghistory.models import Event


class ActorHistoryMiddleware(HistoryMiddleware):
    """Records who changed a tracked row, but not the URL: that of an invitation is its secret."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        def respond(request: HttpRequest) -> HttpResponse:
            if request.method in settings.PGHISTORY_MIDDLEWARE_METHODS:
                name_actor = connection.execute_wrappers.pop()
                connection.execute_wrappers.append(partial(_only_for_tracked, name_actor))
            return get_response(request)

        super().__init__(respond)

    def get_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return the person's id."""
        return {"user": super().get_context(request)["user"]}


def _only_for_tracked(
    name_actor: Callable[..., Any], execute: Callable[..., Any], sql: str, params: Any, many: Any, context: Any
) -> Any:
    """Name the actor to the database only with statements about tracked tables, which most are not."""
    if _tracked_tables().search(sql):
        return name_actor(execute, sql, params, many, context)
    return execute(sql, params, many, context)


@cache
def _tracked_tables() -> re.Pattern[str]:
    tracked: list[Any] = [model.pgh_tracked_model for model in apps.get_models() if issubclass(model, Event)]
    return re.compile(rf"\b(?:{'|'.join(model._meta.db_table for model in tracked)})\b")
