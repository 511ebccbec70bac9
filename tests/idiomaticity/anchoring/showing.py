"""Projects whose raters see a machine's scores."""

from annotation_site.machines.models import Machine
from annotation_site.projects.models import Project
from idiomaticity.projects.models import IdiomaticitySettings
from tests.annotation_site.machines.making import import_file, make_machine
from tests.idiomaticity.making import make_rating_project


def make_shown(share: int = 50, text: str | None = None, **settings: object) -> tuple[Project, Machine]:
    """Return a project with a machine whose scores its raters see: head 4, modifier 3, and a whole that it could not
    judge.
    """
    project = make_rating_project(**settings) if text is None else make_rating_project(text=text, **settings)
    IdiomaticitySettings.objects.filter(project=project).update(score_control_share=share)
    project.refresh_from_db()
    machine = make_machine(project, "Rater", use="suggestions")
    answers = [{"number": each.number, "head": 4, "modifier": 3, "whole": -1} for each in project.items.all()]
    import_file(machine, *answers)
    return project, machine
