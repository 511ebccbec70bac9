"""Agreement on links as the shared page shows it: AGR with its source, annotator pairs, time, guidelines, labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from alignment.agreement.report import LABEL_NAMES, AnnotatorPair, LinkAgreement, RoundReport, Stretch
from alignment.coefficients.agr import agr
from annotation_site.agreement.plots import MOST_ROWS, plot_distribution
from annotation_site.agreement.reports import (
    AgreementGroup,
    AgreementReport,
    AgreementRow,
    Coefficient,
    Count,
    Ends,
    Estimate,
    Headline,
    NamedPlot,
)
from annotation_site.coefficients.figure import Figure

WAGS = "Bentivogli et al. 2016."
AGR = (
    Coefficient("agr_any", "AGR, links with any label", "Any label", "The share of links that two annotators have in "
                "common, whatever their labels: 2 × links in common ÷ links of both.", WAGS),
    Coefficient("agr_both", "AGR, links with the same label", "S+P", "The same, with links in common only where both "
                "gave the same label.", WAGS),
    Coefficient("agr_sure", "AGR, Sure", "Sure", "AGR over Sure links alone.", WAGS),
    Coefficient("agr_possible", "AGR, Possible", "Possible", "AGR over Possible links alone.", WAGS),
)  # fmt: skip
COUNTS = (
    Count("pairs", "Pairs"), Count("first_links", "Links, first"), Count("second_links", "Links, second"),
    Count("both_sure", "Both Sure"), Count("both_possible", "Both Possible"), Count("label_differs", "Label differs"),
    Count("first_only", "Only first"), Count("second_only", "Only second"),
)  # fmt: skip
WORDS = Count("words", "Words")
# The figure that WAGS reports comes first and lies on top.
PLOTTED = ("agr_both", "agr_any", "agr_sure", "agr_possible")
ROUND = (
    Coefficient("round_before", "", "S+P before"), Coefficient("round_after", "", "S+P after"),
    Coefficient("all_before", "", "S+P before, all pairs"), Coefficient("all_after", "", "S+P after, all pairs"),
    Coefficient("all_after_any", "", "Any label after, all pairs"),
)  # fmt: skip
OPEN = Figure(None, "The round is still open.")
_UNALIGNED = " Words that both annotators mark as no counterpart count as agreement, too."


def name_coefficients(agreement: LinkAgreement) -> list[Coefficient]:
    """Return the coefficients with what they are counted over here."""
    units = f"Units are the {agreement.link_items:,} links and unaligned words of any annotator"
    any_, both, *labels = AGR
    if agreement.count_unaligned:
        any_, both = (each._replace(meaning=each.meaning + _UNALIGNED) for each in (any_, both))
    kappa = Coefficient(
        "fleiss_kappa",
        "Fleiss kappa",
        "κ",
        f"Agreement corrected for chance. {units}, labelled Sure, Possible or absent by each. 0 is chance, 1 is "
        f"perfect. {agreement.kappa.reason}".rstrip(),
        "Brockett 2007.",
    )
    alpha = Coefficient(
        "alpha",
        "Krippendorff’s alpha",
        "α",
        "Agreement corrected for chance over the same units, with nominal labels, for small samples and a varying "
        f"number of annotators. {agreement.alpha.reason}".rstrip(),
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
            _group_stretches(
                "timeline", f"Agreement by {agreement.step}", agreement.step, agreement.timeline,
                f"All annotator pairs together, by the {agreement.step} in which the later reading was submitted.",
            ),
            _group_stretches(
                "guidelines", "Agreement by guideline version", "guidelines", agreement.guidelines,
                "All annotator pairs together, by the guideline version that both used.",
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
    shown = tuple(names) or ((pair.first, pair.second) if pair.first else ("pooled",))
    return AgreementRow(shown, estimates, counts, is_total=not pair.first and not names, place=place)


def _make_group(name: str, title: str, head: str, names: Sequence[str], **options: Any) -> AgreementGroup:
    return AgreementGroup(name, title, head, names, coefficients=AGR, counts=COUNTS, **options)


def _group_pairs(
    agreement: LinkAgreement, known: Mapping[str, Any], list_pairs: Callable[[], Iterable[AnnotatorPair]]
) -> AgreementGroup:
    pooled = make_row(agreement.pooled, known["pooled"])
    rows = [make_row(pair, known["annotators"].get(str(pair))) for pair in agreement.annotator_pairs]
    shown, count = len(rows), agreement.annotator_pair_count
    part = f" Shown are the {shown} pairs, of {count:,}, with most in common; files have all." if shown < count else ""
    plotted = f" The plot has the {MOST_ROWS} pairs with most in common." if shown > MOST_ROWS else ""
    options: dict[str, Any] = {"plot": "rows", "plotted": PLOTTED}

    def list_all() -> AgreementGroup:
        everybody = (make_row(pair) for pair in list_pairs())
        return _make_group("pairs", "", "Annotators", ("first", "second"), rows=[*everybody, pooled])

    return _make_group(
        "pairs",
        "Annotator pairs",
        "Annotators",
        ("first", "second"),
        rows=[*rows, pooled],
        caption=f"Over the sentence pairs that both submitted.{part}",
        plot_note=f"AGR from 0 (no links in common) to 1 (identical).{plotted}",
        make_file=list_all,
        **options,
    )


def _group_targets(agreement: LinkAgreement, known: Mapping[str, Any]) -> AgreementGroup:
    rows = [] if agreement.target is None else [make_row(agreement.target, known["target"], ("target words",))]
    caption = "Over links of target words on either side."
    return _make_group("target-words", "Target words", "Links", ("links",), rows=rows, caption=caption)


def _group_stretches(name: str, title: str, head: str, stretches: Sequence[Stretch], caption: str) -> AgreementGroup:
    rows = [
        make_row(stretch.row, names=(stretch.label,), place=stretch.key if name == "timeline" else None)
        for stretch in stretches
    ]
    return _make_group(
        name, title, head.capitalize(), (name if name == "guidelines" else head,), rows=rows, caption=caption,
        plot="line", plotted=PLOTTED[:2], plot_note=caption,
    )  # fmt: skip


def _group_frequencies(bands: Sequence[tuple[int, Stretch]], note: str) -> AgreementGroup:
    rows = []
    for words, stretch in bands:
        row = make_row(stretch.row, names=(stretch.label,))
        rows.append(AgreementRow(row.names, row.estimates, {**row.counts, WORDS.name: words}))
    return AgreementGroup(
        "frequencies", "Agreement by word frequency", "Frequency", ("frequency",), rows, AGR, (*COUNTS, WORDS),
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
            rows.append(AgreementRow((f"{pair.first}: {title}", pair.second), counts=counts))
    return AgreementGroup(
        "confusion",
        "Labels of both annotators",
        "First annotator’s label–second annotator",
        ("first", "second"),
        rows,
        counts=[Count(label, f"Second: {title}") for label, title in LABEL_NAMES.items()],
        caption="Links by the label of the first annotator, in rows, and of the second.",
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
        rows.append(AgreementRow((f"Round {each.number}",), estimates, counts, address=address))
    return AgreementGroup(
        "rounds", "Before and after reconciliation", "Round", ("round",), rows, ROUND, [Count("pairs", "Pairs")],
        caption="AGR over all annotator pairs, recorded when each round was opened and closed.",
    )  # fmt: skip


def _plot_distribution(agreement: LinkAgreement) -> NamedPlot:
    note = "Comparisons of two readings of a sentence pair by AGR."
    if agreement.count_unaligned:
        note += " Only links are counted here, not words left unaligned."
    if agreement.undefined_count:
        note += f" Without any link, and left out: {agreement.undefined_count:,}."
    title = "Agreement of two readings of one sentence pair"
    # Bars never count unaligned words, so neither does the line over them.
    pooled = agr(agreement.pooled.counts, "both").value
    axis = "AGR of two readings, links with their label"
    return NamedPlot("distribution", title, note, plot_distribution(title, axis, agreement.bins, pooled))
