"""Job that stores a release of the present evaluation of a test set."""

from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.releases.building import store_release
from evaluation.releases.published import PUBLISHED
from evaluation.releases.queries.evaluation import RELEASE
from evaluation.releases.queries.manifest import read_evaluation


@job(RELEASE, "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    store_release(run, PUBLISHED, read_evaluation)
