import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from annotation_site.checks import refuse_incomplete_start
from annotation_site.settings.environment import (
    is_weak,
    read_environment,
    read_flag,
    read_hosts,
    read_list,
    read_secret_key,
    refuse_unsafe_production,
)

ROOT = Path(__file__).resolve().parents[3]
GOOD_KEY = "Zr4T-9xQmL0bW_v8sJdKfHy2NcEgUa6PqXo3Ri7tBwYz1SlMhVk5DnCj"
PRODUCTION = {
    "INTERLINEA_ENVIRONMENT": "production",
    "SECRET_KEY": GOOD_KEY,
    "ALLOWED_HOSTS": "interlinea.example.org",
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "EMAIL_HOST": "mail.example.org",
}
READ_SETTINGS = "from django.conf import settings; print(settings.{name})"
START = "import django; django.setup(); "  # loads every application as well, which takes ten times as long


def load_settings(name: str, before: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    return subprocess.run(
        [sys.executable, "-c", before + READ_SETTINGS.format(name=name)],
        cwd=ROOT,
        env={**kept, "DJANGO_SETTINGS_MODULE": "annotation_site.settings", **environment},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.mark.parametrize("word", ["1", "true", "Yes", " ON "])
def test_words_for_yes_switch_a_flag_on(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_FLAG", word)
    assert read_flag("A_FLAG") is True


@pytest.mark.parametrize("word", ["0", "False", "no", "off", ""])
def test_words_for_no_switch_it_off_against_the_default(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_FLAG", word)
    assert read_flag("A_FLAG", default=True) is False


def test_an_unknown_word_for_a_flag_is_refused_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_FLAG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="A_FLAG is 'maybe'; write 1 or 0"):
        read_flag("A_FLAG")


def test_a_flag_that_is_not_set_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("A_FLAG", raising=False)
    assert read_flag("A_FLAG", default=True) is True


def test_lists_lose_blanks_and_empty_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_LIST", " a.example , ,b.example,")
    assert read_list("A_LIST") == ["a.example", "b.example"]


def test_hosts_may_have_a_port_or_be_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", "Zenodo.org, localhost:9000,10.1.2.3,2001:db8::1,[2001:db8::1]:8443")
    assert read_hosts("HOSTS") == ["zenodo.org", "localhost:9000", "10.1.2.3", "2001:db8::1", "[2001:db8::1]:8443"]


@pytest.mark.parametrize("host", ["https://zenodo.org", "zenodo.org/api", "*.example.org", "me@example.org", ":80"])
def test_what_is_no_host_stops_the_start(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", host)
    with pytest.raises(ImproperlyConfigured, match="write hosts such as"):
        read_hosts("HOSTS")


def test_an_unknown_environment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INTERLINEA_ENVIRONMENT", "prod")
    with pytest.raises(ImproperlyConfigured, match="development, test, production"):
        read_environment()


def test_the_key_in_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("kept\n")
    monkeypatch.setenv("SECRET_KEY", "given")
    assert read_secret_key("development", tmp_path) == "given"
    monkeypatch.delenv("SECRET_KEY")
    assert read_secret_key("development", tmp_path) == "kept"


def test_without_any_key_every_process_makes_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    first, second = read_secret_key("development", tmp_path), read_secret_key("development", tmp_path)
    assert first != second
    assert len(first) > 60


def test_production_makes_no_key_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    (tmp_path / "secret-key").write_text(GOOD_KEY)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set"):
        read_secret_key("production", tmp_path)


WEAK_KEYS = [
    "short",
    "a" * 64,
    "change-me-" + GOOD_KEY,
    "django-insecure-" + GOOD_KEY,
    "my-PassWord-" + GOOD_KEY,
    "kD8s-pQ2" * 8,
    "0123456789" * 7,
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
]


@pytest.mark.parametrize("key", WEAK_KEYS)
def test_production_refuses_keys_that_can_be_guessed(key: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        refuse_unsafe_production(key, ["a.example"], debug=False)


def test_random_keys_of_every_usual_kind_are_strong() -> None:
    makers = [lambda: secrets.token_urlsafe(64), lambda: secrets.token_hex(32), lambda: secrets.token_urlsafe(32)]
    assert not [key for make in makers for key in (make() for _ in range(2_000)) if is_weak(key)]


@pytest.mark.parametrize("hosts", [[], ["*"], [".example.org"], ["a.example", "*.example"]])
def test_production_refuses_hosts_that_are_not_named(hosts: list[str]) -> None:
    with pytest.raises(ImproperlyConfigured, match="ALLOWED_HOSTS"):
        refuse_unsafe_production(GOOD_KEY, hosts, debug=False)


def test_production_refuses_debug() -> None:
    with pytest.raises(ImproperlyConfigured, match="INTERLINEA_DEBUG"):
        refuse_unsafe_production(GOOD_KEY, ["a.example"], debug=True)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is not set"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is a default, too short or not random"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS must name the hosts"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must name the hosts"),
        ({"INTERLINEA_DEBUG": "1"}, "INTERLINEA_DEBUG is on in production"),
        ({"INTERLINEA_DEBUG": "maybe"}, "INTERLINEA_DEBUG is 'maybe'"),
        ({"INTERLINEA_ENVIRONMENT": "prod"}, "INTERLINEA_ENVIRONMENT is 'prod'"),
    ],
)
def test_an_unsafe_environment_does_not_start_and_says_why(change: dict[str, str], sentence: str) -> None:
    finished = load_settings("ENVIRONMENT", **{**PRODUCTION, **change})
    assert finished.returncode != 0
    assert sentence in finished.stderr


SERVE = "import annotation_site.wsgi; "
WORK = "from annotation_site.celery import app; app.loader.import_default_modules(); "  # as worker and beat begin
# What the environment of a production site lacks, how settings show it, and what is said of it.
LACKING = [
    ({"DATABASE_URL": ""}, {}, "DATABASE_URL is not set. The site needs its PostgreSQL"),
    ({"REDIS_URL": " "}, {}, "REDIS_URL is not set. Jobs need their broker"),
    ({"BEHIND_PROXY": "1"}, {"BEHIND_PROXY": True}, "CSRF_TRUSTED_ORIGINS is not set. Behind a proxy"),
    ({"METRICS_TOKEN": "metrics"}, {"METRICS_TOKEN": "metrics"}, "METRICS_TOKEN is too short"),
    (
        {"OIDC_ISSUER": "https://login.example.org", "OIDC_CLIENT_ID": "site"},
        {"OIDC_ISSUER": "https://login.example.org", "OIDC_CLIENT_ID": "site"},
        "OIDC_CLIENT_SECRET is not set. The provider",
    ),
]


@pytest.mark.parametrize(("change", "shown", "sentence"), LACKING)
def test_each_thing_that_production_lacks_is_refused(
    change: dict[str, str], shown: dict[str, object], sentence: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    for name, value in {**PRODUCTION, **change}.items():
        monkeypatch.setenv(name, value)
    for name, value in {"IS_PRODUCTION": True, **shown}.items():
        setattr(settings, name, value)
    with pytest.raises(ImproperlyConfigured) as refused:
        refuse_incomplete_start()
    assert str(refused.value).startswith(sentence) and "\n" not in str(refused.value)


@pytest.mark.parametrize("begin", [SERVE, WORK])
def test_production_neither_serves_nor_works_without_its_servers(begin: str) -> None:
    changes = {name: value for change, _, _ in LACKING for name, value in change.items()}
    finished = load_settings("ENVIRONMENT", begin, **{**PRODUCTION, **changes})
    assert finished.returncode != 0
    for _, _, sentence in LACKING:
        assert sentence in finished.stderr


def test_production_without_a_mail_server_starts_and_says_that_no_mail_leaves(
    monkeypatch: pytest.MonkeyPatch, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    for name, value in PRODUCTION.items():
        monkeypatch.setenv(name, value)
    settings.IS_PRODUCTION, settings.MAIL_TRANSPORT = True, ""
    refuse_incomplete_start()
    assert "EMAIL_HOST is not set. No mail leaves this site" in caplog.text


@pytest.mark.parametrize(
    ("environment", "transport", "confirms"),
    [
        (PRODUCTION, "django.core.mail.backends.smtp.EmailBackend", "True"),
        ({**PRODUCTION, "EMAIL_HOST": " "}, "", "False"),
        ({}, "", "False"),
        ({"EMAIL_HOST": "mail.example.org"}, "django.core.mail.backends.smtp.EmailBackend", "False"),
    ],
)
def test_mail_leaves_where_a_server_is_named_and_only_then_a_production_confirms_addresses(
    environment: dict[str, str], transport: str, confirms: str
) -> None:
    """Otherwise nobody could join a site without a mail server."""
    assert load_settings("MAIL_TRANSPORT", **environment).stdout.strip() == transport
    assert load_settings("SIGN_UP_CONFIRMS_ADDRESS", **environment).stdout.strip() == confirms


def test_a_complete_production_serves_and_works_and_static_files_need_no_servers() -> None:
    bare = {name: value for name, value in PRODUCTION.items() if not name.endswith(("_URL", "_HOST"))}
    for begin, environment in ((SERVE, PRODUCTION), (WORK, PRODUCTION), (START, bare)):
        finished = load_settings("SESSION_COOKIE_SECURE", begin, **environment)
        assert finished.returncode == 0, finished.stderr
        assert finished.stdout.strip() == "True"


def test_development_starts_with_nothing_set(tmp_path: Path) -> None:
    finished = load_settings("DEBUG", START, INTERLINEA_DATA=str(tmp_path))
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.strip() == "False"


@pytest.mark.parametrize(("behind", "count"), [("1", "1"), ("0", "0")])
def test_only_behind_a_proxy_is_its_word_on_the_visitors_address_taken(behind: str, count: str) -> None:
    finished = load_settings("ALLAUTH_TRUSTED_PROXY_COUNT", **PRODUCTION, BEHIND_PROXY=behind)
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.strip() == count


def test_a_process_starts_without_what_few_need_and_with_one_thread_for_matrices() -> None:
    start = (
        "import os, sys, django; django.setup()\n"
        "from annotation_site.celery import app; app.loader.import_default_modules()\n"
        "from django.urls import get_resolver; get_resolver().url_patterns\n"
        "print([name for name in ('numpy', 'scipy', 'simplemma') if name in sys.modules])\n"
        "print(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    done = load_settings("DEBUG", start + "; ", DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    assert done.stdout.splitlines()[:2] == ["['numpy']", "1"], done.stderr


def test_a_key_that_root_made_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    (tmp_path / "secret-key").touch()
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(ImproperlyConfigured, match="secret-key belongs to another user; was the last start by root"):
        read_secret_key("development", tmp_path)
