"""Sessions in the database, found together with their person by one prepared query: every request reads both."""

from functools import lru_cache
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from annotation_site.accounts.models import Session, User
from annotation_site.prepared import Prepared

_find_session = Prepared(
    lambda key, now: Session.objects.select_related("user").filter(session_key=key, expire_date__gt=now)
)
_find_person = Prepared(
    lambda key, now: (
        User.objects.filter(sessions__session_key=key, sessions__expire_date__gt=now)
        .annotate(session_data=F("sessions__session_data"))
        .order_by()
    )
)
PROOFS_KEPT = 2048


def find_person(session_key: str) -> User | None:
    """Return who is signed in by the session, as Django's `get_user` does. None where Django must look itself, also at
    a session that only a former secret key proves, which it would renew.
    """
    person = _find_person.first(session_key, timezone.now())
    if person is None or not person.is_active:
        return None
    data = cast(Any, person).session_data
    return person if _is_proven(data, person.pk, person.password, settings.SECRET_KEY) else None


# Row and password are read for every request: kept is only that this signature and this hash go with them.
@lru_cache(PROOFS_KEPT)
def _is_proven(session_data: str, person: int, password: str, _secret: str) -> bool:
    held = SessionStore().decode(session_data)
    return (
        held.get(SESSION_KEY) == str(person)
        and held.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(held.get(HASH_SESSION_KEY, ""), User(password=password).get_session_auth_hash())
    )


class SessionStore(db.SessionStore):
    """Django's own, which knows whose a session is. Who is signed in, `ConfirmedAddressBackend` decides."""

    user: User | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row to be stored."""
        session = cast(Session, super().create_model_instance(data))
        session.user_id = data.get(SESSION_KEY)
        return session

    def load(self) -> dict[str, Any]:
        """Return the data of the session, and keep its person; an unknown or expired key is dropped."""
        session = _find_session.first(self.session_key, timezone.now())
        if session is None:
            self._session_key = None
            return {}
        self.user = session.user
        decoded: dict[str, Any] = self.decode(session.session_data)
        return decoded
