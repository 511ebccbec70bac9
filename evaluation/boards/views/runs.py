"""The names and runs of systems: which outputs are runs of one, and systems compared over their runs."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.forms import refusals_on
from evaluation.boards.forms import SystemsForm
from evaluation.boards.queries.runs import compare_test_set
from evaluation.downloads.queries.rows import list_translations
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context
from evaluation.translations.services import change_systems


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_see_results, changing=can_manage)
def runs(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show names, runs and the tests between systems; POST changes names and what is a run of what."""
    project = request.project
    test_set = open_test_set(request, pk)
    translations = list_translations(test_set)
    form = SystemsForm(request.POST if request.method == "POST" else None, translations=translations)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            changed = change_systems(
                user=request.user,
                project=project,
                names=form.read_names(),
                run_of=form.read_runs(),
                pattern=form.cleaned_data["pattern"],
                systems=[translation.system.name for translation in translations],
            )
            messages.success(request, f"{changed} system{'' if changed == 1 else 's'} changed.")
            return redirect("evaluation:runs", slug, pk)
    context = {
        **test_set_context(request, test_set, "Names and runs"),
        "form": form,
        "translations": translations,
        "names": sorted({translation.system.folded_name for translation in translations}),
        "compared": compare_test_set(test_set, request.GET.get("figure", "")),
    }
    return render(request, "evaluation/boards/runs.html", context, status=400 if form.errors else 200)
