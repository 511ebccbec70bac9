"""The site and token that are used when none is named: of the environment, or stored by `interlinea login`."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from interlinea.connection import clean_site, clean_token
from interlinea.errors import Refusal

SITE, TOKEN = "INTERLINEA_SITE", "INTERLINEA_TOKEN"


@dataclass(frozen=True)
class Login:
    """An address and a token."""

    site: str
    token: str

    def token_for(self, site: str) -> str:
        """Return the token, unless another site is meant: a token is shown to no site but its own."""
        if site and clean_site(site) != self.site:
            raise Refusal(f"You are not signed in to {site}. Run `interlinea login {site}`.")
        return self.token


def find_login() -> Login:
    """Return the login of the environment, completed from the stored one; raise Refusal where there is none."""
    site, token = os.environ.get(SITE, ""), os.environ.get(TOKEN, "")
    if site and token:
        return Login(clean_site(site), token)
    if site or token:
        raise Refusal(f"Set both {SITE} and {TOKEN}, or neither.")
    try:
        stored = json.loads(login_path().read_text(encoding="utf-8"))
        return Login(stored["site"], stored["token"])
    except FileNotFoundError as error:
        raise Refusal("You are not signed in. Run `interlinea login` with the address of your site.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise Refusal(f"{login_path()} is damaged. Run `interlinea login` again.") from error


def store_login(site: str, token: str) -> Path:
    """Store a login that nobody else on the machine can read, and return its path."""
    path = login_path()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    body = json.dumps({"site": clean_site(site), "token": clean_token(token)})
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(body)
    part.replace(path)
    return path


def forget_login() -> None:
    """Delete the stored login."""
    login_path().unlink(missing_ok=True)


def login_path() -> Path:
    """Return the file of the login in the person's own folder for settings."""
    if sys.platform == "win32":
        return Path(os.environ["APPDATA"]) / "interlinea" / "login.json"
    chosen = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(chosen) if chosen else Path.home() / ".config") / "interlinea" / "login.json"
