"""The compositionality project, made through the services."""

from uuid import uuid4

from annotation_site.accounts.models import User
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.jobs.models import Upload
from annotation_site.projects.models import Role
from idiomaticity.classes.services import name_expert
from idiomaticity.compounds.models import Occurrence
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.screening.services.known_ratings import add_known_rating
from idiomaticity.studies.services.demos import publish_demo
from tests.authorisation.sides import COMPOUNDS, RatingSide
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating, make_rating_project
from tests.idiomaticity.making import preview as preview_compounds
from tests.idiomaticity.predicting import TRANSLATIONS, make_predictor, preview_table


def build_ratings(manager: User, adjudicator: User, annotator: User, other: User) -> RatingSide:
    project = make_rating_project(manager)
    make_member(project, Role.ADJUDICATOR, adjudicator)
    known = add_known_rating(
        user=manager, project=project, item="cash cow-1", use="tutorial", expected={"whole": (0, 1)}
    )
    assert known
    crowd = {"consent": "You may stop at any time.", "limit_each": 5, "most_people": 5, "lists": "apart"}
    set_up_crowd(user=manager, project=project, **crowd)  # type: ignore[arg-type]
    open_crowd(user=manager, project=project, is_open=True)
    publish_demo(user=manager, project=project)
    first, second = make_member(project, user=annotator), make_member(project, user=other)
    submitted = make_rating(first, 1, "barrier")
    given_back = lease_rating(first)
    skip_assignment(user=annotator, assignment_id=given_back.pk, operation_id=uuid4(), version=0, reason="odd")
    make_rating(second, 4)
    name_expert(user=manager, project=project, annotator_id=first.pk, is_asked=True, operation_id=uuid4())
    preview = preview_compounds(project, COMPOUNDS.decode())
    upload = Upload.objects.get(pk=preview.parameters["uploads"][0])
    predictor = make_predictor(project, "translations", TRANSLATIONS)
    Occurrence.objects.filter(compound__project=project).update(label="literal")
    return RatingSide(
        project,
        second,
        lease_rating(first),
        submitted,
        given_back,
        upload,
        preview,
        predictor,
        preview_table(project, "translations", TRANSLATIONS),
        known.item.number,
    )
