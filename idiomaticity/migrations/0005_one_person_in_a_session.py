"""Let a session belong to one participant.

Versions before let one session be several participants, by other spellings of an id. Such participants keep their work
and are shown to the manager as possibly the same person; the session stays with the first of them.
"""

from django.db import migrations, models
from django.db.models import Q

_SHARED = """
    UPDATE idiomaticity_crowdworker AS own SET traits = ARRAY['session:' || own.session_digest]
    WHERE own.session_digest <> '' AND EXISTS (
        SELECT FROM idiomaticity_crowdworker AS other
        WHERE other.call_id = own.call_id AND other.session_digest = own.session_digest
        AND other.membership_id <> own.membership_id
    )
"""
_LATER = """
    UPDATE idiomaticity_crowdworker AS own SET session_digest = ''
    WHERE own.session_digest <> '' AND EXISTS (
        SELECT FROM idiomaticity_crowdworker AS earlier
        WHERE earlier.call_id = own.call_id AND earlier.session_digest = own.session_digest
        AND earlier.membership_id < own.membership_id
    )
"""
_DROP = "DROP INDEX CONCURRENTLY IF EXISTS session_once_in_crowd"
_CREATE = """
    CREATE UNIQUE INDEX CONCURRENTLY session_once_in_crowd ON idiomaticity_crowdworker (call_id, session_digest)
    WHERE NOT (session_digest = '')
"""
ONCE = models.UniqueConstraint(
    condition=~Q(session_digest=""), fields=("call", "session_digest"), name="session_once_in_crowd"
)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("idiomaticity", "0004_tell_participants_apart")]
    operations = [
        migrations.RunSQL(_SHARED, migrations.RunSQL.noop),
        migrations.RunSQL(_LATER, migrations.RunSQL.noop),
        # One that failed before, because a process of the version before let somebody in meanwhile, is made anew.
        migrations.RunSQL(_DROP, migrations.RunSQL.noop),
        migrations.RunSQL(_CREATE, _DROP, state_operations=[migrations.AddConstraint("crowdworker", ONCE)]),
    ]
