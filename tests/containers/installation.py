"""An installation in a folder of its own, as docs/operating/deployment.md says: `.env`, certificate, backups."""

import os
import re
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path

from tests.containers.engine import ROOT, Stack, run

OF_THE_SITE = ("migrate", "web", "worker", "beat")
# The site's own user in the image.
USER = 10001


@dataclass
class Installation:
    """A folder with all that a stack needs; several stacks may share it, one after another."""

    folder: Path
    name: str
    port: int

    @classmethod
    def make(cls, folder: Path, name: str) -> "Installation":
        made = cls(folder, name, free_port())
        made._write_certificate()
        for part in ("backups", "acme"):
            (folder / part).mkdir(exist_ok=True)
        os.chown(folder / "backups", USER, USER)
        made._write_settings()
        made._write_overrides()
        return made

    @property
    def certificate(self) -> Path:
        return self.folder / "tls" / "fullchain.pem"

    def stack(self, image: str, suffix: str = "") -> Stack:
        """Return containers from an image of the site; another suffix has other volumes."""
        files = [ROOT / "docker-compose.yml", self.folder / "overrides.yml"]
        return Stack(f"{self.name}{suffix}", {"SITE_IMAGE": image}, files, self.folder / ".env")

    def _write_certificate(self) -> None:
        place = self.folder / "tls"
        place.mkdir()
        names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        files = ("-keyout", str(place / "privkey.pem"), "-out", str(place / "fullchain.pem"))
        run("openssl", "req", "-x509", "-days", "2", *key, *names, *files)

    def _write_settings(self) -> None:
        """Fill in `.env.example`, as an operator does."""
        filled = {
            "ALLOWED_HOSTS": "localhost",
            "CSRF_TRUSTED_ORIGINS": f"https://localhost:{self.port}",
            "TLS_FOLDER": str(self.folder / "tls"),
            "BACKUP_VOLUME": str(self.folder / "backups"),
            "HTTPS_PORT": str(self.port),
            "HTTP_PORT": str(free_port()),
        }
        text = (ROOT / ".env.example").read_text()
        for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "POSTGRES_SUPERUSER_PASSWORD", "REDIS_PASSWORD"):
            filled[name] = secrets.token_urlsafe(64)
        for name, value in filled.items():
            text, count = re.subn(rf"^{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
            text += "" if count else f"\n{name}={value}\n"
        (self.folder / ".env").write_text(text)

    def _write_overrides(self) -> None:
        """Name the image by a variable, and lay aside what would touch the checkout or what this proxy cannot read."""
        lines = ["services:"]
        for service in OF_THE_SITE:
            lines += [f"  {service}:", "    image: ${SITE_IMAGE}"]
        lines += ["  proxy:", "    volumes:", f"      - {self.folder}/acme:/acme:ro"]
        if is_nginx_old():
            print("  (nginx is older than 1.25.1 here: its configuration is used without `http2 on`.)")
            text = (ROOT / "deploy" / "nginx" / "nginx.conf").read_text()
            (self.folder / "nginx.conf").write_text(text.replace("http2 on;", ""))
            lines.append(f"      - {self.folder}/nginx.conf:/etc/nginx/nginx.conf:ro")
        (self.folder / "overrides.yml").write_text("\n".join(lines) + "\n")


def is_nginx_old() -> bool:
    """Return whether the image has an nginx before 1.25.1, as a stand-in of Debian's has."""
    image = re.findall(r"image: (nginx:\S+)", (ROOT / "docker-compose.yml").read_text())[0]
    printed = run("docker", "run", "--rm", "--network", "none", "--entrypoint", "nginx", image, "-v")
    version = tuple(int(part) for part in re.findall(r"nginx/(\d+)\.(\d+)\.(\d+)", printed)[0])
    return version < (1, 25, 1)


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])
