"""Job that stores a release of the present study."""

from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.releases.building import store_release
from idiomaticity.releases.published import PUBLISHED
from idiomaticity.releases.queries.manifest import describe_study


@job("compound_release", "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the files, pack them, and store the release under the next number."""
    store_release(run, PUBLISHED, describe_study)
