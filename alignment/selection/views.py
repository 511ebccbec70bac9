"""Pages that select sentence pairs with unseen and rare words from a large text: text, criteria, preview and import."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from alignment.projects.access import describe_project, language_names
from alignment.selection import SelectionSettings
from alignment.selection.forms import FIRST_SETTINGS, SelectionForm, SettingsForm, describe_settings
from alignment.selection.queries import estimate_selection
from alignment.selection.report import (
    SIDES,
    count_target_words,
    list_coverage,
    list_reasons,
    list_stages,
    plot_coverage,
    plot_lengths,
)
from alignment.selection.services import PREVIEW, confirm_selection, request_selection, select_again
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import Language, find_language

ASKED = ("text_format", "tokens", "encoding", "training_kind", "request_id")
# Sent with the criteria and none of them.
NO_CRITERIA = ("request_id", "csrfmiddlewaretoken")
EARLIER_SHOWN = 5


class SelectionPages(PreviewPages):
    """Three steps: a large text and its training text, the criteria, and a preview. Other criteria select again from
    the same files, so that every step keeps what was entered in the others.
    """

    kinds = (Project.Kind.ALIGNMENT,)
    previews = (PREVIEW,)
    route = "alignment:selection"
    uploaded_route = "alignment:selection_criteria"
    again_template = "alignment/selection/criteria.html"
    noun = "sentences"
    upload_template, upload_name = "alignment/selection/selection_new.html", "Select sentences"
    preview_template, preview_name = "alignment/selection/selection.html", "Selected sentences"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        earlier = project.jobs.filter(kind=PREVIEW.kind).order_by("-pk")[:EARLIER_SHOWN]
        context = project_context(user, project, "alignment:import")
        return {**context, **describe_project(project), "earlier": earlier}

    def upload_form(self, user: User, project: Project, *data: Any, **options: Any) -> SelectionForm:
        return SelectionForm(*data, **options, **language_names(project))

    def request_preview(self, user: User, project: Project, form: SelectionForm, keep: Keep) -> Job:
        fields = form.cleaned_data
        training: dict[str, Any] = {name: keep(file) if (file := fields[name]) else None for name in form.TRAINING}
        return request_selection(
            user=user,
            project=project,
            uploads=[keep(file) for file in (fields["first_file"], fields["second_file"]) if file],
            **training,
            settings=FIRST_SETTINGS,
            **{name: fields[name] for name in ASKED},
        )

    def again_form(self, project: Project, preview: Job, data: QueryDict) -> SettingsForm:
        return SettingsForm(data, auto_id="again_%s", **language_names(project))

    def read_again(self, user: User, project: Project, preview: Job, form: SettingsForm) -> Job:
        settings = form.cleaned_data["settings"]
        project.require_active()
        if preview.state == Job.State.SUCCEEDED and settings.to_json() == preview.parameters["settings"]:
            return preview
        request_id = form.cleaned_data["request_id"]
        return select_again(user=user, project=project, selection=preview, settings=settings, request_id=request_id)

    def request_import(self, user: User, project: Project, preview: Job, form: Any) -> Job:
        return confirm_selection(user=user, project=project, selection=preview)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        source, target = project.alignment.source_language, project.alignment.target_language
        again = shown["again"]
        if again is not None:
            return {"form": again, "page_name": "Criteria", **(_count(preview, again) if shown["result"] else {})}
        if not shown["result"]:
            return {}
        return _result_context(shown["result"], find_language(source), find_language(target))

    @method_decorator([require_safe, never_cache])
    @admits(can_manage)
    def text(self, request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
        """Show the files of a selection, from which its other steps start."""
        project = request.project
        context = {**self.context(request.user, project), "page_name": "Text", "preview": self._open(project, job_pk)}
        return render(request, "alignment/selection/text.html", context)

    @method_decorator([require_safe, never_cache])
    @admits(can_manage)
    def criteria(self, request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
        """Show the criteria of a selection, or those in the address, where the count of the page keeps them."""
        project = request.project
        preview = self._open(project, job_pk)
        options = {"auto_id": "again_%s", **language_names(project)}
        if request.GET:
            data = request.GET.copy()
            data["request_id"] = str(uuid4())
            form = SettingsForm(data, **options)
        else:
            settings = SelectionSettings.from_json(preview.parameters["settings"])
            form = SettingsForm(initial={**describe_settings(settings), "request_id": uuid4()}, **options)
        return self._render_upload(request, project, preview, again=form)

    @method_decorator([require_safe, never_cache])
    @admits(can_manage)
    def count(self, request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
        """Return how many pairs the criteria of the form select; its address becomes that of the page."""
        preview = self._open(request.project, job_pk)
        form = self.again_form(request.project, preview, request.GET)
        answer = render(request, "alignment/selection/_count.html", _count(preview, form))
        criteria = request.GET.copy()
        for name in NO_CRITERIA:
            criteria.pop(name, None)
        page = reverse("alignment:selection_criteria", args=[slug, job_pk])
        answer["HX-Replace-Url"] = f"{page}?{criteria.urlencode()}"
        return answer


def _count(preview: Job, form: SettingsForm) -> dict[str, Any]:
    """Return the count of the form's settings; before they are sent, they are those of the selection."""
    if not form.is_bound:
        return {"estimate": estimate_selection(preview, SelectionSettings.from_json(preview.parameters["settings"]))}
    if not form.is_valid():
        return {"faults": form.errors}
    return {"estimate": estimate_selection(preview, form.cleaned_data["settings"])}


def _result_context(result: dict[str, Any], source: Language, target: Language) -> dict[str, Any]:
    names = (source.name, target.name)
    shown = [
        {
            "identifier": pair["identifier"],
            "sides": [
                _mark(pair["source"], pair["source_words"], source),
                _mark(pair["target"], pair["target_words"], target),
            ],
        }
        for pair in result["shown"]
    ]
    return {
        "result": result,
        "words": [(name, sum(result["target_words"][side])) for name, side in zip(names, SIDES, strict=True)],
        "plots": [(side, name, plot_lengths(result, side)) for side, name in zip(SIDES, names, strict=True)],
        "stages": list_stages(result),
        "bands": count_target_words(result),
        "coverage": list_coverage(result),
        "coverage_plots": [
            (side, name, plot) for side, name in zip(SIDES, names, strict=True) if (plot := plot_coverage(result, side))
        ],
        "reasons": list_reasons(result),
        "shown": shown,
    }


def _mark(tokens: list[str], places: list[int], language: Language) -> dict[str, Any]:
    marked = set(places)
    return {"language": language, "words": [(token, index in marked) for index, token in enumerate(tokens)]}


pages = SelectionPages()
