"""Taking an import back: everything that it brought, or nothing."""

from annotation_site.closing.queries import lock_work
from annotation_site.closing.services.erasing import delete_people_without_project, delete_protected
from annotation_site.imports.queries import plan_taking
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import ResultPage, find_brought, job
from annotation_site.jobs.running import JobRun
from annotation_site.operations.services import record_operation
from annotation_site.web.exceptions import DomainError

TAKE_BACK = "take_back_import"


@job(TAKE_BACK, "Import taken back", result=ResultPage("projects:jobs", "Show jobs"))
def take_back_import(run: JobRun) -> None:
    """Delete what the import brought, with the operations of assignments that nobody worked on, which the database
    otherwise protects; the import's own operation and this one stay.
    """
    with run.completing() as result:
        project = run.hold_project()
        jobs = project.jobs.select_related("project").select_for_update(no_key=True, of=("self",))
        imported = jobs.get(pk=run.parameters["import"])
        brought = find_brought(imported)
        if brought is None:
            raise DomainError("This import has already been undone.")
        # Locked first: a save that waited finds its assignment gone, and one that came before is seen.
        lock_work(plan_taking(brought).going)
        taking = plan_taking(brought)
        if taking.refusal:
            raise DomainError(taking.refusal)
        counts = brought.count()
        brought.prepare(project)
        for place, rows in enumerate(taking.going.rows):
            run.report(place, len(taking.going.rows))
            delete_protected(rows)
        brought.settle(project)
        delete_people_without_project()
        imported.state = Job.State.TAKEN_BACK
        # The same file or preview may be imported again.
        imported.idempotency_key = f"{imported.idempotency_key[:90]}-taken-back-{run.job.pk}"
        imported.save(update_fields=["state", "idempotency_key"])
        payload = {"job": imported.pk, "kind": imported.kind, "counts": counts}
        record_operation(actor=run.job.requested_by, project=project, kind=TAKE_BACK, payload=payload)
        told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
        result |= {"import": imported.pk, "counts": counts, "summary": f"{imported.title}, job {imported.pk}: {told}."}
