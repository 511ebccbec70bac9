"""Logs without the secrets of links: who reads a log must not be able to open an invitation or reset a password."""

import logging
import re
from typing import Any

from gunicorn.glogging import Logger

MASK = "[secret]"
# Addresses that hold a secret, up to it; tests/annotation_site/server/test_logs.py compares them with the routes.
PLACES = (
    r"/invitations/",
    r"/take-part/by/(?:link|return)/",
    r"/notices/stop/",
    r"/accounts/confirm-email/",
    r"/accounts/password/reset/key/",
)
_SECRET = re.compile(rf"(?P<place>{'|'.join(PLACES)})[^\s\"'<>]+")


def mask_secrets(text: str) -> str:
    """Return the text with the rest of every address that holds a secret masked, its query included."""
    return _SECRET.sub(rf"\g<place>{MASK}", text)


class MaskingFormatter(logging.Formatter):
    """Masks whole lines, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without secrets."""
        return mask_secrets(super().format(record))


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
