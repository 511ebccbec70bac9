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
from annotation_site.coefficients.conventions import judge_alpha
from annotation_site.coefficients.figure import Figure
from idiomaticity.agreement.figures import DOUBTFUL, POOR
from idiomaticity.agreement.report import ORDER_LEVEL, Report
from idiomaticity.agreement.timeline import LEVELS as TIMELINE_LEVELS

ITEM_TITLES = {"sentences": "Ratings of sentences", "compounds": "Ratings of compounds in general"}
GARCIA = "Garcia et al. 2021."
KRIPPENDORFF = "Krippendorff 2004."
DECIMALS = 4
# For scores from 0 to 5 the ordinal level comes first.
ALPHAS = (
    Coefficient("ordinal", "Ordinal alpha", "Ordinal", "Krippendorff’s alpha of scores that have an order: 1 is "
                "perfect, 0 is chance. Conclusions can rest on variables from 0.800, tentative ones from 0.667.",
                KRIPPENDORFF),
    Coefficient("interval", "Interval alpha", "Interval", "The same where distances between scores are equal.",
                KRIPPENDORFF),
    Coefficient("nominal", "Nominal alpha", "Nominal", "The same where scores are equal or not.", KRIPPENDORFF),
    Coefficient("ratio", "Ratio alpha", "Ratio", "The same where distances count in proportion to the scores.",
                KRIPPENDORFF),
)  # fmt: skip
CHANGE = Coefficient("change_ordinal", "Change", "Change")
RHO = Coefficient(
    "rho", "Spearman’s ρ", "ρ", "Correlation of an annotator’s scores with the mean of all others. Annotators below "
    f"{POOR} were excluded in NCTTI, and those below {DOUBTFUL} inspected.", GARCIA,
)  # fmt: skip
COUNTS = (Count("units", "Units"), Count("annotators", "Annotators"), Count("values", "Scores"))
PERIODS = (("so_far", "cumulative"), ("within", "this period"))


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
            _group_stretches("weeks", "By week", "Week", report["weeks"]),
            _group_stretches("thousands", "By thousand ratings", "Ratings", report["thousands"]),
        ],
    )


def list_verdicts(report: Mapping[str, Any]) -> list[Report]:
    """Return the ordinal alpha over all scales with what its convention says; sentences and compounds, which are two
    questions, apart where both were rated.
    """
    parts = [{"title": ITEM_TITLES[part["items"]], **part["scales"][0]} for part in report["by_item"]]
    rows = []
    for part in parts or [{"title": "Submitted ratings", **report["scales"][0]}]:
        ordinal = next(level for level in part["levels"] if level["level"] == ORDER_LEVEL)
        verdict = judge_alpha(ordinal["alpha"], *(ordinal["interval"] or ()))
        rows.append({"title": part["title"], "units": part["units"], **ordinal, "verdict": verdict})
    return rows


def _list_headlines(report: Mapping[str, Any]) -> list[Headline]:
    """Return ordinal and interval alpha of all scales; where sentences and compounds were rated, of each."""
    parts = [(f", {part['items']}", part["scales"][0]) for part in report["by_item"]] or [("", report["scales"][0])]
    headlines = []
    for ending, scale in parts:
        estimates = _estimate_levels(scale)
        headlines += [Headline(f"{alpha.title}{ending}", estimates[alpha.name]) for alpha in ALPHAS[:2]]
    return headlines


def _estimate_levels(scale: Mapping[str, Any]) -> dict[str, Estimate]:
    return {
        level["level"]: Estimate(Figure(level["alpha"], level["reason"]), level["interval"])
        for level in scale["levels"]
    }


def _make_scale_row(scale: Mapping[str, Any], *names: str, after: str = "") -> AgreementRow:
    title = "all scales" if scale["scale"] == "all" else scale["scale"]
    counts = {count.name: scale[count.name] for count in COUNTS}
    shown = (*names, title, after) if after else (*names, title)
    return AgreementRow(shown, _estimate_levels(scale), counts)


def _group_scales(report: Mapping[str, Any]) -> AgreementGroup:
    rows = [_make_scale_row(scale) for scale in report["scales"]]
    for part in report["by_item"]:
        rows += [_make_scale_row(scale, after=part["items"]) for scale in part["scales"]]
    together = " Scales without either word hold both together, which are two questions." if report["by_item"] else ""
    return AgreementGroup(
        name="alpha",
        title="Krippendorff’s alpha",
        head="Scale",
        names=("scale", "items"),
        rows=rows,
        coefficients=ALPHAS,
        counts=COUNTS,
        caption="A unit is one scale of one item with two or more scores. Below 30 units, intervals are by jackknife."
        + together,
        plot="rows",
        plot_note="0 is chance, 1 is perfect; n is the number of units.",
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
            "verdict": "" if limit is None else f"below {limit}",
        }
        estimates = {"rho": Estimate(Figure(row["rho"], row["reason"]))}
        rows.append(AgreementRow((row["annotator"],), estimates, counts))
    return AgreementGroup(
        name="annotators",
        title="Annotators compared with the others",
        head="Annotator",
        names=("annotator",),
        rows=rows,
        coefficients=(RHO,),
        counts=(Count("compared", "n"), Count("scores", "Scores"), Count("verdict", "Threshold")),
        caption="Lowest first.",
    )


def _group_common(common: Sequence[Report]) -> AgreementGroup:
    rows = []
    for size in common:
        for chosen in size["sets"]:
            names = " ".join(chosen["annotators"])
            rows += [_make_scale_row(scale, str(size["k"]), names) for scale in chosen["scales"]]
    return AgreementGroup(
        name="common",
        title="Annotators with most common units",
        head="Number–annotators–scale",
        names=("k", "annotators", "scale"),
        rows=rows,
        coefficients=ALPHAS,
        counts=(Count("units", "Units"), Count("values", "Scores")),
        caption="Alpha of the annotators with most units in common, over these units only (Garcia et al. 2021, table "
        "1). Ties are in the order in which annotators joined.",
        note=" ".join(_describe_sizes(common)),
        decimals=DECIMALS,
    )


def _describe_sizes(common: Sequence[Report]) -> Iterator[str]:
    for size in common:
        if size["reason"]:
            yield size["reason"]
            continue
        sentence = f"{size['k']} annotators: {size['units']:,} units in common"
        if size["tied"] > 1:
            sentence += f"; {size['tied']:,} sets tie"
        if size["tied"] > len(size["sets"]):
            sentence += f", of which the first {len(size['sets'])} are shown"
        yield f"{sentence}."


def _group_left_out(left_out: Sequence[Report], whole: Report) -> AgreementGroup:
    rows = []
    for row in left_out:
        estimates = {alpha.name: Estimate(Figure(row[alpha.name], row["reason"])) for alpha in ALPHAS}
        estimates[CHANGE.name] = Estimate(Figure(row["change"], row["reason"]))
        rows.append(AgreementRow((row["annotator"],), estimates))
    ordinal = _estimate_levels(whole)[ORDER_LEVEL].value
    compared = "" if ordinal is None else f" With all annotators, ordinal alpha is {ordinal:.4f}."
    return AgreementGroup(
        name="left-out",
        title="Leave-one-out alpha",
        head="Without",
        names=("annotator",),
        rows=rows,
        coefficients=(*ALPHAS, CHANGE),
        caption=f"Alpha over all scales without each annotator in turn, highest first.{compared}",
        decimals=DECIMALS,
    )


def _group_stretches(name: str, title: str, head: str, stretches: Sequence[Report]) -> AgreementGroup:
    coefficients = []
    for period, words in PERIODS:
        for level in TIMELINE_LEVELS:
            coefficients.append(Coefficient(f"{period}_{level}", "", f"{level.capitalize()}, {words}"))
    rows = []
    for stretch in stretches:
        estimates = {}
        for period, _ in PERIODS:
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
        counts=(Count("number", "Ratings"),),
        caption="In order of submission; weeks begin on Monday. Imported ratings count on the day of the import.",
        plot="line",
        plotted=("so_far_ordinal", "within_ordinal"),
        plot_note="Ordinal alpha over all scales, in order of submission.",
        decimals=DECIMALS,
    )
