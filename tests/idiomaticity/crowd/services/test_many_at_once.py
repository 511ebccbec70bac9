"""Many people rate at once: nothing is lost, nothing counts twice, and every sentence gets what is wanted."""

import pytest
from django.db.models import F

from annotation_site.assignments.models import Item, Submission
from annotation_site.operations.models import Operation
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.ratings.models import Paraphrase, Rating
from tests.benchmarks.ratings import make_crowd, rate_by_limit
from tests.idiomaticity.crowd_people import make_study, rate_together
from tests.scripts.clients import make_annotators

# Few sentences for many people: the fewer, the more often several want the last place of one.
COMPOUNDS, REQUIRED, PEOPLE = 3, 6, 16


@pytest.mark.django_db(transaction=True)
def test_a_crowd_reaches_the_required_number_exactly(files_folder: object, site: str) -> None:
    project = make_study(COMPOUNDS, REQUIRED)
    members = make_annotators(project, PEOPLE)
    tally = rate_together(site, project, members, [None] * PEOPLE)
    places = 3 * COMPOUNDS * REQUIRED
    assert len(tally.acknowledged) == places
    assert set(tally.statuses) == {200, 204}
    assert Operation.objects.filter(operation_id__in=tally.acknowledged, kind="submit").count() == places
    assert Rating.objects.submitted(project).count() == Submission.objects.count() == places
    assert Paraphrase.objects.count() == places
    counts = set(Item.objects.filter(project=project).values_list("submitted_count", "state"))
    assert counts == {(REQUIRED, "annotated")}


@pytest.mark.django_db(transaction=True)
def test_everybody_of_a_crowd_stops_at_the_limit_with_a_code_of_their_own(files_folder: object, site: str) -> None:
    project = make_study(4, 9)
    members = make_crowd(project, 6)
    tally = rate_by_limit(site, project, members, 5)
    assert set(project.memberships.filter(role="annotator").values_list("submitted_count", flat=True)) == {5}
    assert Rating.objects.submitted(project).count() == len(tally.acknowledged) == 30
    assert not project.items.filter(assigned_count__gt=F("submitted_count")).exists()
    assert len(set(CrowdWorker.objects.values_list("completion_code", flat=True)) - {""}) == 6
