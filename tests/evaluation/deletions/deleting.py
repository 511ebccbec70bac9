"""Parts of projects deleted and restored through the services and the jobs' own bodies."""

from uuid import uuid4

from annotation_site.closing import jobs
from annotation_site.closing.models import Deletion
from annotation_site.closing.parts import Part, find_part
from annotation_site.closing.services.deleting import request_deletion, request_restoring
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project


def part(name: str) -> Part:
    found = find_part(name)
    assert found is not None, name
    return found


def delete(project: Project, name: str, pk: int) -> Deletion:
    job = request_deletion(user=project.created_by, project=project, part=part(name), pk=pk, request_id=uuid4())
    work_on(job.pk, jobs.delete_part)
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, job.error
    return Deletion.objects.get(job=job)


def restore(deletion: Deletion) -> Job:
    job = request_restoring(user=deletion.project.created_by, deletion=deletion, request_id=uuid4())
    work_on(job.pk, jobs.restore_part)
    job.refresh_from_db()
    return job
