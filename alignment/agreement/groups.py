"""Agreement on links as the shared page shows it: AGR with its source, annotator pairs, time, guidelines, labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from alignment.agreement.report import LABEL_NAMES, AnnotatorPair, LinkAgreement, RoundReport, Stretch
from alignment.coefficients.agr import ABSENT, agr
from annotation_site.agreement.plots import MOST_ROWS, plot_distribution
from annotation_site.agreement.reports import (
    AgreementGroup,
    AgreementReport,
    AgreementRow,
    Coefficient,
    Count,
    DeclaredPlot,
    Ends,
    Estimate,
    Headline,
    PlotWording,
)
from annotation_site.coefficients.figure import Figure
from annotation_site.figures.plots import Plot
from annotation_site.languages.marks import Paragraph, gettext_filled, gettext_noop

WAGS = "Bentivogli et al. 2016."
AGR = (
    Coefficient("agr_any", gettext_noop("AGR, links with any label"), gettext_noop("Any label"), gettext_noop("The "
                "share of links that two annotators have in common, whatever their labels: 2 × links in common ÷ "
                "links of both."), WAGS),
    Coefficient("agr_both", gettext_noop("AGR, links with the same label"), "S+P", gettext_noop("The same, with links "
                "in common only where both gave the same label."), WAGS),
    Coefficient("agr_sure", gettext_noop("AGR, Sure"), gettext_noop("Sure"), gettext_noop("AGR over Sure links "
                "alone."), WAGS),
    Coefficient("agr_possible", gettext_noop("AGR, Possible"), gettext_noop("Possible"), gettext_noop("AGR over "
                "Possible links alone."), WAGS),
)  # fmt: skip
PAIRS = Count("pairs", gettext_noop("Pairs"))
COUNTS = (
    PAIRS, Count("first_links", gettext_noop("Links, first")), Count("second_links", gettext_noop("Links, second")),
    Count("both_sure", gettext_noop("Both Sure")), Count("both_possible", gettext_noop("Both Possible")),
    Count("label_differs", gettext_noop("Label differs")), Count("first_only", gettext_noop("Only first")),
    Count("second_only", gettext_noop("Only second")),
)  # fmt: skip
WORDS = Count("words", gettext_noop("Words"))
SECOND_LABELS = {
    "S": gettext_noop("Second: Sure"), "P": gettext_noop("Second: Possible"), ABSENT: gettext_noop("Second: no link"),
}  # fmt: skip
# The figure that WAGS reports comes first and lies on top.
PLOTTED = ("agr_both", "agr_any", "agr_sure", "agr_possible")
ROUND = (
    Coefficient("round_before", "", gettext_noop("S+P before")),
    Coefficient("round_after", "", gettext_noop("S+P after")),
    Coefficient("all_before", "", gettext_noop("S+P before, all pairs")),
    Coefficient("all_after", "", gettext_noop("S+P after, all pairs")),
    Coefficient("all_after_any", "", gettext_noop("Any label after, all pairs")),
)  # fmt: skip
OPEN = Figure(None, gettext_noop("The round is still open."))
TIMELINE = {
    "day": (gettext_noop("Agreement by day"), gettext_noop("Day"), gettext_noop(
            "All annotator pairs together, by the day in which the later reading was submitted.")),
    "week": (gettext_noop("Agreement by week"), gettext_noop("Week"), gettext_noop(
             "All annotator pairs together, by the week in which the later reading was submitted.")),
}  # fmt: skip
_UNALIGNED = gettext_noop("Words that both annotators mark as no counterpart count as agreement, too.")


def name_coefficients(agreement: LinkAgreement) -> list[Coefficient]:
    """Return the coefficients with what they are counted over here."""
    any_, both, *labels = AGR
    if agreement.count_unaligned:
        any_, both = (each._replace(meaning=Paragraph(each.meaning, _UNALIGNED)) for each in (any_, both))
    kappa = Coefficient(
        "fleiss_kappa",
        gettext_noop("Fleiss kappa"),
        "κ",
        Paragraph(
            gettext_filled(
                "Agreement corrected for chance. Units are the {n} links and unaligned words of any annotator, "
                "labelled Sure, Possible or absent by each. 0 is chance, 1 is perfect.",
                n=agreement.link_items,
            ),
            agreement.kappa.reason,
        ),
        "Brockett 2007.",
    )
    alpha = Coefficient(
        "alpha",
        gettext_noop("Krippendorff’s alpha"),
        "α",
        Paragraph(
            gettext_noop(
                "Agreement corrected for chance over the same units, with nominal labels, for small samples and a "
                "varying number of annotators."
            ),
            agreement.alpha.reason,
        ),
        "Krippendorff 2004.",
    )
    return [any_, both, *labels, kappa, alpha]


def describe_links(
    agreement: LinkAgreement,
    intervals: Mapping[str, Any] | None,
    *,
    rounds: Sequence[RoundReport],
    bands: Sequence[tuple[int, Stretch]],
    frequency_note: str,
    list_pairs: Callable[[], Iterable[AnnotatorPair]],
    round_address: Callable[[int], str],
) -> AgreementReport:
    """Return the report; `intervals` are those of `bootstrap_agreement`, `list_pairs` yields every annotator pair."""
    known = intervals or {"pooled": {}, "target": {}, "annotators": {}}
    pooled = make_row(agreement.pooled, known["pooled"])
    chance = {"fleiss_kappa": agreement.kappa, "alpha": agreement.alpha}
    coefficients = name_coefficients(agreement)
    headlines = [Headline(coefficients[place].title, pooled.estimates[AGR[place].name]) for place in (1, 0)]
    for coefficient in coefficients[-2:]:
        interval = known["pooled"].get(coefficient.name)
        headlines.append(Headline(coefficient.title, Estimate(chance[coefficient.name], interval)))
    return AgreementReport(
        units=agreement.sentence_pairs,
        headlines=headlines,
        coefficients=coefficients,
        groups=[
            _group_pairs(agreement, known, list_pairs),
            _group_targets(agreement, known),
            _group_stretches("timeline", agreement.step, *TIMELINE[agreement.step], agreement.timeline),
            _group_stretches(
                "guidelines", "guidelines", gettext_noop("Agreement by guideline version"), gettext_noop("Guidelines"),
                gettext_noop("All annotator pairs together, by the guideline version that both used."),
                agreement.guidelines,
            ),
            _group_frequencies(bands, frequency_note),
            _group_labels(agreement, list_pairs),
            _group_rounds(rounds, round_address),
        ],
        plots=[_plot_distribution(agreement)],
    )  # fmt: skip


def make_row(
    pair: AnnotatorPair,
    intervals: Mapping[str, Ends | None] | None = None,
    names: Sequence[str] = (),
    *,
    place: int | None = None,
) -> AgreementRow:
    """Return the row of two annotators, or of all; intervals count unaligned words as the row does."""
    estimates = {}
    for flavour, figure in pair.figures.items():
        key = f"{flavour}_unaligned" if pair.count_unaligned and flavour in ("any", "both") else flavour
        estimates[f"agr_{flavour}"] = Estimate(figure, (intervals or {}).get(key))
    counts = {
        "pairs": pair.pairs,
        "first_links": pair.counts.first_any,
        "second_links": pair.counts.second_any,
        "both_sure": pair.counts.both_sure,
        "both_possible": pair.counts.both_possible,
        "label_differs": pair.label_differs,
        "first_only": pair.first_only,
        "second_only": pair.second_only,
    }
    shown = tuple(names) or ((pair.first, pair.second) if pair.first else (gettext_filled("pooled"),))
    return AgreementRow(shown, estimates, counts, is_total=not pair.first and not names, place=place)


def _make_group(name: str, title: str, head: str, names: Sequence[str], **options: Any) -> AgreementGroup:
    return AgreementGroup(name, title, head, names, coefficients=AGR, counts=COUNTS, **options)


def _group_pairs(
    agreement: LinkAgreement, known: Mapping[str, Any], list_pairs: Callable[[], Iterable[AnnotatorPair]]
) -> AgreementGroup:
    pooled = make_row(agreement.pooled, known["pooled"])
    rows = [make_row(pair, known["annotators"].get(str(pair))) for pair in agreement.annotator_pairs]
    shown, count = len(rows), agreement.annotator_pair_count
    part = plotted = ""
    if shown < count:
        sentence = gettext_noop("Shown are the {shown} pairs, of {n}, with most in common; files have all.")
        part = gettext_filled(sentence, shown=shown, n=count)
    if shown > MOST_ROWS:
        plotted = gettext_filled("The plot has the {n} pairs with most in common.", n=MOST_ROWS)
    options: dict[str, Any] = {"plot": "rows", "plotted": PLOTTED}

    def list_all() -> AgreementGroup:
        everybody = (make_row(pair) for pair in list_pairs())
        return _make_group("pairs", "", "Annotators", ("first", "second"), rows=[*everybody, pooled])

    return _make_group(
        "pairs",
        gettext_noop("Annotator pairs"),
        gettext_noop("Pair of annotators"),
        ("first", "second"),
        rows=[*rows, pooled],
        caption=Paragraph(gettext_noop("Over the sentence pairs that both submitted."), part),
        plot_note=Paragraph(gettext_noop("AGR from 0 (no links in common) to 1 (identical)."), plotted),
        make_file=list_all,
        **options,
    )


def _group_targets(agreement: LinkAgreement, known: Mapping[str, Any]) -> AgreementGroup:
    rows = (
        []
        if agreement.target is None
        else [make_row(agreement.target, known["target"], (gettext_filled("target words"),))]
    )
    caption = gettext_noop("Over links of target words on either side.")
    title, head = gettext_noop("Target words"), gettext_noop("Links")
    return _make_group("target-words", title, head, ("links",), rows=rows, caption=caption)


def _group_stretches(
    name: str, column: str, title: str, head: str, caption: str, stretches: Sequence[Stretch]
) -> AgreementGroup:  # fmt: skip
    rows = [
        make_row(stretch.row, names=(stretch.label,), place=stretch.key if name == "timeline" else None)
        for stretch in stretches
    ]
    return _make_group(
        name, title, head, (column,), rows=rows, caption=caption,
        plot="line", plotted=PLOTTED[:2], plot_note=caption,
    )  # fmt: skip


def _group_frequencies(bands: Sequence[tuple[int, Stretch]], note: str) -> AgreementGroup:
    rows = []
    for words, stretch in bands:
        row = make_row(stretch.row, names=(stretch.label,))
        rows.append(AgreementRow(row.names, row.estimates, {**row.counts, WORDS.name: words}))
    return AgreementGroup(
        "frequencies", gettext_noop("Agreement by word frequency"), gettext_noop("Frequency"), ("frequency",), rows,
        AGR, (*COUNTS, WORDS),
        caption=note, plot="line", plotted=PLOTTED[:2], plot_note=note,
    )  # fmt: skip


def _group_labels(
    agreement: LinkAgreement, list_pairs: Callable[[], Iterable[AnnotatorPair]]
) -> AgreementGroup:  # fmt: skip
    """Return links by both labels; files have a row for each pair of labels."""
    rows = []
    for pair in agreement.annotator_pairs[:MOST_ROWS]:
        confusion = pair.counts.confusion()
        for label, title in LABEL_NAMES.items():
            counts = {other: confusion[label, other] for other in LABEL_NAMES if (label, other) in confusion}
            rows.append(AgreementRow((_name_label(pair.first, title), pair.second), counts=counts))
    return AgreementGroup(
        "confusion",
        gettext_noop("Labels of both annotators"),
        gettext_noop("First annotator’s label–second annotator"),
        ("first", "second"),
        rows,
        counts=[Count(label, title) for label, title in SECOND_LABELS.items()],
        caption=gettext_noop("Links by the label of the first annotator, in rows, and of the second."),
        make_file=lambda: AgreementGroup(
            "confusion", "", "", ("first", "second", "first_label", "second_label"), list(_list_labels(list_pairs())),
            counts=[Count("links", "Links")],
        ),
    )  # fmt: skip


def _list_labels(pairs: Iterable[AnnotatorPair]) -> Iterator[AgreementRow]:
    for pair in pairs:
        for (first, second), links in sorted(pair.counts.confusion().items()):
            yield AgreementRow((pair.first, pair.second, first, second), counts={"links": links})


def _group_rounds(rounds: Sequence[RoundReport], round_address: Callable[[int], str]) -> AgreementGroup:
    rows = []
    for each in rounds:
        figures = {
            "round_before": each.before["both"],
            "round_after": each.after["both"] if each.after else OPEN,
            "all_before": each.all_before["both"],
            "all_after": each.all_after["both"] if each.all_after else OPEN,
            "all_after_any": each.all_after["any"] if each.all_after else OPEN,
        }
        estimates = {name: Estimate(figure) for name, figure in figures.items()}
        counts, address = {"pairs": each.pairs}, round_address(each.number)
        rows.append(
            AgreementRow(
                (gettext_filled("Round {number}", number=str(each.number)),), estimates, counts, address=address
            )
        )
    return AgreementGroup(
        "rounds", gettext_noop("Before and after reconciliation"), gettext_noop("Round"), ("round",), rows, ROUND,
        [PAIRS],
        caption=gettext_noop("AGR over all annotator pairs, recorded when each round was opened and closed."),
    )  # fmt: skip


def _name_label(first: str, title: str) -> str:
    return gettext_filled("{annotator}: {label}", annotator=first, label=gettext_filled(title))


def _plot_distribution(agreement: LinkAgreement) -> DeclaredPlot:
    notes = [gettext_noop("Comparisons of two readings of a sentence pair by AGR.")]
    if agreement.count_unaligned:
        notes.append(gettext_noop("Only links are counted here, not words left unaligned."))
    if agreement.undefined_count:
        notes.append(gettext_filled("Without any link, and left out: {n}.", n=agreement.undefined_count))
    title = gettext_noop("Agreement of two readings of one sentence pair")
    # Bars never count unaligned words, so neither does the line over them.
    pooled = agr(agreement.pooled.counts, "both").value
    axis = gettext_noop("AGR of two readings, links with their label")

    def draw(wording: PlotWording) -> Plot:
        words = wording.translate(title), wording.translate(axis)
        return plot_distribution(*words, agreement.bins, pooled, wording)

    return DeclaredPlot("distribution", title, Paragraph(*notes), draw)
