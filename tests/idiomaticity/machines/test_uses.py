"""A machine's scores beside people's in adjudication, where a manager chose so."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.machines.services import declare_machine
from annotation_site.web.exceptions import DomainError
from tests.annotation_site.machines.making import DAY, import_file, make_machine
from tests.idiomaticity.making import make_rating_project
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def test_adjudicators_see_scores_of_a_machine_marked_as_such():
    project = make_rating_project()
    machine = make_machine(project, "Rater")
    import_file(machine, {"number": 1, "head": 0, "modifier": -1, "whole": 1})
    browser = Client()
    browser.force_login(project.created_by)
    address = reverse("idiomaticity:adjudicate", args=[project.slug, 1])
    assert "M1 machine</span>" not in markup_of(browser.get(address))
    known = {"user": project.created_by, "machine": machine, "name": "Rater", "model": "x", "dated": DAY}
    declare_machine(**known, use="adjudication")
    page = markup_of(browser.get(address))
    assert "M1 machine</span> sentence 1: head 0, whole 1" in page


def test_raters_see_the_scores_of_one_machine_at_most():
    project = make_rating_project()
    make_machine(project, "First", use="suggestions")
    second = make_machine(project, "Second")
    known = {"user": project.created_by, "machine": second, "name": "Second", "model": "x", "dated": DAY}
    with pytest.raises(DomainError, match="already see the scores of First"):
        declare_machine(**known, use="suggestions")
    second.refresh_from_db()
    assert second.use == "hidden"
