"""Reading settings from the environment, and refusing unsafe ones."""

import os
import secrets
import zlib
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

ENVIRONMENTS = ("development", "test", "production")
WORDS_OF_EXAMPLES = ("change", "insecure", "secret", "password", "example", "default", "interlinea")
TRUE, FALSE = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")


def read_flag(name: str, *, default: bool = False) -> bool:
    """Read a yes/no variable; an unknown word is refused, so that `DEBUG=False` never means true."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    value = raw.strip().lower()
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is {raw!r}; write 1 or 0.")


def read_list(name: str, default: str = "") -> list[str]:
    """Read a comma-separated variable."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def read_hosts(name: str) -> list[str]:
    """Read a list of hosts, each with or without a port; whatever else stands there would silently match nothing."""
    hosts = [host.lower() for host in read_list(name)]
    for host in hosts:
        is_address = host.count(":") > 1 and not host.startswith("[")
        parsed = urlsplit(f"//[{host}]" if is_address else f"//{host}")
        if parsed.netloc.strip("[]") != host.strip("[]") or "@" in host or "*" in host or parsed.hostname is None:
            raise ImproperlyConfigured(f"{name} contains {host!r}; write hosts such as zenodo.org, without https://.")
    return hosts


def read_quota(name: str, default: int | None) -> int | None:
    """Read an amount; an empty variable is no limit."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    if raw.strip() and not raw.strip().isdecimal():
        raise ImproperlyConfigured(f"{name} is {raw!r}; write a whole number, or nothing for no limit.")
    return int(raw) if raw.strip() else None


def read_environment() -> str:
    """Return the name of the environment; `development` unless the variable has another value."""
    value = os.environ.get("INTERLINEA_ENVIRONMENT", "development")
    if value not in ENVIRONMENTS:
        raise ImproperlyConfigured(f"INTERLINEA_ENVIRONMENT is {value!r}; it must be one of {', '.join(ENVIRONMENTS)}.")
    return value


def read_secret_key(environment: str, data: Path) -> str:
    """Return the secret key: the variable, else the file of `make run`, else a new one for this process only."""
    if given := os.environ.get("SECRET_KEY"):
        return given
    if environment == "production":
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Generate one: python -c 'import secrets; print(secrets.token_urlsafe(64))'"
        )
    kept = data / "secret-key"
    try:
        return kept.read_text().strip() if kept.is_file() else secrets.token_urlsafe(64)
    except PermissionError as error:
        raise ImproperlyConfigured(f"{kept} belongs to another user; was the last start by root?") from error


def is_weak(secret_key: str) -> bool:
    """Return whether somebody could guess the key: a short one, words of examples, or one that repeats itself.

    The shortest keys in use, 43 random letters or 64 hexadecimal digits, compress to 48 bytes at least; what repeats,
    to less than 40. A run of the alphabet does not compress, but nearly all of its characters are neighbours in it, of
    a random key two fifths at most.
    """
    if len(secret_key) < 40 or any(word in secret_key.lower() for word in WORDS_OF_EXAMPLES):
        return True
    steps = sum(abs(ord(one) - ord(other)) <= 1 for one, other in pairwise(secret_key))
    return steps > len(secret_key) / 2 or len(zlib.compress(secret_key.encode(), 9)) < 40


def refuse_unsafe_production(secret_key: str, allowed_hosts: list[str], *, debug: bool) -> None:
    """Stop a production start that would be unsafe, with a message that says how to fix it."""
    if debug:
        raise ImproperlyConfigured("INTERLINEA_DEBUG is on in production; remove it.")
    if is_weak(secret_key):
        raise ImproperlyConfigured("SECRET_KEY is a default, too short or not random; use 64 random characters.")
    if not allowed_hosts or any(host.startswith(("*", ".")) for host in allowed_hosts):
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the hosts of this site, without wildcards.")
