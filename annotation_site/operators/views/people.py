"""People of the site, for operators: the list, one person, and what can be done to their account."""

from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.accounts.models import User
from annotation_site.operators.forms import PseudonymiseForm, QuotaForm
from annotation_site.operators.queries.people import (
    STATES,
    count_facts,
    count_people,
    find_sole_projects,
    list_people,
    list_places,
    list_remains,
    open_person,
)
from annotation_site.operators.queries.storage import list_uses
from annotation_site.operators.services.accounts import (
    deactivate_person,
    export_person,
    reactivate_person,
    reset_second_factor,
)
from annotation_site.operators.services.pseudonyms import pseudonymise_person
from annotation_site.projects.abilities import require_operator
from annotation_site.projects.access import OPERATORS, SignedInRequest, admits
from annotation_site.quotas.queries import describe_change
from annotation_site.web.forms import refusals_on
from annotation_site.web.mail import sends_mail
from annotation_site.web.pagination import filtered_page, read_search


@require_safe
@admits(OPERATORS)
@never_cache
def people(request: SignedInRequest) -> HttpResponse:
    """Show everybody by name, found by name or address."""
    require_operator(request.user)
    search = read_search(request)
    labels = {name: label for name, (label, _) in STATES.items()}
    counts = count_people(request.user, search)
    page = filtered_page(request, labels, counts, lambda state: list_people(request.user, state=state, search=search))
    return render(request, "operators/people/people.html", {**page, "search": search})


@require_safe
@admits(OPERATORS)
@never_cache
def person(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one person: projects, what the account holds, and what operators did to it."""
    person = open_person(request.user, pk)
    context = {
        "person": person,
        "places": list_places(person),
        "facts": count_facts(person),
        "quotas": [(use, QuotaForm(use)) for use in list_uses(person)],
        "acts": [(act, describe_change(act.payload)) for act in person.account_acts.select_related("actor")],
        "is_self": person == request.user,
    }
    return render(request, "operators/people/person.html", context)


def account_step(service: Callable[..., User], sentence: str, *, without_mail: str = "") -> Callable[..., HttpResponse]:
    """Return the view of a step that is taken with somebody's account and told in a sentence that names them; in
    another one where that would promise mail and none leaves.
    """

    @require_POST
    @admits(OPERATORS)
    def step(request: SignedInRequest, pk: int) -> HttpResponse:
        person = service(user=request.user, person=open_person(request.user, pk))
        spoken = sentence if sends_mail() or not without_mail else without_mail
        messages.success(request, spoken.format(person=person))
        return redirect("projects:person", pk)

    return step


person_deactivate = account_step(
    deactivate_person, "{person} can no longer sign in. All sessions and tokens have ended."
)
person_reactivate = account_step(reactivate_person, "{person} can sign in again, with the same password.")
person_reset_second_factor = account_step(
    reset_second_factor,
    "{person} signs in with the password alone now, and will be told by email.",
    without_mail="{person} signs in with the password alone now. Tell them: this site sends no mail.",
)


@require_POST
@admits(OPERATORS)
def person_export(request: SignedInRequest, pk: int) -> HttpResponseBase:
    """Send everything about a person as an archive, which is written while it is sent. A browser left open is not
    enough: the password is asked for.
    """
    return _send_export(request, open_person(request.user, pk))


@reauthentication_required
def _send_export(request: SignedInRequest, found: User) -> StreamingHttpResponse:
    pieces = export_person(user=request.user, person=found)
    name = f"person-{found.pk}-{timezone.now():%Y-%m-%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(pieces, content_type="application/zip", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(OPERATORS)
@never_cache
def person_pseudonymise(request: SignedInRequest, pk: int) -> HttpResponse:
    """Say what goes, what stays and what is out of reach, then pseudonymise."""
    return _pseudonymise(request, open_person(request.user, pk))


@reauthentication_required(allow_get=True)
def _pseudonymise(request: SignedInRequest, found: User) -> HttpResponse:
    form = PseudonymiseForm(found, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            done = pseudonymise_person(user=request.user, person=found, typed=form.cleaned_data["typed"])
            messages.success(request, f"The person is “{done}” now, everywhere on this site.")
            return redirect("projects:person", found.pk)
    context = {
        "person": found,
        "form": form,
        "remains": list_remains(found),
        "sole_projects": find_sole_projects(found),
    }
    return render(request, "operators/people/pseudonymise.html", context, status=400 if form.errors else 200)
