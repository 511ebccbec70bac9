"""Webhooks for tests, and the events that a host outside received."""

import json
from typing import Any

from annotation_site.projects.models import Project
from annotation_site.webhooks.models import Event, Webhook
from annotation_site.webhooks.services import add_webhook
from tests.stand_ins.outside_hosts import OutsideHost, Request


def make_webhook(project: Project, outside: OutsideHost, *events: str, path: str = "/hook") -> tuple[Webhook, str]:
    """Add a webhook for these events, all without any, and return it with its secret."""
    webhook, secret = add_webhook(
        user=project.created_by, project=project, address=outside.address(path), events=events or Event.values
    )
    # A service changes the row; whoever holds the project goes on with what the row says.
    project.refresh_from_db()
    return webhook, secret


def read_body(request: Request) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(request.body)
    return body
