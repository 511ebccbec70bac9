"""The demo's passwords, which are shown only where they work."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from annotation_site.accounts.models import User
from annotation_site.projects.demo import PEOPLE, accounts_file, forget_passwords_of_others, read_passwords

pytestmark = pytest.mark.django_db
EMAIL = PEOPLE["manager"][1]


@pytest.fixture(autouse=True)
def data(settings: Settings, tmp_path: Path) -> Path:
    """Give the demo a data folder of its own."""
    settings.DATA_DIR = tmp_path
    return tmp_path


def write_passwords() -> None:
    accounts_file().write_text("\n".join(f"{part}  {email}  secret" for part, (_, email) in PEOPLE.items()))


@pytest.mark.parametrize(("password", "stays"), [("secret", True), ("another", False)])
def test_a_restore_leaves_only_passwords_that_fit(password: str, stays: bool) -> None:
    write_passwords()
    assert set(read_passwords().values()) == {"secret"}
    User.objects.create_user(EMAIL, password)
    forget_passwords_of_others()
    assert accounts_file().exists() is stays


def test_a_start_after_a_restore_shows_no_new_passwords() -> None:
    User.objects.create_user(EMAIL, "from the backup")
    output = StringIO()
    call_command("load_demo", stdout=output)
    assert not accounts_file().exists()
    assert output.getvalue() == "The demo's accounts keep the passwords that they had where the backup was made.\n"
