"""Figures that an upgrade must not change."""

from typing import Any

from alignment.agreement.queries.figures import read_agreement
from alignment.projects.models import AlignmentSettings
from annotation_site.projects.models import Project


def read_figures() -> dict[str, Any]:
    """Return agreement of every project of word alignment, by its slug, as the API gives it but
    for the sentences that say why a figure is undefined: a later version may word them otherwise.
    """
    projects = Project.objects.filter(pk__in=AlignmentSettings.objects.values("project")).order_by("slug")
    reports = {project.slug: read_agreement(project, count_unaligned=False) for project in projects}
    return {slug: drop_sentences(report.to_json()) for slug, report in reports.items() if report}


def drop_sentences(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key != "reasons"}
