"""All data stored about one person, as an archive that is written while it is sent.

Tables are found by their keys, so that one that an app adds is not forgotten: those that name a person, and those whose
rows belong to a membership. Each is a file of one JSON object a row.
"""

import json
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.apps import apps
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.closing.ownership import find_paths, keys_of, target_of
from annotation_site.projects.models import Membership

BATCH, PIECE = 2_000, 64 * 1024
# Keys to the site or the account, of no use to the person and a risk in a file that is passed on; and addresses of
# people whom they invited.
SECRET_FIELDS = {"password", "digest"}
SECRETS = {
    ("mfa.Authenticator", "data"),
    ("projects.Session", "session_key"),
    ("projects.Session", "session_data"),
    ("projects.Mail", "content"),
    ("projects.Invitation", "address"),
    ("projects.InvitationEvent", "address"),
}
README = """Everything that this site's tables hold of one person.

Each .jsonl file is a table: one JSON object a line, with the table's own columns. Columns that end in _id are numbers
of rows in other tables; manifest.json says by which columns the rows were found, and how many there are. Tables whose
names end in Event are the history of another table. Passwords, keys of second factors and of sessions, hashes of links,
the text of mail that was not sent yet and addresses of people whom the person invited are left out. Files that the
person uploaded belong to their projects: projects.Upload.jsonl names them.
"""


class Piece(bytearray):
    """Bytes of an archive that were not sent yet, written like a file that cannot be rewound."""

    def write(self, data: Any) -> int:
        self.extend(data)
        return len(data)

    def flush(self) -> None:
        """Do nothing: what is written waits here to be taken."""

    def take(self) -> bytes:
        """Return what was written since the last call."""
        taken = bytes(self)
        self.clear()
        return taken


@cache
def list_personal() -> tuple[tuple[type[Model], tuple[str, ...]], ...]:
    """Return every table that names a person, with the lookups that lead to one."""
    paths = find_paths({Membership: "user"})
    exported = []
    for model in apps.get_models(include_auto_created=True):
        lookups = [key.name for key in keys_of(model) if target_of(key) is User]
        if path := paths.get(model, ""):
            lookups = [*lookups, path] if path not in lookups else lookups
        if model is User:
            lookups = ["pk"]
        if lookups and model._meta.managed and not model._meta.proxy:
            exported.append((model, tuple(lookups)))
    return tuple(sorted(exported, key=lambda entry: entry[0]._meta.label))


def write_archive(person: User) -> Iterator[bytes]:
    """Yield the archive in pieces; memory does not grow with it."""
    written, tables = Piece(), {}
    folder = f"person-{person.pk}"
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]  # all that it needs to write
        archive.writestr(f"{folder}/README.txt", README)
        for model, lookups in list_personal():
            label, count = model._meta.label, 0
            rows = chain.from_iterable(part.iterator(BATCH) for part in _find_rows(model, lookups, person))
            first = next(rows, None)
            if first is None:
                continue
            with archive.open(f"{folder}/{label}.jsonl", "w", force_zip64=True) as file:
                for row in chain([first], rows):
                    file.write(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode() + b"\n")
                    count += 1
                    if len(written) >= PIECE:
                        yield written.take()
            tables[label] = {"rows": count, "found_by": list(lookups)}
        archive.writestr(f"{folder}/manifest.json", json.dumps(_describe_person(person, tables), indent=2))
    yield written.take()


def _find_rows(model: type[Model], lookups: tuple[str, ...], person: User) -> Iterator[QuerySet[Model, dict[str, Any]]]:
    """Yield the rows in one query for each lookup, which finds them by its index; none of them twice."""
    label = model._meta.label
    shown = [
        field.attname
        for field in model._meta.concrete_fields
        if field.name not in SECRET_FIELDS and (label, field.name) not in SECRETS
    ]
    earlier = Q()
    for lookup in lookups:
        rows = model._base_manager.filter(**{lookup: person.pk})
        yield (rows.exclude(earlier) if earlier else rows).order_by("pk").values(*shown)
        earlier |= Q(**{lookup: person.pk})


def _describe_person(person: User, tables: dict[str, Any]) -> dict[str, Any]:
    return {
        "person": person.pk,
        "made_at": timezone.now().isoformat(),
        "software": f"Interlinea {settings.VERSION}",
        "tables": tables,
    }
