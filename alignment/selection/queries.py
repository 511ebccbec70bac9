"""Counts of a selection before it is made."""

from alignment.selection import SelectionSettings
from alignment.selection.profile import Estimate, read_profile
from annotation_site.jobs.models import Job


def estimate_selection(selection: Job, settings: SelectionSettings) -> Estimate | None:
    """Return how many pairs other settings would select from the files of a finished selection; None where only reading
    them again can say, also for selections of versions of the site that kept no profile.
    """
    result = selection.result
    if settings.to_json() == selection.parameters["settings"]:
        return Estimate(result["chosen"]["pairs"], result["corpus"]["pairs"], is_exact=True)
    if "profile_upload" not in result:
        return None
    with selection.project.uploads.get(pk=result["profile_upload"]).file.open("rb") as file:
        return read_profile(file).estimate(settings)
