"""The declaration of agreement on links for the shared page, and the start of the job that counts by word frequency."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from alignment.agreement.forms import FrequencyForm
from alignment.agreement.groups import describe_links
from alignment.agreement.models import PairAgreement
from alignment.agreement.queries.changes import count_changes
from alignment.agreement.queries.figures import (
    all_annotator_pairs,
    count_worst_pairs,
    read_agreement,
    read_changes,
    read_rounds,
    worst_pairs,
)
from alignment.agreement.queries.frequencies import FrequencyReport, find_frequencies
from alignment.agreement.queries.link_tables import count_compared_pairs
from alignment.agreement.queries.resampling import bootstrap_agreement
from alignment.agreement.report import LinkAgreement
from alignment.agreement.services.frequency import request_frequency_agreement
from alignment.projects.access import admits
from annotation_site.agreement.kinds import (
    AgreementKind,
    Disagreement,
    DisagreementList,
    Progress,
    StoredFigures,
)
from annotation_site.agreement.reports import AgreementReport, Cell, Estimate
from annotation_site.assignments.models import Item
from annotation_site.coefficients.figure import Figure
from annotation_site.languages.marks import Paragraph, gettext_filled, gettext_noop
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.texts.languages import find_language, say_name
from annotation_site.web.exceptions import DomainError
from annotation_site.web.middleware.bodies import takes_files

AT_ONCE = 2_000
ADJUDICATION = "alignment:adjudication"
DECIDABLE = (Item.State.ANNOTATED, Item.State.ADJUDICATED)


class LinkOptions(NamedTuple):
    """Options of the page: words that both annotators leave unaligned may count as agreement."""

    count_unaligned: bool = False


class LinkAgreementKind(AgreementKind[LinkOptions]):
    """Agreement on links: units are sentence pairs, counted as they are submitted."""

    noun = (gettext_noop("sentence pair"), gettext_noop("sentence pairs"))
    empty_text = gettext_noop("Agreement appears when two annotators have submitted the same sentence pair.")
    example = "alignment/agreement/_example.html"
    answer = "alignment/agreement/_answer.html"
    choices = "alignment/agreement/_choices.html"
    further = "alignment/agreement/_further.html"
    at_once = AT_ONCE

    def describe_lead(self, project: Project) -> str:
        lead = _(
            "Inter-annotator agreement on the links of submitted readings, {stage}. Adjudication does not change it. A "
            "reopened reading counts as last submitted."
        )
        return lead.format(stage=_say_stage(project))

    def read_options(self, project: Project, query: Mapping[str, str]) -> LinkOptions:
        return LinkOptions(query.get("unaligned") == "1")

    def write_query(self, options: LinkOptions) -> dict[str, str]:
        return {"unaligned": "1"} if options.count_unaligned else {}

    def count_units(self, project: Project) -> int:
        return count_compared_pairs(project)

    def read_changes(self, project: Project) -> int:
        return read_changes(project)

    def bring_up_to_date(self, project: Project) -> None:
        count_changes(project.pk)

    def compute(self, project: Project, options: LinkOptions, progress: Progress) -> dict[str, Any]:
        """Return the intervals, with and without unaligned words."""
        return bootstrap_agreement(project, progress)

    def describe(self, project: Project, options: LinkOptions, stored: StoredFigures | None) -> AgreementReport | None:
        agreement, frequencies = read_links(project, count_unaligned=options.count_unaligned)
        if agreement is None:
            return None
        return describe_links(
            agreement,
            stored.result if stored else None,
            rounds=read_rounds(project),
            bands=frequencies.rows if frequencies else [],
            frequency_note=_describe_frequencies(agreement, frequencies) if frequencies else "",
            list_pairs=lambda: all_annotator_pairs(project, count_unaligned=options.count_unaligned),
            round_address=lambda number: reverse("alignment:round", args=[project.slug, number]),
        )

    def list_disagreements(self, project: Project) -> DisagreementList:
        """Return comparisons of two readings, least AGR first."""
        settings = project.alignment
        languages = [find_language(tag) for tag in (settings.source_language, settings.target_language)]

        def describe_rows(rows: Sequence[PairAgreement]) -> list[Disagreement]:
            return [_describe_comparison(project, row, languages) for row in rows]

        caption = _("Sentence pairs with disagreements, by AGR on links with the same label.")
        heads = [_("Pair of annotators"), "S+P", _("In common")]
        return DisagreementList(caption, heads, worst_pairs(project), count_worst_pairs(project), describe_rows)

    def describe_page(
        self, request: SignedInRequest, options: LinkOptions, report: AgreementReport, stored: StoredFigures | None
    ) -> dict[str, Any]:
        settings = request.project.alignment
        names = say_name(find_language(settings.source_language)), say_name(find_language(settings.target_language))
        return {
            "agr": report.headlines[0].estimate,
            "frequency_form": FrequencyForm(languages=names),
            "has_frequencies": report.find_group("frequencies") is not None,
            "has_rounds": report.find_group("rounds") is not None,
        }


def read_links(
    project: Project, *, count_unaligned: bool
) -> tuple[LinkAgreement, FrequencyReport | None] | tuple[None, None]:
    """Return agreement, and by word frequency as last counted; None before any pair has two readings."""
    agreement = read_agreement(project, count_unaligned=count_unaligned)
    if agreement is None:
        return None, None
    frequencies = find_frequencies(project, agreement.changes, count_unaligned=count_unaligned)
    return replace(agreement, frequencies=frequencies.stretches if frequencies else ()), frequencies


def _say_stage(project: Project) -> str:
    """Return the stage of the latest submissions in words of the page; `read_stage` names it for files."""
    last = project.reconciliation_rounds.first()
    if last is None:
        return _("before reconciliation")
    is_open = last.closed_at is None
    wording = _("during reconciliation round {number}") if is_open else _("after reconciliation round {number}")
    return wording.format(number=last.number)


def _describe_frequencies(agreement: LinkAgreement, frequencies: FrequencyReport) -> str:
    wording = (
        gettext_noop(
            "All annotator pairs together, over the links of target words of the {side} by their frequency in {text}, "
            "ignoring case."
        )
        if agreement.target
        else gettext_noop(
            "All annotator pairs together, over the links of all words of the {side} by their frequency in {text}, "
            "ignoring case."
        )
    )
    since = "" if frequencies.is_current else gettext_noop("Readings have been submitted since.")
    return Paragraph(gettext_filled(wording, side=gettext_filled(frequencies.side), text=frequencies.text), since)


def _describe_comparison(project: Project, row: PairAgreement, languages: Sequence[Any]) -> Disagreement:
    item, pair = row.item, row.item.sentence_pair
    address = reverse("alignment:adjudicate", args=[project.slug, item.number]) if item.state in DECIDABLE else ""
    in_common = _("{n} of {first} / {second}")
    return Disagreement(
        item.number,
        address,
        list(zip((pair.written_source, pair.written_target), languages, strict=True)),
        [
            Cell("text", f"{row.first.pseudonym}–{row.second.pseudonym}"),
            Cell("figure", Estimate(Figure(row.agr))),
            Cell("text", in_common.format(n=row.both_same_label, first=row.first_any, second=row.second_any)),
        ],
    )


@takes_files
@require_POST
@admits(can_see_agreement)
def agreement_frequency(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start the job; what cannot be met is said on the page."""
    project = request.project
    settings = project.alignment
    languages = (find_language(settings.source_language).name, find_language(settings.target_language).name)
    page = f"{reverse('projects:agreement', args=[slug])}#frequencies"
    form = FrequencyForm(request.POST, request.FILES, languages=languages)
    if not form.is_valid():
        messages.error(request, " ".join(str(line) for lines in form.errors.values() for line in lines))
        return redirect(page)
    options = form.cleaned_data
    file = options.pop("file")
    try:
        name = file.name if file else ""
        job = request_frequency_agreement(user=request.user, project=project, file=file, file_name=name, **options)
    except DomainError as error:
        messages.error(request, error.sentence)
        return redirect(page)
    return redirect("projects:job", slug, job.pk)
