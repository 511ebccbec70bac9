"""Two worlds that differ in a secret alone: an annotator is shown the same bytes in both, or the secret is told.

    with world():
        first = look_around(annotator)
    with world():
        keep_secret()
        second = look_around(annotator)
    assert list_differences(first, second) == {}

Each world is taken back. In each, time stands still, and the counters of all tables go on far from those of the one
before: a number that is counted for the whole site differs, wherever it is shown.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import Any
from unittest import mock

from django.db import connection
from django.test import Client
from django.urls import NoReverseMatch, reverse

from annotation_site.assignments.models import Assignment, Comment
from annotation_site.projects.models import Membership
from annotation_site.web.addresses import walk_routes
from tests.authorisation.asking import ONCE_ONLY, Seen
from tests.running.module_rows import undone

# Addresses in pages and in answers of the API.
LINK = re.compile(rb'(?:href|action|hx-get|data-[a-z-]+)="(/[^"#]*)|"(/[a-z][^" ]*/)"')
# Files of the site, and what ends the visit, changes whom it shows, or tells the state of the machine.
NOT_VISITED = re.compile(r"^/(static|help|metrics|health|accounts/logout)\b|^/api/v1/(schema|docs)")
OF_ONE_REQUEST = ("Date", "Expires", "X-Request-ID")
MOST_PAGES = 500
AT = datetime.fromisoformat("2026-11-02T09:00:00+00:00")
_worlds = count(1)


@contextmanager
def world() -> Iterator[None]:
    """Take back everything that happens inside, at one moment, with counters of its own."""
    with undone(), mock.patch("django.utils.timezone.now", return_value=AT):
        _move_counters(next(_worlds) * 100_003)
        yield


def look_around(annotator: Membership, earlier: dict[str, Seen] | None = None) -> dict[str, Seen]:
    """Return what pages and the API show the annotator: at every address that takes the project or nothing, and at
    every one to which these lead; those that refused the annotator `earlier` are not asked again.
    """
    client = Client()
    client.force_login(annotator.user)
    names = _name_own_rows(annotator)
    refused = {name for name, (status, _, _) in (earlier or {}).items() if status >= 400}
    waiting = [address for address in _list_addresses(annotator) if address not in refused]
    seen: dict[str, Seen] = {}
    while waiting:
        address = waiting.pop(0)
        name = _rename(address.encode(), names).decode()
        if name in seen or NOT_VISITED.search(address):
            continue
        answer = client.get(address)
        body = ONCE_ONLY.sub(b"", _rename(answer.getvalue(), names))
        headers = {key: value for key, value in answer.headers.items() if key not in OF_ONE_REQUEST}
        headers = {key: _rename(value.encode(), names).decode() for key, value in headers.items()}
        seen[name] = (answer.status_code, headers, body)
        assert len(seen) < MOST_PAGES, "there are more pages than are looked at"
        if answer.status_code < 400:
            waiting += [(page or api).decode().replace("&amp;", "&") for page, api in LINK.findall(answer.getvalue())]
    assert sum(status == 200 for status, _, _ in seen.values()) >= 12, "too little was seen"
    return seen


def list_differences(first: dict[str, Seen], second: dict[str, Seen]) -> dict[str, Any]:
    """Return by address what the two worlds show differently."""
    differences: dict[str, Any] = dict.fromkeys(first.keys() ^ second.keys(), "shown in one world alone")
    for name in sorted(first.keys() & second.keys()):
        if first[name] != second[name]:
            differences[name] = _show_difference(first[name], second[name])
    return differences


def _show_difference(first: Seen, second: Seen) -> Any:
    """Return status and headers, or both bodies from where they part."""
    if first[:2] != second[:2]:
        return first[:2], second[:2]
    start = next((at for at, (one, other) in enumerate(zip(first[2], second[2], strict=False)) if one != other), 0)
    return [body[max(0, start - 80) : start + 120] for body in (first[2], second[2])]


def _move_counters(distance: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setval(format('%%I.%%I', schemaname, sequencename)::regclass, coalesce(last_value, 1) + %s)"
            " FROM pg_sequences WHERE schemaname = 'public' AND sequencename LIKE ANY (%s)",
            [distance, ["projects\\_%", "alignment\\_%", "idiomaticity\\_%", "evaluation\\_%", "expressions\\_%"]],
        )


def _list_addresses(annotator: Membership) -> list[str]:
    """Return the addresses that take nothing or the project alone."""
    of_kind = ("api:", "projects:", "evaluation:", f"{annotator.project.kind}:")
    addresses = []
    for name, _ in walk_routes():
        for arguments in ([], [annotator.project.slug]):
            if name.startswith(of_kind):
                try:
                    addresses.append(reverse(name, args=arguments))
                except NoReverseMatch:
                    continue
    return addresses


def _name_own_rows(annotator: Membership) -> dict[bytes, bytes]:
    """Return names for the numbers of the annotator's own rows, which tell when each was made and are never the same
    (`tests/annotation_site/assignments/test_numbers.py`).
    """
    own = Assignment.objects.filter(annotator__user=annotator.user).order_by("pk")
    numbers = {b"%d" % pk: b"assignment-%d" % place for place, pk in enumerate(own.values_list("pk", flat=True))}
    comments = Comment.objects.filter(author=annotator.user).order_by("pk").values_list("pk", flat=True)
    return numbers | {b"%d" % pk: b"comment-%d" % place for place, pk in enumerate(comments)}


def _rename(text: bytes, names: dict[bytes, bytes]) -> bytes:
    return re.sub(rb"\d{7,}", lambda number: names.get(number[0], number[0]), text) if names else text
