"""Logs, as lines of text or of JSON, which say whose request or job they are about; without the secrets of links: who
reads a log must not be able to open an invitation or reset a password.
"""

import json
import logging
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from gunicorn.glogging import Logger

MASK = "[secret]"
# Addresses that hold a secret, up to it; tests/annotation_site/server/test_logs.py compares them with the routes.
PLACES = (
    r"/invitations/",
    r"/take-part/by/(?:demo|link|return)/",
    r"/notices/stop/",
    r"/accounts/confirm-email/",
    r"/accounts/password/reset/key/",
)
_SECRET = re.compile(rf"(?P<place>{'|'.join(PLACES)})[^\s\"'<>]+")
Describe = Callable[[], Mapping[str, object]]
# Called for each line, so that it tells what is known by then, such as who asked.
_describe: ContextVar[Describe] = ContextVar("describe", default=dict)


def mask_secrets(text: str) -> str:
    """Return the text with the rest of every address that holds a secret masked, its query included."""
    return _SECRET.sub(rf"\g<place>{MASK}", text)


@contextmanager
def lines_about(describe: Describe) -> Iterator[None]:
    """Add what `describe` returns to every line that this thread, or a process forked by it, logs meanwhile."""
    token = _describe.set(describe)
    try:
        yield
    finally:
        _describe.reset(token)


def find_request_id() -> str:
    """Return the id of the request that is answered here, or that started the job which runs here."""
    return str(_describe.get()().get("request_id", ""))


def find_fields(record: logging.LogRecord) -> dict[str, object]:
    """Return what a line is about; a record adds more by `extra={"fields": …}`.

    Django names the request in lines that it logs when all middleware has been left.
    """
    request: Any = getattr(record, "request", None)
    told = request.describe(request) if hasattr(request, "describe") else _describe.get()()
    return {**told, **getattr(record, "fields", {})}


class TextFormatter(logging.Formatter):
    """Lines for people, secrets masked, tracebacks included."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the signature of logging
        """Return the line, with what it is about at its end."""
        fields = (f" {name}={value}" for name, value in find_fields(record).items())
        return super().formatMessage(record) + "".join(fields)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without secrets."""
        return mask_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object a line, secrets masked."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object; what the line is about stands beside its message."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **find_fields(record),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        masked = {name: mask_secrets(value) if isinstance(value, str) else value for name, value in line.items()}
        return json.dumps(masked, default=str)


def make_formatter() -> logging.Formatter:
    """Return the formatter that `LOG_FORMAT` names: `json`, as in production, or `text`."""
    is_production = os.environ.get("INTERLINEA_ENVIRONMENT") == "production"
    name = os.environ.get("LOG_FORMAT") or ("json" if is_production else "text")
    formatters = {"json": JsonFormatter, "text": TextFormatter}
    if name not in formatters:
        raise ValueError(f"LOG_FORMAT is {name!r}; it must be json or text.")
    return formatters[name]()


class MaskingFilter(logging.Filter):
    """Masks messages, whoever writes them."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace the message; no record is dropped."""
        record.msg, record.args = mask_secrets(record.getMessage()), ()
        return True


class MaskingLogger(Logger):
    """gunicorn's log, access and errors."""

    def __init__(self, cfg: Any) -> None:
        super().__init__(cfg)
        for log in (self.error_log, self.access_log):
            log.addFilter(MaskingFilter())

    def setup(self, cfg: Any) -> None:
        """Write errors as the site writes its own lines."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(make_formatter())
