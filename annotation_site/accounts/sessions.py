"""Sessions in the database, found together with their person by one prepared query: every request reads both."""

from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils import timezone

from annotation_site.accounts.models import Session, User
from annotation_site.prepared import Prepared

_find_session = Prepared(
    lambda key, now: Session.objects.select_related("user").filter(session_key=key, expire_date__gt=now)
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
