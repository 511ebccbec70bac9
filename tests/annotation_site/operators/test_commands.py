"""Commands of operators: the same services, in the name of the operator."""

import json
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation_site.accounts.models import User
from tests.factories import make_member, make_project, make_user


def test_people_are_listed_with_tabs_and_found(operator: User, capsys: pytest.CaptureFixture[str]) -> None:
    ada = make_user("Ada")
    call_command("list_people", "--search", "ada")
    assert capsys.readouterr().out == f"{ada.pk}\t{ada.email}\tAda\tactive\t0\t\n"


def test_a_person_is_shown_as_json(operator: User, capsys: pytest.CaptureFixture[str]) -> None:
    member = make_member(make_project())
    call_command("deactivate_person", member.user.email)
    capsys.readouterr()
    call_command("show_person", str(member.user.pk))
    shown = json.loads(capsys.readouterr().out)
    assert (shown["is_active"], shown["projects"][0]["roles"]) == (False, ["Annotator A"])
    assert [(act["what"], act["by"]) for act in shown["history"]] == [("deactivate", operator.email)]


def test_the_operator_is_named_where_there_are_several(operator: User) -> None:
    other, ada = make_user("Oscar", is_superuser=True), make_user("Ada")
    with pytest.raises(CommandError, match="--by"):
        call_command("deactivate_person", ada.email)
    with pytest.raises(CommandError, match="no such operator"):
        call_command("deactivate_person", ada.email, "--by", ada.email)
    call_command("deactivate_person", ada.email, "--by", other.email)
    assert [act.actor for act in ada.account_acts.all()] == [other]
    call_command("deactivate_person", ada.email, "--undo", "--by", other.email)
    ada.refresh_from_db()
    assert ada.is_active


def test_an_unknown_person_and_a_refusal_are_sentences(operator: User) -> None:
    with pytest.raises(CommandError, match="nobody with the address"):
        call_command("deactivate_person", "nobody@example.org")
    with pytest.raises(CommandError, match="no second factor"):
        call_command("reset_second_factor", make_user().email)


def test_an_export_is_a_new_file_for_its_owner_alone(operator: User, tmp_path: Path) -> None:
    ada, target = make_user("Ada"), tmp_path / "ada.zip"
    call_command("export_person", ada.email, str(target))
    assert target.stat().st_mode & 0o777 == 0o600
    assert f"person-{ada.pk}/projects.User.jsonl" in zipfile.ZipFile(target).namelist()
    with pytest.raises(CommandError, match="cannot be written: File exists"):
        call_command("export_person", ada.email, str(target))


def test_pseudonymising_says_what_stays_and_wants_the_address(
    operator: User, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = make_user("Ada")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("pseudonymise_person", ada.email, "--confirm", "Ada")
    assert "Backups" in capsys.readouterr().err
    call_command("pseudonymise_person", ada.email, "--confirm", ada.email)
    assert f"Former member {ada.pk}" in capsys.readouterr().out
