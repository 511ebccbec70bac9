"""Pages for classes of compounds: an expert's own blind work, and the reviewers' view of all of it."""

from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.exclusions.queries import read_switch
from annotation_site.languages.locales import Locale, switch_locale, translated
from annotation_site.projects.abilities import can_annotate, can_manage, can_see_everyones_work
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.classes.forms import ExpertForm, JudgeForm
from idiomaticity.classes.models import ClassExpert, ClassJudgement, CompoundAdjudication
from idiomaticity.classes.queries import (
    find_last,
    find_next,
    find_unseen,
    hide_unseen,
    list_experts,
    measure_project,
    read_classes,
    read_expert_progress,
    require_expert,
)
from idiomaticity.classes.services import judge_class, name_expert
from idiomaticity.compounds.models import Compound
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.ratings.queries import write_occurrence
from idiomaticity.ratings.scores import CLASSES

PAGE_SIZE = 100


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_see_everyones_work, changing=can_manage)
@translated
def classes(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the experts' classes and agreement; managers appoint experts here, in English as on all their pages."""
    project = request.project
    if can_manage(request.user, project):
        switch_locale(Locale())
    # Crowd workers, of whom there may be thousands, are no experts.
    known = project.memberships.active().annotators().filter(crowd_worker=None)
    annotators = known.select_related("user").order_by("pk")
    form = ExpertForm(request.POST or None, initial={"operation_id": uuid4()}, annotators=annotators)
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        name_expert(
            user=request.user,
            project=project,
            annotator_id=fields["annotator"].pk,
            is_asked=fields["is_asked"],
            operation_id=fields["operation_id"],
        )
        return redirect("idiomaticity:classes", project.slug)
    switch = read_switch(project, request.GET)
    rows = read_classes(project, with_excluded=switch.with_excluded)
    unseen = find_unseen(request.user, project)
    shown = request.GET.get("show", "")
    chosen = [row for row in hide_unseen(rows, unseen) if shown != "differ" or row.differ]
    context = {
        **rating_context(request.user, project, "idiomaticity:classes"),
        "page_name": _("Classes"),
        "switch": switch,
        "form": form,
        "experts": [
            {"expert": expert, "given": given, "operation_id": uuid4()} for expert, given in list_experts(project)
        ],
        "agreement": measure_project(rows),
        "differing": sum(row.differ for row in rows),
        "classed": sum(bool(row.compound.compound_class) for row in rows),
        "total": len(rows),
        "show": shown,
        "unseen": len(unseen),
        "page": Paginator(chosen, PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "idiomaticity/classes/classes.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@admits(can_annotate)
@translated
def classify(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the expert's next compound, or an earlier one; nothing on the page depends on other experts."""
    project = request.project
    expert = require_expert(request.user, project)
    number = request.GET.get("compound", "")
    if number.isascii() and number.isdigit() and len(number) < 9:
        compound: Compound | None = get_object_or_404(Compound, project=project, number=int(number))
    else:
        compound = find_next(expert, project)
    return _render_work(request, project, expert, compound)


@require_POST
@never_cache
@admits(can_annotate)
@translated
def class_judge(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Store the class and continue with the next compound."""
    project = request.project
    require_expert(request.user, project)
    compound = get_object_or_404(Compound, project=project, number=number)
    form = JudgeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The form is incomplete. Try again."))
    else:
        try:
            judge_class(user=request.user, project=project, number=compound.number, **form.cleaned_data)
        except DomainError as error:
            messages.error(request, error.sentence)
    return redirect("idiomaticity:classify", project.slug)


def _render_work(
    request: SignedInRequest, project: Project, expert: ClassExpert, compound: Compound | None
) -> HttpResponse:
    own = ClassJudgement.objects.filter(expert=expert)
    last = find_last(expert, compound)
    context = {
        **rating_context(request.user, project, "idiomaticity:classify"),
        "page_name": _("Classes"),
        "compound": compound,
        "given": own.filter(compound=compound).values_list("compound_class", flat=True).first() if compound else None,
        "is_closed": CompoundAdjudication.objects.filter(compound=compound, is_done=True).exists(),
        "sentences": [
            write_occurrence(occurrence)
            for occurrence in (compound.occurrences.exclude(sentence="").order_by("number") if compound else [])
        ],
        "choices": [
            {"value": value, "name": name, "key": key} for key, (value, name) in enumerate(CLASSES.items(), start=1)
        ],
        "progress": read_expert_progress(expert.membership),
        "total": Compound.objects.filter(project=project).count(),
        "last": last,
        "operation_id": uuid4(),
    }
    return render(request, "idiomaticity/classes/classify.html", context)
