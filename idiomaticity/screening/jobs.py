"""The job that estimates how far a project's raters can be relied on."""

from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.screening.competence import measure_raters
from idiomaticity.screening.queries.competence import COMPETENCE


@job(COMPETENCE, "Raters’ competence", result=ResultPage("idiomaticity:annotator_quality", "Show annotator quality"))
def estimate_raters(run: JobRun) -> None:
    """Estimate competence, bias and precision from every score that counts now."""
    raters = measure_raters(read_score_table(run.job.project), run.report)
    with run.completing() as result:
        result |= {"raters": [each.to_json() for each in raters]}
