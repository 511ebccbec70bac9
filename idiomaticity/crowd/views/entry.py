"""Pages for joining by a crowd's link without an account: consent, and return links."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.accounts.models import User
from annotation_site.languages.locales import switch_locale, translated
from annotation_site.projects import access
from annotation_site.projects.markdown import render_guideline
from annotation_site.web.exceptions import DomainError
from annotation_site.web.middleware.compression import shows_secret
from idiomaticity.crowd.codes import (
    LONGEST_VALUE,
    digest_network,
    digest_spellings,
    digest_traits,
    fill_address,
    read_return,
    seal,
    sign_return,
    unseal,
)
from idiomaticity.crowd.forms import ConsentForm
from idiomaticity.crowd.identifiers import PREVIEW, normalise_identifier
from idiomaticity.crowd.marketplaces import SIGNERS
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.lists import count_most_asked
from idiomaticity.crowd.queries.places import is_full
from idiomaticity.crowd.queries.workers import find_any_worker, find_own_worker, find_returning, find_same_session
from idiomaticity.crowd.services.joining import enter_crowd
from idiomaticity.crowd.services.keys import find_key
from idiomaticity.crowd.signed_links import NotSigned, find_key_id, verify_link
from idiomaticity.crowd.views.visits import ENTRIES_ALLOWED, MISSES_ALLOWED, count_visit, network_of, refuse_guessing
from idiomaticity.crowd.views.work import make_return_url
from idiomaticity.page_texts.queries import find_locale
from idiomaticity.questionnaires.queries import asks_participants

IN_SESSION = "crowd_entry"
SECOND_CLICK = timedelta(minutes=2)
SESSION_SECONDS = 60 * 24 * 60 * 60


@require_safe
@access.admits(access.ANYBODY)
@never_cache
@translated
def crowd_link(request: HttpRequest, key: str) -> HttpResponse:
    """Store the crowd and the worker id's hash in the session and redirect, so that no link, form or log has them.

    Nobody is signed out here: any page of the web can make a browser open this address.
    """
    refuse_guessing(request)
    call = CrowdCall.objects.select_related("project").filter(key=key).first()
    own = _find_own(request, call)
    if call is not None and call.takes_people:
        switch_locale(find_locale(call.project))
    if call is None or not (call.takes_people or own is not None):
        count_visit(request, "misses", MISSES_ALLOWED)
        return _refuse(request)
    given = read_parameters(request, call)
    if refusal := find_refusal(request, call, given):
        # Whoever is in already needs no ids.
        return redirect("idiomaticity:crowd_home", call.project.slug) if own else _refuse(request, why=refusal)
    worker, session = given.get(call.worker_parameter, ""), given.get(call.session_parameter, "")
    digests, sessions = digest_spellings(call.pk, worker), digest_spellings(call.pk, session, of="session")
    if own is not None and (not digests or own.worker_digest in digests):
        return redirect("idiomaticity:crowd_home", call.project.slug)
    if own is None and (same := find_same_session(call, digests, sessions)) is not None:
        # Another device: the page of the return link asks before it signs in.
        return redirect("idiomaticity:crowd_return", sign_return(same.pk))
    network = digest_network(call.pk, network_of(request))
    if is_full(call, network=network):
        return _refuse(request, full=call, given=given)
    if request.session.get(IN_SESSION, {}).get("call") != call.pk:
        CrowdCall.objects.filter(pk=call.pk).update(visit_count=F("visit_count") + 1)
    request.session[IN_SESSION] = {
        "call": call.pk,
        "worker": "".join(digests[:1]),
        "session": "".join(sessions[:1]),
        "earlier": [*digests[1:], *sessions[1:]],
        "traits": digest_traits(call.pk, worker, session),
        "sealed": seal(given) if given and call.stores_data else "",
        "entry_id": str(uuid4()),
    }
    return redirect("idiomaticity:crowd_consent")


def read_parameters(request: HttpRequest, call: CrowdCall) -> dict[str, str]:
    """Return the parameters of the link that the crowd asks for."""
    return {name: request.GET[name][:LONGEST_VALUE] for name in call.parameters if name in request.GET}


def find_refusal(request: HttpRequest, call: CrowdCall, given: Mapping[str, str]) -> str:
    """Return why nobody can start with the ids of this link, or nothing.

    A marketplace that gives an id of the participation gives it to everybody: without it, or with one that it does not
    give out, the same person could come again.
    """
    for name in given:
        # A parameter may come several times, as long as it says the same.
        if len({normalise_identifier(text) or text for text in request.GET.getlist(name)}) > 1:
            return "repeated"
    if PREVIEW in {normalise_identifier(text) for text in given.values()}:
        return "preview"
    needed = [name for name in (call.worker_parameter, call.session_parameter) if name]
    if not all(normalise_identifier(given.get(name, "")) for name in needed):
        return "without_id"
    return "" if not call.signed_by or _is_signed(request, call, given) else "unsigned"


def _is_signed(request: HttpRequest, call: CrowdCall, given: Mapping[str, str]) -> bool:
    signature = SIGNERS[call.signed_by]
    token = request.GET.get(signature.parameter, "")
    try:
        key = find_key(call.signed_by, find_key_id(token))
        if key is None:
            return False
        verify_link(token, key, signature, address=request.build_absolute_uri(request.path), given=given)
    except NotSigned:
        return False
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@access.admits(access.ANYBODY)
@never_cache
@shows_secret
@translated
def crowd_consent(request: HttpRequest) -> HttpResponse:
    """Show the consent text; POST accepts it and joins the crowd."""
    entry: dict[str, Any] = request.session.get(IN_SESSION) or {}
    if not entry:
        return _go_home(request) or (_repeat(request) if request.method == "POST" else _refuse(request))
    call = CrowdCall.objects.select_related("project").filter(pk=entry.get("call")).first()
    if call is None or not call.takes_people:
        return _refuse(request)
    switch_locale(find_locale(call.project))
    network = digest_network(call.pk, network_of(request))
    if is_full(call, network=network):
        return _refuse(request, full=call, given=unseal(entry["sealed"]) if entry["sealed"] else {})
    if request.method != "POST":
        return _render_consent(request, call, entry)
    form = ConsentForm(request.POST)
    if not form.is_valid():
        return _render_consent(request, call, entry, form)
    if str(form.cleaned_data["entry_id"]) != entry["entry_id"]:
        messages.warning(request, _("You opened the link again. Please give consent on this page."))
        return _render_consent(request, call, entry, status=409)
    if form.cleaned_data["terms"] not in ("", _join_terms(call)):
        messages.error(request, _("The consent text was changed while you were reading. Please read it again."))
        return _render_consent(request, call, entry, status=409)
    if isinstance(request.user, User) and find_any_worker(request.user) is None:
        # An account of a colleague is no stranger's.
        return _render_consent(request, call, entry)
    count_visit(request, "entries", ENTRIES_ALLOWED)
    try:
        worker = enter_crowd(
            call_id=call.pk,
            entry_id=form.cleaned_data["entry_id"],
            consent_version=form.cleaned_data["version"],
            worker_digest=entry["worker"],
            session_digest=entry["session"],
            earlier_digests=entry.get("earlier", []),
            traits=entry.get("traits", []),
            network_digest=network,
            after=own.pk if (own := _find_own(request, call)) else None,
            sealed=entry["sealed"],
        )
    except DomainError as error:
        messages.error(request, error.sentence)
        return _render_consent(request, call, entry, status=error.status)
    return _sign_in(request, worker)


@require_http_methods(["GET", "HEAD", "POST"])
@access.admits(access.ANYBODY)
@never_cache
@translated
def crowd_return(request: HttpRequest, signed: str) -> HttpResponse:
    """Show the page of a worker's own return link; POST signs in.

    The link itself signs nobody in, so that programs that open links to check them do not.
    """
    refuse_guessing(request)
    worker_id = read_return(signed)
    worker = find_returning(worker_id) if worker_id is not None else None
    if worker is None:
        count_visit(request, "misses", MISSES_ALLOWED)
        return _refuse(request)
    switch_locale(find_locale(worker.membership.project))
    if request.method == "POST":
        return _sign_in(request, worker)
    return render(request, "idiomaticity/crowd/crowd_return.html", {"project": worker.membership.project})


def _render_consent(
    request: HttpRequest, call: CrowdCall, entry: dict[str, Any], form: ConsentForm | None = None, status: int = 200
) -> HttpResponse:
    about = describe_consent(call)
    if form is None:
        terms = _join_terms(call)
        form = ConsentForm(initial={"entry_id": entry["entry_id"], "version": about["version"], "terms": terms})
    own = _find_own(request, call)
    elsewhere = own or (find_any_worker(request.user) if isinstance(request.user, User) else None)
    context = {
        **about,
        "form": form,
        "is_colleague": isinstance(request.user, User) and elsewhere is None,
        # Their session ends where this study begins, so they need to know how to continue the other one.
        "elsewhere": elsewhere,
        "is_same_study": own is not None,
        "return_url": make_return_url(request, elsewhere) if elsewhere else "",
    }
    return render(request, "idiomaticity/crowd/crowd_consent.html", context, status=400 if form.errors else status)


def describe_consent(call: CrowdCall) -> dict[str, Any]:
    """Return the context of the consent page that is the same for everybody."""
    consent = call.consents.first()
    return {
        "project": call.project,
        "call": call,
        "further_names": [name for name in (call.session_parameter, *call.other_parameters) if name],
        "asks_participants": asks_participants(call),
        "limit": count_most_asked(call),
        "consent_html": render_guideline(consent.text) if consent else "",
        "version": consent.version if consent else 0,
    }


def _join_terms(call: CrowdCall) -> str:
    """Return what the consent page says of data about people: its day, its names, and whether questions are asked."""
    return " ".join([str(call.forget_on), *call.parameters, str(asks_participants(call))])


def _go_home(request: HttpRequest) -> HttpResponse | None:
    """Redirect a worker who has already joined, for example from a form in another tab."""
    worker = find_any_worker(request.user) if isinstance(request.user, User) else None
    return redirect("idiomaticity:crowd_home", worker.membership.project.slug) if worker else None


def _repeat(request: HttpRequest) -> HttpResponse:
    """Sign in a worker whose consent form was sent twice.

    The second click comes with the session that the first one ended; the form's id, which was shown to nobody else,
    identifies the worker.
    """
    form = ConsentForm(request.POST)
    if form.is_valid() and not isinstance(request.user, User):
        just_now = timezone.now() - SECOND_CLICK
        begun = CrowdWorker.objects.filter(entry_id=form.cleaned_data["entry_id"], consented_at__gt=just_now)
        worker = begun.select_related("membership__project", "membership__user").first()
        if worker is not None:
            return _sign_in(request, worker)
    return _refuse(request)


def _sign_in(request: HttpRequest, worker: CrowdWorker) -> HttpResponse:
    membership = worker.membership
    if not (isinstance(request.user, User) and request.user.pk == membership.user_id):
        if isinstance(request.user, User):
            logout(request)
        login(request, membership.user, backend=settings.AUTHENTICATION_BACKENDS[0])
        request.session.set_expiry(SESSION_SECONDS)
    request.session.pop(IN_SESSION, None)
    return redirect("idiomaticity:crowd_home", membership.project.slug)


def _find_own(request: HttpRequest, call: CrowdCall | None) -> CrowdWorker | None:
    if call is None or not isinstance(request.user, User):
        return None
    return find_own_worker(request.user, call.project)


def _refuse(
    request: HttpRequest,
    *,
    why: str = "",
    full: CrowdCall | None = None,
    given: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Show one page for unknown and closed crowds, so that nobody learns which it was; or that a crowd is full, or what
    is wrong with the ids of a link.
    """
    context = {
        "why": why,
        "is_full": full is not None,
        "ending": {"address": fill_address(full.full_url, given or {})} if full else None,
    }
    status = 404
    if why:
        status = 400
    elif full is not None:
        status = 200
    return render(request, "idiomaticity/crowd/crowd_closed.html", context, status=status)
