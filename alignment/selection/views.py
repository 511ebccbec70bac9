"""Pages that select sentence pairs with unseen and rare words from a large text, and import them."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import QueryDict

from alignment.projects.access import describe_project, language_names
from alignment.selection import SelectionSettings
from alignment.selection.forms import SelectionForm, SettingsForm, describe_settings
from alignment.selection.report import (
    SIDES,
    plot_coverage,
    plot_lengths,
    tell_coverage,
    tell_reasons,
    tell_stages,
    tell_target_words,
)
from alignment.selection.services import PREVIEW, confirm_selection, request_selection, select_again
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import Language, find_language

ASKED = ("text_format", "tokens", "encoding", "training_kind", "settings", "request_id")
EARLIER_SHOWN = 5


class SelectionPages(PreviewPages):
    """A large text and its training text; other settings select again from the same files."""

    kinds = (Project.Kind.ALIGNMENT,)
    previews = (PREVIEW,)
    route = "alignment:selection"
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
            **{name: fields[name] for name in ASKED},
        )

    def again_form(self, project: Project, preview: Job, data: QueryDict) -> SettingsForm:
        return SettingsForm(data, auto_id="again_%s", **language_names(project))

    def read_again(self, user: User, project: Project, preview: Job, form: SettingsForm) -> Job:
        asked = {name: form.cleaned_data[name] for name in ("settings", "request_id")}
        return select_again(user=user, project=project, selection=preview, **asked)

    def request_import(self, user: User, project: Project, preview: Job, form: Any) -> Job:
        return confirm_selection(user=user, project=project, selection=preview)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        settings = SelectionSettings.from_json(preview.parameters["settings"])
        initial = {**describe_settings(settings), "request_id": uuid4()}
        again = shown["again"] or SettingsForm(initial=initial, auto_id="again_%s", **language_names(project))
        source, target = project.alignment.source_language, project.alignment.target_language
        found = (
            _describe_result(shown["result"], find_language(source), find_language(target)) if shown["result"] else {}
        )
        return {**found, "form": again}


def _describe_result(result: dict[str, Any], source: Language, target: Language) -> dict[str, Any]:
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
        "stages": tell_stages(result),
        "bands": tell_target_words(result),
        "coverage": tell_coverage(result),
        "coverage_plots": [
            (side, name, plot) for side, name in zip(SIDES, names, strict=True) if (plot := plot_coverage(result, side))
        ],
        "reasons": tell_reasons(result),
        "shown": shown,
    }


def _mark(tokens: list[str], places: list[int], language: Language) -> dict[str, Any]:
    marked = set(places)
    return {"language": language, "words": [(token, place in marked) for place, token in enumerate(tokens)]}


pages = SelectionPages()
