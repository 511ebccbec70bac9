"""Pages of paraphrases: the project's counts, and one compound's paraphrases with the decisions on them."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.core.paginator import Paginator
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.exclusions.queries import read_switch
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.tables.cells import write_csv
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.paraphrases.counts import PAPER, Thresholds
from idiomaticity.paraphrases.forms import ThresholdsForm
from idiomaticity.paraphrases.queries.figures import CompoundFigures, add_up, find_writings, read_figures
from idiomaticity.paraphrases.queries.queue import list_latest
from idiomaticity.paraphrases.queries.tables import CompoundParaphrases, read_all, read_decisions
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.ratings.models import Paraphrase

PAGE_SIZE, FORMS_SHOWN = 100, 4
# So many compounds have their answers in memory while a table is written.
PART = 50


@require_safe
@admits(can_adjudicate)
@translated
def paraphrases(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the figures of §3.3 of the paper, over all compounds and for each."""
    project = request.project
    form, thresholds = _read_thresholds(request)
    switch = read_switch(project, request.GET)
    figures = read_figures(project, thresholds, with_excluded=switch.with_excluded)
    page = Paginator(figures, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **rating_context(request.user, project, "idiomaticity:paraphrases"),
        "page_name": _("Paraphrases"),
        "switch": switch,
        "form": form,
        "thresholds": thresholds,
        "counts": add_up(figures),
        "published": sum(compound.is_published for compound in figures),
        "entries": sum(compound.entries for compound in figures),
        "asked": sum(not compound.is_published for compound in figures),
        "page": page,
        "rows": _list_rows(project, list(page), with_excluded=switch.with_excluded),
        "has_any": any(compound.forms for compound in figures) or Paraphrase.objects.submitted(project).exists(),
    }
    return render(request, "idiomaticity/paraphrases/paraphrases.html", context)


@require_safe
@admits(can_adjudicate)
def paraphrases_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return every paraphrase that counts, with frequencies and level, as CSV."""
    project = request.project
    _, thresholds = _read_thresholds(request)
    with_excluded = read_switch(project, request.GET).with_excluded
    rated = Occurrence.objects.of_study(project).filter(item__isnull=False)
    numbers = sorted(rated.order_by().values_list("number", flat=True).distinct())
    counted = ("level", "frequency", *(f"s{number}" for number in numbers), "variants")
    header = ("compound", "paraphrase", *counted, "published_for")
    compounds = list(Compound.objects.filter(project=project).order_by("number").prefetch_related("occurrences"))
    parts = (compounds[start : start + PART] for start in range(0, len(compounds), PART))
    tables = (table for part in parts for table in read_all(project, thresholds, part, with_excluded=with_excluded))
    rows = (row for table in tables for row in _list_table_rows(table, numbers))
    answer = StreamingHttpResponse(write_csv([header, *rows]), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-paraphrases.csv"'
    return answer


@require_safe
@never_cache
@admits(can_adjudicate)
@translated
def paraphrases_of(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show every form given for one compound, with the decisions on it."""
    project = request.project
    compound = get_object_or_404(Compound.objects.select_related("project"), project=project, number=number)
    (table,) = read_all(project, PAPER, [compound])
    decisions = read_decisions(project)
    context = {
        **rating_context(request.user, project, "idiomaticity:paraphrases"),
        "page_name": compound.text,
        "compound": compound,
        "rows": [
            {
                "form": form,
                "given": count,
                "decision": decisions.find(number, form),
                "is_own": (decision := decisions.find(number, form)) is not None and decision.compound is not None,
                "operation_id": uuid4(),
            }
            for form, count in table.given.items()
        ],
        "targets": [form.form for form, _ in table.forms],
        "latest": [{**decision, "operation_id": uuid4()} for decision in list_latest(project)],
    }
    return render(request, "idiomaticity/paraphrases/paraphrases_of.html", context)


def _list_rows(project: Project, figures: Sequence[CompoundFigures], *, with_excluded: bool) -> list[dict[str, Any]]:
    """Return each compound's counts, and its most frequent forms in their most frequent spelling."""
    frequent = {}
    for of_compound in figures:
        frequent[of_compound.compound.pk] = [form.form for form in of_compound.forms[:FORMS_SHOWN]]
    writings = find_writings(project, frequent, with_excluded=with_excluded)
    rows = []
    for of_compound in figures:
        key = of_compound.compound.pk
        forms = of_compound.forms[:FORMS_SHOWN]
        rows.append(
            {
                "compound": of_compound.compound,
                "counts": of_compound.counts,
                "is_published": of_compound.is_published,
                "forms": [(writings.get((key, form.form), form.form), form.total) for form in forms],
            }
        )
    return rows


def _read_thresholds(request: SignedInRequest) -> tuple[ThresholdsForm, Thresholds]:
    form = ThresholdsForm(
        request.GET if "one_sentence" in request.GET else None,
        initial={"several_sentences": PAPER.several_sentences, "one_sentence": PAPER.one_sentence},
    )
    return form, Thresholds(**form.cleaned_data) if form.is_bound and form.is_valid() else PAPER


def _list_table_rows(table: CompoundParaphrases, numbers: list[int]) -> list[tuple[object, ...]]:
    """Return rows of what counts, or else of what was published, which has no frequencies."""
    empty = [""] * (len(numbers) + 2)
    published: list[tuple[object, ...]] = [
        (table.compound.text, text, level, *empty, number or "") for text, level, number in table.published
    ]
    if published:
        return published
    rows: list[tuple[object, ...]] = []
    for form, level in table.forms:
        # At type level, there is one frequency, and no sentence that it belongs to.
        by_sentence = dict(zip(table.sentences, form.frequencies, strict=False))
        frequencies = [by_sentence.get(number, "") for number in numbers]
        variants = "; ".join(form.variants)
        rows.append((table.compound.text, form.text, level, form.total, *frequencies, variants, ""))
    return rows
