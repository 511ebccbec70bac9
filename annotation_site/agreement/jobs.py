"""Job that computes figures of agreement from many units."""

from annotation_site.agreement.kinds import find_agreement
from annotation_site.agreement.models import AgreementFigures
from annotation_site.agreement.queries import AGREEMENT_JOB, one_moment
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun


@job(
    AGREEMENT_JOB,
    "Agreement intervals",
    result=ResultPage("projects:agreement", "Show agreement"),
    needs_manager=False,
)
def compute_agreement(run: JobRun) -> None:
    """Store the figures of the readings as they were when the job began."""
    project = run.job.project
    kind = find_agreement(project)
    options = kind.read_options(project, run.parameters.get("query", {}))
    kind.bring_up_to_date(project)
    with one_moment():
        changes = kind.read_changes(project)
        result = kind.compute(project, options, run.report)
    with run.completing() as shown:
        AgreementFigures.objects.update_or_create(
            project=project,
            question=kind.name_question(options),
            changes=changes,
            defaults={"result": result, "job": run.job},
        )
        shown |= {name: result[name] for name in ("units", "resamples", "seed")}
