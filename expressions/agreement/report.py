"""Agreement on expressions as the shared page shows it: coefficients with their sources, groups, and intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from annotation_site.agreement.reports import (
    AgreementGroup,
    AgreementReport,
    AgreementRow,
    Coefficient,
    Count,
    Headline,
    name_estimates,
)
from annotation_site.agreement.stretches import choose_step, find_start, name_stretch
from expressions.agreement.comparisons import (
    Comparison,
    SpanCounts,
    bootstrap_comparisons,
    bootstrap_words,
    group_comparisons,
    measure_comparisons,
)
from expressions.agreement.passages import Agreement, CoupleAgreement
from expressions.agreement.spans import KINDS, count_items

RESAMPLES, SEED = 1_000, 12_345
# Pairs of annotators with intervals, those with most passages in common.
MOST_PAIRS = 20
SAVARY = "Savary et al. 2018, section 5.2."
SPANS = (
    Coefficient("f_span", "F of spans", "F", "2c / (a + b): a and b are the expressions of two annotators, c those "
                "with the same words.", SAVARY),
    Coefficient("kappa_span", "κ of spans, estimated", "κ spans", "Corrected for chance over N = S + a + b − c items; "
                "S is the number of sentences, by which what both left unmarked is estimated. That fits verbal "
                "expressions.", SAVARY),
    Coefficient("kappa_cat", "κ of categories", "κ categories", "Cohen’s κ of the categories of expressions that both "
                "marked.", SAVARY),
    Coefficient("token_f", "F of words", "F words", "Expressions are paired so that they share most words; the F of "
                "these words.", SAVARY),
    Coefficient("kappa_token", "κ of words", "κ words", "Cohen’s κ of words inside and outside of any expression.",
                "Cohen 1960."),
)  # fmt: skip
WORDS = (
    Coefficient("alpha", "α of words", "α", "Krippendorff’s α over the set of categories of each word, for all "
                "annotators; two sets are equal or not.", "Krippendorff 2011."),
    Coefficient("alpha_masi", "α of words, MASI", "α MASI", "The same with the distance MASI, by which sets that "
                "overlap differ less.", "Passonneau 2006."),
)  # fmt: skip
COUNTS = (
    Count("passages", "Passages"), Count("first", "First"), Count("second", "Second"), Count("common", "Both"),
    Count("items", "N of κ"),
)  # fmt: skip
PART_COUNTS = (Count("common", "Both"), Count("first", "First"), Count("second", "Second"))
PARTS = {"category": "category", "continuity": "continuity", "tokens": "length"}
LENGTHS = {"single": "one word", "multi": "several words"}
DISAGREEMENTS = {
    "category": "same words, another category",
    "subset": "more or fewer words",
    "overlap": "other words, some shared",
    "only_first": "marked by the first alone",
    "only_second": "marked by the second alone",
}


def bootstrap(agreement: Agreement) -> dict[str, Any]:
    """Return the 95 % intervals of all pairs together, of the pairs with most passages, and of both alphas."""
    options = {"resamples": RESAMPLES, "seed": SEED}
    by_names: dict[str, list[Comparison]] = {}
    for comparison in agreement.comparisons:
        by_names.setdefault("–".join(comparison.names), []).append(comparison)
    largest = sorted(by_names, key=lambda name: (-len(by_names[name]), name))[:MOST_PAIRS]
    return {
        "units": agreement.passages,
        **options,
        "pooled": bootstrap_comparisons(agreement.comparisons, **options),
        "pairs": {name: bootstrap_comparisons(by_names[name], **options) for name in largest},
        "words": bootstrap_words(agreement.word_sums, **options) if agreement.word_sums else {},
    }


def describe_agreement(agreement: Agreement, intervals: Mapping[str, Any] | None) -> AgreementReport:
    """Return the report; `intervals` are those of `bootstrap`, or None before a job has computed them."""
    known = intervals or {"pooled": {}, "pairs": {}, "words": {}}
    pooled = name_estimates(agreement.pooled.figures, known["pooled"])
    words = name_estimates(agreement.words.figures, known["words"])
    headlines = [Headline(coefficient.title, pooled[coefficient.name]) for coefficient in SPANS[:4]]
    headlines += [Headline(coefficient.title, words[coefficient.name]) for coefficient in WORDS]
    return AgreementReport(
        units=agreement.passages,
        headlines=headlines,
        coefficients=[*SPANS, *WORDS],
        groups=[
            _group_pairs(agreement, known),
            *_list_parts(agreement),
            _follow_time(agreement.comparisons),
            _group_guidelines(agreement.comparisons),
            _count_disagreements(agreement),
            _count_categories(agreement),
        ],
    )


def _group_pairs(agreement: Agreement, known: Mapping[str, Any]) -> AgreementGroup:
    rows = []
    for names, couple in sorted(agreement.couples.items()):
        rows.append(_make_row(names, couple, known["pairs"].get("–".join(names))))
    if len(rows) > 1:
        rows.append(_make_row(("all", "all"), agreement.pooled, known["pooled"], is_total=True))
    return AgreementGroup(
        name="pairs",
        title="Pairs of annotators",
        head="Annotators",
        names=("first_annotator", "second_annotator"),
        rows=rows,
        coefficients=SPANS,
        counts=COUNTS,
        caption="Over the passages that both have read.",
        plot="rows",
        plotted=("f_span", "token_f", "kappa_span", "kappa_cat"),
        plot_note="0 is no agreement, for κ no more than by chance; 1 is perfect.",
        note=_note_across(agreement.across),
    )


def _note_across(marks: int) -> str:
    if not marks:
        return ""
    return f"Marks with words of several sentences count in no figure. There are {marks:,}."


def _make_row(
    names: tuple[str, str], couple: CoupleAgreement, intervals: Mapping[str, Any] | None, *, is_total: bool = False
) -> AgreementRow:
    first, second, common = couple.spans.counts
    items = count_items(first, second, common, couple.spans.sentences)
    counts = {"passages": couple.passages, "first": first, "second": second, "common": common, "items": items}
    shown = ("all",) if is_total else names
    return AgreementRow(shown, name_estimates(couple.figures, intervals), counts, is_total=is_total)


def _list_parts(agreement: Agreement) -> list[AgreementGroup]:
    """Return groups by category, continuity and length, without values that nobody marked."""
    rows: dict[str, list[AgreementRow]] = {by: [] for by in PARTS}
    for by, value, score in agreement.pooled.spans.evaluation.list_parts():
        common, first, second = score.expressions
        if by in rows and first + second:
            figures = {"f_span": score.expressions.f, "token_f": score.words.f}
            counts = {"common": common, "first": first, "second": second}
            rows[by].append(AgreementRow((LENGTHS.get(value, value),), name_estimates(figures), counts))
    return [
        AgreementGroup(
            name=title,
            title=f"By {title}",
            head=title.capitalize(),
            names=(title,),
            rows=rows[by],
            coefficients=[SPANS[0], SPANS[3]],
            counts=PART_COUNTS,
            caption="All pairs of annotators together; each annotator’s expressions are divided by themselves.",
            plot="rows",
            plot_note="All pairs of annotators together; n is the number of expressions that both marked.",
        )
        for by, title in PARTS.items()
    ]


def _follow_time(comparisons: Sequence[Comparison]) -> AgreementGroup:
    days = [comparison.day for comparison in comparisons if comparison.day is not None]
    step = choose_step(days)
    rows = []
    for start, listed in group_comparisons(comparisons, lambda each: each.day and find_start(each.day, step)).items():
        if start:
            rows.append(_summarise(name_stretch(start), listed, place=start))
    return _make_stretches(
        "time", f"By {step}", step.capitalize(), sorted(rows, key=lambda row: row.place or 0),
        f"All pairs of annotators together, by the {step} in which the later reading was submitted.",
    )  # fmt: skip


def _group_guidelines(comparisons: Sequence[Comparison]) -> AgreementGroup:
    groups = group_comparisons(comparisons, lambda comparison: comparison.guideline)
    rows = []
    for version in sorted(groups, key=lambda version: (version is None, version or 0)):
        title = "different versions" if version is None else f"version {version}" if version else "none"
        rows.append(_summarise(title, groups[version]))
    return _make_stretches(
        "guidelines", "By guideline version", "Guidelines", rows,
        "All pairs of annotators together, by the version of the guidelines that both used.",
    )  # fmt: skip


def _make_stretches(
    name: str, title: str, head: str, rows: Sequence[AgreementRow], caption: str
) -> AgreementGroup:  # fmt: skip
    return AgreementGroup(
        name=name,
        title=title,
        head=head,
        names=(name,),
        rows=rows,
        coefficients=SPANS,
        counts=COUNTS,
        caption=caption,
        plot="line",
        plotted=("f_span", "token_f"),
        plot_note=caption,
    )


def _summarise(label: str, comparisons: Iterable[Comparison], place: int | None = None) -> AgreementRow:
    """Return the row of several comparisons; its number of passages is that of comparisons."""
    listed = list(comparisons)
    total = SpanCounts.add_up(comparison.counts for comparison in listed)
    items = count_items(total.first, total.second, total.common, total.sentences)
    counts = {
        "passages": len(listed), "first": total.first, "second": total.second, "common": total.common, "items": items,
    }  # fmt: skip
    return AgreementRow((label,), name_estimates(measure_comparisons(listed)), counts, place=place)


def _count_disagreements(agreement: Agreement) -> AgreementGroup:
    counted = agreement.pooled.spans.disagreements
    return AgreementGroup(
        name="differences",
        title="Kinds of difference",
        head="Difference",
        names=("difference",),
        rows=[AgreementRow((DISAGREEMENTS[kind],), counts={"expressions": counted[kind]}) for kind in KINDS],
        counts=(Count("expressions", "Expressions"),),
        caption="All pairs of annotators together; each difference counts once.",
    )


def _count_categories(agreement: Agreement) -> AgreementGroup:
    counted = agreement.pooled.spans.categories.most_common()
    return AgreementGroup(
        name="confusion",
        title="Categories of expressions that both marked",
        head="First–second",
        names=("first", "second"),
        rows=[AgreementRow(names, counts={"expressions": count}) for names, count in counted],
        counts=(Count("expressions", "Expressions"),),
        caption="The first annotator’s category and the second’s.",
    )
