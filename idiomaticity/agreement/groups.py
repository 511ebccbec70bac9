"""Agreement of ratings as the shared page shows it: alpha by scale, annotators, and time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation_site.agreement.reports import (
    AgreementGroup,
    AgreementReport,
    AgreementRow,
    Coefficient,
    Count,
    Estimate,
    Headline,
)
from annotation_site.coefficients.conventions import RELIABLE_FROM, TENTATIVE_FROM, judge_alpha
from annotation_site.coefficients.figure import Figure
from annotation_site.languages.marks import Paragraph, Rounded, gettext_filled, gettext_noop
from idiomaticity.agreement.figures import DOUBTFUL, POOR
from idiomaticity.agreement.report import ORDER_LEVEL, Report
from idiomaticity.agreement.timeline import LEVELS as TIMELINE_LEVELS
from idiomaticity.results.common_annotators import TOO_MANY_SETS

ITEM_TITLES = {
    "sentences": gettext_noop("Ratings of sentences"), "compounds": gettext_noop("Ratings of compounds in general"),
}  # fmt: skip
ITEM_NAMES = {"sentences": gettext_filled("sentences"), "compounds": gettext_filled("compounds")}
SCALES = {
    "all": gettext_filled("all scales"), "head": gettext_filled("head"), "modifier": gettext_filled("modifier"),
    "whole": gettext_filled("whole"),
}  # fmt: skip
GARCIA = "Garcia et al. 2021."
KRIPPENDORFF = "Krippendorff 2004."
DECIMALS = 4
# For scores from 0 to 5 the ordinal level comes first.
ALPHAS = (
    Coefficient("ordinal", gettext_noop("Ordinal alpha"), gettext_noop("Ordinal"), gettext_filled(
                "Krippendorff’s alpha of scores that have an order: 1 is perfect, 0 is chance. Conclusions can rest on "
                "variables from {reliable}, tentative ones from {tentative}.", reliable=Rounded(RELIABLE_FROM, 3),
                tentative=Rounded(TENTATIVE_FROM, 3)), KRIPPENDORFF),
    Coefficient("interval", gettext_noop("Interval alpha"), gettext_noop("Interval"), gettext_noop(
                "The same where distances between scores are equal."), KRIPPENDORFF),
    Coefficient("nominal", gettext_noop("Nominal alpha"), gettext_noop("Nominal"), gettext_noop(
                "The same where scores are equal or not."), KRIPPENDORFF),
    Coefficient("ratio", gettext_noop("Ratio alpha"), gettext_noop("Ratio"), gettext_noop(
                "The same where distances count in proportion to the scores."), KRIPPENDORFF),
)  # fmt: skip
CHANGE = Coefficient("change_ordinal", gettext_noop("Change"), gettext_noop("Change"))
RHO = Coefficient(
    "rho", gettext_noop("Spearman’s ρ"), "ρ", gettext_filled(
        "Correlation of an annotator’s scores with the mean of all others. Annotators below {poor} were excluded in "
        "NCTTI, and those below {doubtful} inspected.", poor=Rounded(POOR, 1), doubtful=Rounded(DOUBTFUL, 1),
    ), GARCIA,
)  # fmt: skip
UNITS, SCORES = Count("units", gettext_noop("Units")), Count("values", gettext_noop("Scores"))
COUNTS = (UNITS, Count("annotators", gettext_noop("Number of annotators")), SCORES)
LINES = {
    ("so_far", "ordinal"): gettext_noop("Ordinal, cumulative"),
    ("so_far", "interval"): gettext_noop("Interval, cumulative"),
    ("within", "ordinal"): gettext_noop("Ordinal, this period"),
    ("within", "interval"): gettext_noop("Interval, this period"),
}
PERIODS = ("so_far", "within")


def describe_ratings(report: Mapping[str, Any]) -> AgreementReport:
    """Return the stored figures as groups."""
    return AgreementReport(
        units=report["ratings"],
        headlines=_list_headlines(report),
        coefficients=[*ALPHAS, RHO],
        groups=[
            _group_scales(report),
            _group_annotators(report["annotators"]),
            _group_common(report["common"]),
            _group_left_out(report["left_out"], report["scales"][0]),
            _group_stretches("weeks", gettext_noop("By week"), gettext_noop("Week"), report["weeks"]),
            _group_stretches(
                "thousands", gettext_noop("By thousand ratings"), gettext_noop("Ratings"), report["thousands"]
            ),
        ],
    )


def list_verdicts(report: Mapping[str, Any]) -> list[Report]:
    """Return the ordinal alpha over all scales with what its convention says; sentences and compounds, which are two
    questions, apart where both were rated.
    """
    parts = [{"title": ITEM_TITLES[part["items"]], **part["scales"][0]} for part in report["by_item"]]
    rows = []
    for part in parts or [{"title": gettext_noop("Submitted ratings"), **report["scales"][0]}]:
        ordinal = next(level for level in part["levels"] if level["level"] == ORDER_LEVEL)
        verdict = judge_alpha(ordinal["alpha"], *(ordinal["interval"] or ()))
        rows.append({"title": part["title"], "units": part["units"], **ordinal, "verdict": verdict})
    return rows


def _list_headlines(report: Mapping[str, Any]) -> list[Headline]:
    """Return ordinal and interval alpha of all scales; where sentences and compounds were rated, of each."""
    parts = [(part["items"], part["scales"][0]) for part in report["by_item"]] or [("", report["scales"][0])]
    headlines = []
    for items, scale in parts:
        estimates = _estimate_levels(scale)
        headlines += [Headline(_name_headline(alpha, items), estimates[alpha.name]) for alpha in ALPHAS[:2]]
    return headlines


def _name_headline(alpha: Coefficient, items: str) -> str:
    if not items:
        return alpha.title
    return gettext_filled("{figure}, {items}", figure=gettext_filled(alpha.title), items=ITEM_NAMES[items])


def _estimate_levels(scale: Mapping[str, Any]) -> dict[str, Estimate]:
    return {
        level["level"]: Estimate(Figure(level["alpha"], level["reason"]), level["interval"])
        for level in scale["levels"]
    }


def _make_scale_row(scale: Mapping[str, Any], *names: str, after: str = "") -> AgreementRow:
    title = SCALES.get(scale["scale"], scale["scale"])
    counts = {count.name: scale[count.name] for count in COUNTS}
    shown = (*names, title, after) if after else (*names, title)
    return AgreementRow(shown, _estimate_levels(scale), counts)


def _group_scales(report: Mapping[str, Any]) -> AgreementGroup:
    rows = [_make_scale_row(scale) for scale in report["scales"]]
    for part in report["by_item"]:
        rows += [_make_scale_row(scale, after=ITEM_NAMES[part["items"]]) for scale in part["scales"]]
    together = gettext_noop("Scales without either word hold both together, which are two questions.")
    return AgreementGroup(
        name="alpha",
        title=gettext_noop("Krippendorff’s alpha"),
        head=gettext_noop("Scale"),
        names=("scale", "items"),
        rows=rows,
        coefficients=ALPHAS,
        counts=COUNTS,
        caption=Paragraph(
            gettext_noop("A unit is one scale of one item with two or more scores."),
            gettext_noop("Below 30 units, intervals are by jackknife."),
            together if report["by_item"] else "",
        ),
        plot="rows",
        plot_note=gettext_noop("0 is chance, 1 is perfect; n is the number of units."),
        decimals=DECIMALS,
        is_open=True,
    )


def _group_annotators(annotators: Sequence[Report]) -> AgreementGroup:
    rows = []
    for row in annotators:
        limit = {"poor": POOR, "doubtful": DOUBTFUL}.get(row["verdict"])
        counts = {
            "compared": row["compared"],
            "scores": row["scores"],
            "verdict": "" if limit is None else gettext_filled("below {limit}", limit=Rounded(limit, 1)),
        }
        estimates = {"rho": Estimate(Figure(row["rho"], row["reason"]))}
        rows.append(AgreementRow((row["annotator"],), estimates, counts))
    return AgreementGroup(
        name="annotators",
        title=gettext_noop("Annotators compared with the others"),
        head=gettext_noop("Annotator"),
        names=("annotator",),
        rows=rows,
        coefficients=(RHO,),
        counts=(
            Count("compared", "n"),
            Count("scores", gettext_noop("Scores")),
            Count("verdict", gettext_noop("Threshold")),
        ),
        caption=gettext_noop("Lowest first."),
    )


def _group_common(common: Sequence[Report]) -> AgreementGroup:
    rows = []
    for size in common:
        for chosen in size["sets"]:
            names = " ".join(chosen["annotators"])
            rows += [_make_scale_row(scale, str(size["k"]), names) for scale in chosen["scales"]]
    return AgreementGroup(
        name="common",
        title=gettext_noop("Annotators with most common units"),
        head=gettext_noop("Number–annotators–scale"),
        names=("k", "annotators", "scale"),
        rows=rows,
        coefficients=ALPHAS,
        counts=(UNITS, SCORES),
        caption=gettext_noop(
            "Alpha of the annotators with most units in common, over these units only (Garcia et al. 2021, table 1). "
            "Ties are in the order in which annotators joined."
        ),
        note=Paragraph(*_describe_sizes(common)),
        decimals=DECIMALS,
    )


def _describe_sizes(common: Sequence[Report]) -> Iterator[str]:
    for size in common:
        if size["reason"]:
            yield gettext_filled(TOO_MANY_SETS, k=size["k"])
            continue
        k, units, tied, shown = size["k"], size["units"], size["tied"], len(size["sets"])
        if tied > max(1, shown):
            yield gettext_filled(
                "{k} annotators: {units} units in common; {tied} sets tie, of which the first {shown} are shown.",
                k=k,
                units=units,
                tied=tied,
                shown=shown,
            )
        elif tied > 1:
            yield gettext_filled(
                "{k} annotators: {units} units in common; {tied} sets tie.", k=k, units=units, tied=tied
            )
        else:
            yield gettext_filled("{k} annotators: {units} units in common.", k=k, units=units)


def _group_left_out(left_out: Sequence[Report], whole: Report) -> AgreementGroup:
    rows = []
    for row in left_out:
        estimates = {alpha.name: Estimate(Figure(row[alpha.name], row["reason"])) for alpha in ALPHAS}
        estimates[CHANGE.name] = Estimate(Figure(row["change"], row["reason"]))
        rows.append(AgreementRow((row["annotator"],), estimates))
    ordinal = _estimate_levels(whole)[ORDER_LEVEL].value
    compared = ""
    if ordinal is not None:
        compared = gettext_filled("With all annotators, ordinal alpha is {alpha}.", alpha=Rounded(ordinal, 4))
    return AgreementGroup(
        name="left-out",
        title=gettext_noop("Leave-one-out alpha"),
        head=gettext_noop("Without"),
        names=("annotator",),
        rows=rows,
        coefficients=(*ALPHAS, CHANGE),
        caption=Paragraph(
            gettext_noop("Alpha over all scales without each annotator in turn, highest first."), compared
        ),
        decimals=DECIMALS,
    )


def _group_stretches(name: str, title: str, head: str, stretches: Sequence[Report]) -> AgreementGroup:
    coefficients = []
    for period in PERIODS:
        for level in TIMELINE_LEVELS:
            coefficients.append(Coefficient(f"{period}_{level}", "", LINES[period, level]))
    rows = []
    for stretch in stretches:
        estimates = {}
        for period in PERIODS:
            for level in TIMELINE_LEVELS:
                value = stretch[period][level]
                estimates[f"{period}_{level}"] = Estimate(Figure(value, "" if value is not None else stretch["reason"]))
        rows.append(AgreementRow((stretch["stretch"],), estimates, {"number": stretch["ratings"]}))
    return AgreementGroup(
        name=name,
        title=title,
        head=head,
        names=("week" if name == "weeks" else "ratings",),
        rows=rows,
        coefficients=coefficients,
        counts=(Count("number", gettext_noop("Ratings")),),
        caption=gettext_noop(
            "In order of submission; weeks begin on Monday. Imported ratings count on the day of the import."
        ),
        plot="line",
        plotted=("so_far_ordinal", "within_ordinal"),
        plot_note=gettext_noop("Ordinal alpha over all scales, in order of submission."),
        decimals=DECIMALS,
    )
