"""Agreement on expressions as the shared page shows it: coefficients with their sources, groups, and intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from annotation_site.agreement.reports import (
    AgreementGroup,
    AgreementReport,
    AgreementRow,
    Coefficient,
    Count,
    Headline,
    name_estimates,
)
from annotation_site.agreement.stretches import choose_step, find_start, name_guideline, name_stretch
from annotation_site.languages.marks import gettext_filled, gettext_noop
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
    Coefficient("f_span", gettext_noop("F of spans"), "F", gettext_noop("2c / (a + b): a and b are the expressions of "
                "two annotators, c those with the same words."), SAVARY),
    Coefficient("kappa_span", gettext_noop("κ of spans, estimated"), gettext_noop("κ spans"), gettext_noop(
                "Corrected for chance over N = S + a + b − c items; S is the number of sentences, by which what both "
                "left unmarked is estimated. That fits verbal expressions."), SAVARY),
    Coefficient("kappa_cat", gettext_noop("κ of categories"), gettext_noop("κ categories"), gettext_noop(
                "Cohen’s κ of the categories of expressions that both marked."), SAVARY),
    Coefficient("token_f", gettext_noop("F of words"), gettext_noop("F words"), gettext_noop("Expressions are paired "
                "so that they share most words; the F of these words."), SAVARY),
    Coefficient("kappa_token", gettext_noop("κ of words"), gettext_noop("κ words"), gettext_noop("Cohen’s κ of words "
                "inside and outside of any expression."), "Cohen 1960."),
)  # fmt: skip
WORDS = (
    Coefficient("alpha", gettext_noop("α of words"), "α", gettext_noop("Krippendorff’s α over the set of categories of "
                "each word, for all annotators; two sets are equal or not."), "Krippendorff 2011."),
    Coefficient("alpha_masi", gettext_noop("α of words, MASI"), "α MASI", gettext_noop("The same with the distance "
                "MASI, by which sets that overlap differ less."), "Passonneau 2006."),
)  # fmt: skip
FIRST, SECOND = Count("first", gettext_noop("First annotator")), Count("second", gettext_noop("Second annotator"))
BOTH = Count("common", gettext_noop("Both"))
COUNTS = (Count("passages", gettext_noop("Passages")), FIRST, SECOND, BOTH, Count("items", gettext_noop("N of κ")))
PART_COUNTS = (BOTH, FIRST, SECOND)
EXPRESSIONS = Count("expressions", gettext_noop("Expressions"))


class Part(NamedTuple):
    """A property of expressions: its name in files, the title of its group, and the head of its values."""

    name: str
    title: str
    head: str


PARTS = {
    "category": Part("category", gettext_noop("By category"), gettext_noop("Category")),
    "continuity": Part("continuity", gettext_noop("By continuity"), gettext_noop("Continuity")),
    "tokens": Part("length", gettext_noop("By length"), gettext_noop("Length")),
}
VALUES = {
    "single": gettext_filled("one word"),
    "multi": gettext_filled("several words"),
    "continuous": gettext_filled("continuous"),
    "discontinuous": gettext_filled("discontinuous"),
}
DISAGREEMENTS = {
    "category": gettext_filled("same words, another category"),
    "subset": gettext_filled("more or fewer words"),
    "overlap": gettext_filled("other words, some shared"),
    "only_first": gettext_filled("marked by the first alone"),
    "only_second": gettext_filled("marked by the second alone"),
}
ALL = gettext_filled("all")
TIME = {
    "day": (gettext_noop("By day"), gettext_noop("Day"), gettext_noop(
            "All pairs of annotators together, by the day in which the later reading was submitted.")),
    "week": (gettext_noop("By week"), gettext_noop("Week"), gettext_noop(
             "All pairs of annotators together, by the week in which the later reading was submitted.")),
}  # fmt: skip


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
        rows.append(_make_row((ALL, ALL), agreement.pooled, known["pooled"], is_total=True))
    return AgreementGroup(
        name="pairs",
        title=gettext_noop("Pairs of annotators"),
        head=gettext_noop("Pair of annotators"),
        names=("first_annotator", "second_annotator"),
        rows=rows,
        coefficients=SPANS,
        counts=COUNTS,
        caption=gettext_noop("Over the passages that both have read."),
        plot="rows",
        plotted=("f_span", "token_f", "kappa_span", "kappa_cat"),
        plot_note=gettext_noop("0 is no agreement, for κ no more than by chance; 1 is perfect."),
        note=_note_across(agreement.across),
    )


def _note_across(marks: int) -> str:
    if not marks:
        return ""
    return gettext_filled("Marks with words of several sentences count in no figure. There are {n}.", n=marks)


def _make_row(
    names: tuple[str, str], couple: CoupleAgreement, intervals: Mapping[str, Any] | None, *, is_total: bool = False
) -> AgreementRow:
    first, second, common = couple.spans.counts
    items = count_items(first, second, common, couple.spans.sentences)
    counts = {"passages": couple.passages, "first": first, "second": second, "common": common, "items": items}
    shown = (ALL,) if is_total else names
    return AgreementRow(shown, name_estimates(couple.figures, intervals), counts, is_total=is_total)


def _list_parts(agreement: Agreement) -> list[AgreementGroup]:
    """Return groups by category, continuity and length, without values that nobody marked."""
    rows: dict[str, list[AgreementRow]] = {by: [] for by in PARTS}
    for by, value, score in agreement.pooled.spans.evaluation.list_parts():
        common, first, second = score.expressions
        if by in rows and first + second:
            figures = {"f_span": score.expressions.f, "token_f": score.words.f}
            counts = {"common": common, "first": first, "second": second}
            rows[by].append(AgreementRow((VALUES.get(value, value),), name_estimates(figures), counts))
    return [
        AgreementGroup(
            name=part.name,
            title=part.title,
            head=part.head,
            names=(part.name,),
            rows=rows[by],
            coefficients=[SPANS[0], SPANS[3]],
            counts=PART_COUNTS,
            caption=gettext_noop(
                "All pairs of annotators together; each annotator’s expressions are divided by themselves."
            ),
            plot="rows",
            plot_note=gettext_noop(
                "All pairs of annotators together; n is the number of expressions that both marked."
            ),
        )
        for by, part in PARTS.items()
    ]


def _follow_time(comparisons: Sequence[Comparison]) -> AgreementGroup:
    days = [comparison.day for comparison in comparisons if comparison.day is not None]
    step = choose_step(days)
    title, head, caption = TIME[step]
    rows = []
    for start, listed in group_comparisons(comparisons, lambda each: each.day and find_start(each.day, step)).items():
        if start:
            rows.append(_summarise(name_stretch(start), listed, place=start))
    return _make_stretches(
        "time", title, head, sorted(rows, key=lambda row: row.place or 0), caption,
    )  # fmt: skip


def _group_guidelines(comparisons: Sequence[Comparison]) -> AgreementGroup:
    groups = group_comparisons(comparisons, lambda comparison: comparison.guideline)
    rows = []
    for version in sorted(groups, key=lambda version: (version is None, version or 0)):
        rows.append(_summarise(name_guideline(version), groups[version]))
    return _make_stretches(
        "guidelines", gettext_noop("By guideline version"), gettext_noop("Guidelines"), rows,
        gettext_noop("All pairs of annotators together, by the version of the guidelines that both used."),
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
        title=gettext_noop("Kinds of difference"),
        head=gettext_noop("Difference"),
        names=("difference",),
        rows=[AgreementRow((DISAGREEMENTS[kind],), counts={"expressions": counted[kind]}) for kind in KINDS],
        counts=(EXPRESSIONS,),
        caption=gettext_noop("All pairs of annotators together; each difference counts once."),
    )


def _count_categories(agreement: Agreement) -> AgreementGroup:
    counted = agreement.pooled.spans.categories.most_common()
    return AgreementGroup(
        name="confusion",
        title=gettext_noop("Categories of expressions that both marked"),
        head=gettext_noop("First–second"),
        names=("first", "second"),
        rows=[AgreementRow(names, counts={"expressions": count}) for names, count in counted],
        counts=(EXPRESSIONS,),
        caption=gettext_noop("The first annotator’s category and the second’s."),
    )
