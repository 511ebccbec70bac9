"""The archive of a person: every table that names them, nothing of others, no secrets, in pieces."""

import io
import json
import zipfile
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey
from django.test import Client

from annotation_site.accounts.models import Session, User
from annotation_site.operators import exports
from annotation_site.operators.exports import list_personal
from annotation_site.operators.services.accounts import export_person
from annotation_site.own_account.services import create_token
from annotation_site.projects.models import Role
from annotation_site.projects.services.invitations import invite_by_mail
from tests.factories import make_member, make_project, make_reading, make_user


def read(operator: User, person: User) -> tuple[dict[str, list[dict[str, Any]]], dict[str, Any], str]:
    """Return the rows by table, the manifest, and all of the archive as text."""
    archive = zipfile.ZipFile(io.BytesIO(b"".join(export_person(user=operator, person=person))))
    texts = {name.partition("/")[2]: archive.read(name).decode() for name in archive.namelist()}
    rows = {
        name.removesuffix(".jsonl"): [json.loads(line) for line in text.splitlines()]
        for name, text in texts.items()
        if name.endswith(".jsonl")
    }
    return rows, json.loads(texts["manifest.json"]), "\n".join(texts.values())


def test_every_table_with_a_key_to_a_person_is_in_the_archive() -> None:
    known = {model for model, _ in list_personal()}
    naming = {
        model
        for model in apps.get_models(include_auto_created=True)
        if not model._meta.proxy
        and any(isinstance(key, ForeignKey) and key.related_model is User for key in model._meta.concrete_fields)
    }
    assert naming - known == set()
    assert len(naming) > 40


def test_work_account_and_acts_are_in_it_and_nothing_of_others(operator: User) -> None:
    project = make_project(pairs=2)
    ada, bela = make_user("Ada"), make_user("Bela")
    for person in (ada, bela):
        make_reading(make_member(project, user=person))
    rows, manifest, text = read(operator, ada)
    assert [row["name"] for row in rows["projects.User"]] == ["Ada"]
    assert [row["state"] for row in rows["projects.Assignment"]] == ["submitted"]
    assert len(rows["alignment.AlignmentLink"]) == 3
    assert {row["kind"] for row in rows["projects.Operation"]} >= {"lease", "submit"}
    assert [row["kind"] for row in rows["projects.AccountAct"]] == ["export"]
    assert {name: len(found) for name, found in rows.items()} == {
        name: table["rows"] for name, table in manifest["tables"].items()
    }
    assert "Bela" not in text
    assert bela.email not in text


def test_no_row_is_twice_in_it_where_two_keys_lead_to_the_person(operator: User) -> None:
    project = make_project(pairs=1)
    make_reading(make_member(project, user=project.created_by))
    rows, _, _ = read(operator, project.created_by)
    for name, found in rows.items():
        assert len({json.dumps(row, sort_keys=True) for row in found}) == len(found), name


def test_secrets_are_left_out(operator: User) -> None:
    ada = make_user("Ada")
    token, secret = create_token(user=ada, name="script", scope="read", days=3)
    client = Client()
    client.force_login(ada)
    project = make_project(ada)
    invite_by_mail(user=ada, project=project, role=Role.ANNOTATOR, days=7, addresses=["bela@example.org"])
    rows, _, text = read(operator, ada)
    assert [row["name"] for row in rows["projects.ApiToken"]] == ["script"]
    assert len(rows["projects.Invitation"]) == len(rows["projects.Session"]) == 1
    session = Session.objects.get()
    kept_back = (ada.password, token.digest, secret, "bela@example.org", session.session_key, session.session_data)
    assert not any(part in text for part in kept_back)


def test_it_is_sent_in_pieces(operator: User, monkeypatch: Any) -> None:
    monkeypatch.setattr(exports, "PIECE", 10)
    project = make_project(pairs=30)
    member = make_member(project)
    for _ in range(3):
        make_reading(member)
    pieces = list(export_person(user=operator, person=member.user))
    assert len(pieces) > 3
    assert zipfile.ZipFile(io.BytesIO(b"".join(pieces))).testzip() is None
