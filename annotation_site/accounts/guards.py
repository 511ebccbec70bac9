"""The cache of everything that guards sign-in: counted attempts, used codes, forms that were sent.

allauth keeps its rate limits in Django's default cache, and Django's own caches in a database drop a third of their
entries once there are too many, so that anybody can push a limit out by filling them. Here an entry stays until it
expires. It is shared by all web processes. If the database does not respond nobody can sign in, with limits or without.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.utils import timezone
from psycopg2.extras import Json

from annotation_site.accounts.models import GuardEntry, digest_secret
from annotation_site.prepared import Statement

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
# Every write deletes a few expired entries, so that the table shrinks without a sweep. They are an array, which is made
# once: behind IN, a plan made while the table was small looks for them again for each of its rows.
_STORE = """
    WITH expired AS (
        DELETE FROM projects_guardentry WHERE key = ANY (ARRAY(
            SELECT key FROM projects_guardentry WHERE expires_at <= $4 AND key <> $1
            LIMIT 4 FOR UPDATE SKIP LOCKED
        ))
    )
    INSERT INTO projects_guardentry AS kept (key, value, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at, value = """
_SET = Statement(_STORE + "excluded.value RETURNING key")
_ADD = Statement(_STORE + "excluded.value WHERE kept.expires_at <= $4 RETURNING key")
_COUNT = Statement(
    _STORE
    + """CASE WHEN kept.expires_at <= $4 THEN excluded.value
        ELSE to_jsonb(kept.value::int + excluded.value::int) END
    WHERE kept.expires_at <= $4 OR kept.value::int + excluded.value::int <= $5 RETURNING key"""
)


class GuardCache(BaseCache):
    """Django's interface of a cache over `GuardEntry`; values are what JSON can hold."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value unless it has expired."""
        kept = GuardEntry.objects.filter(pk=self._digest(key, version), expires_at__gt=timezone.now())
        stored = list(kept.values_list("value", flat=True))
        return stored[0] if stored else default

    def set(
        self, key: str, value: Any, timeout: float | object | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Store the value, whatever was there."""
        self._store(_SET, key, value, timeout, version)

    def add(
        self, key: str, value: Any, timeout: float | object | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Store the value unless there is one; of simultaneous calls one returns True."""
        return self._store(_ADD, key, value, timeout, version)

    def count(self, key: str, allowed: int, timeout: float, amount: int = 1) -> bool:
        """Add to a count; return False, with nothing counted, if it would exceed `allowed`."""
        return allowed >= amount and self._store(_COUNT, key, amount, timeout, None, allowed)

    def touch(self, key: str, timeout: float | object | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Give an entry that has not expired a new end."""
        kept = GuardEntry.objects.filter(pk=self._digest(key, version), expires_at__gt=timezone.now())
        return bool(kept.update(expires_at=self._end(timeout)))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(GuardEntry.objects.filter(pk=self._digest(key, version)).delete()[0])

    def clear(self) -> None:
        GuardEntry.objects.all().delete()

    def _digest(self, key: str, version: int | None) -> str:
        return digest_secret(self.make_key(key, version))

    def _end(self, timeout: Any) -> datetime:
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        return NEVER if seconds is None else timezone.now() + timedelta(seconds=seconds)

    def _store(self, statement: Statement, key: str, value: Any, timeout: Any, version: int | None, *more: int) -> bool:
        values = self._digest(key, version), Json(value), self._end(timeout), timezone.now()
        return bool(statement(*values, *more))
