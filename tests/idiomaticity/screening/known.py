"""Items with known ratings, chosen and rated."""

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Project
from idiomaticity.screening.models import KnownRating
from idiomaticity.screening.services.known_ratings import add_known_rating, set_screening
from tests.factories import make_member
from tests.idiomaticity.making import submit_rating

ROWS = "".join(f"{name} tank\tA {name} tank.\n" for name in ("fish", "gas", "oil", "rain"))


def choose(project: Project, item: str = "fish tank-1", use: str = "attention", **more: object) -> KnownRating | None:
    known = {"user": project.created_by, "project": project, "item": item, "use": use, "expected": {"whole": (4, 5)}}
    return add_known_rating(**{**known, **more})  # type: ignore[arg-type]


def always(project: Project) -> None:
    set_screening(user=project.created_by, project=project, attention_share=50, pass_mark=70)


def rate_everything(project: Project, whole: int) -> list[Assignment]:
    annotator = make_member(project)
    done = []
    while (assignment := lease_next(user=annotator.user, project=project)) is not None:
        done.append(submit_rating(assignment, 3, 3, whole, "vessel"))
    return done
