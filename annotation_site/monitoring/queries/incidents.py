"""All incidents of the site, the worst first."""

from dataclasses import replace

from django.conf import settings
from django.utils import timezone

from annotation_site.monitoring.commands import manage, start_part
from annotation_site.monitoring.incidents import Incident, Level, sort_worst_first
from annotation_site.monitoring.models import NotedIncident
from annotation_site.monitoring.parts import Finding
from annotation_site.monitoring.queries.disks import list_full_disks
from annotation_site.monitoring.queries.sessions import (
    find_connection_shortage,
    find_slow_requests,
    list_session_incidents,
)
from annotation_site.monitoring.queries.work import (
    find_mail_incidents,
    find_stalled_jobs,
    find_waiting_jobs,
    find_worker_incident,
)
from annotation_site.projects.kinds import list_kept_too_long

# These have incidents of their own, which say more.
OWN_INCIDENTS = frozenset({"worker", "mail"})
LEVELS = {"database": Level.URGENT, "broker": Level.URGENT, "files": Level.URGENT, "tables": Level.URGENT}
PROGRAMS = {"broker": "redis", "database": "postgres"}


def list_incidents(findings: list[Finding]) -> list[Incident]:
    """Return everything that needs an operator, the worst first, given the state of the site's parts."""
    singles = [find_worker_incident(), find_waiting_jobs(), find_connection_shortage()]
    incidents = [
        *(_describe_part(finding) for finding in findings if not finding.is_well and finding.name not in OWN_INCIDENTS),
        *(incident for incident in singles if incident is not None),
        *find_mail_incidents(),
        *list_full_disks(),
        *find_stalled_jobs(),
        *list_session_incidents(),
        *find_slow_requests(),
    ]
    noted = dict(NotedIncident.objects.values_list("key", "noted_at"))
    dated = [
        replace(incident, since=incident.since or noted.get(incident.key)) for incident in _once_per_job(incidents)
    ]
    return sort_worst_first(dated, timezone.now())


def _once_per_job(incidents: list[Incident]) -> list[Incident]:
    """Return the incidents without those of a job's session where the job is one itself: both end with it."""
    stalled = {incident.job for incident in incidents if incident.key.startswith("job ")}
    return [incident for incident in incidents if not (incident.key.startswith("session ") and incident.job in stalled)]


def _describe_part(finding: Finding) -> Incident:
    commands: tuple[str, ...] = ()
    remedy = finding.remedy
    if finding.name in PROGRAMS:
        commands = start_part(PROGRAMS[finding.name], settings.INSTALLATION)
    elif finding.name == "backups":
        commands = (manage("back_up FOLDER", settings.INSTALLATION),)
    elif finding.name == "deletion":
        # Named here, for operators: the page of the site's health is everybody's.
        remedy = f"{remedy} These are: {', '.join(list_kept_too_long())}."
    level = LEVELS.get(finding.name, Level.SOON)
    sentence = " ".join(filter(None, [finding.sentence, finding.cause]))
    return Incident(finding.name, level, sentence, remedy, commands=commands)
