"""Texts for a paper, from the settings and figures of a study: preregistration and methods, in Markdown. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from annotation_site.coefficients.figure import Figure, Interval
from idiomaticity.answers.mixed_model import choose_model
from idiomaticity.projects.asked_questions import AskedQuestion

TO_FILL_IN = "[…]"
LEVELS = {
    "token": "each sentence separately",
    "type": "each compound with all its sentences",
    "both": "each sentence separately, and each compound with all its sentences",
}
LISTS = {
    "": "no fixed lists, the items that need ratings most first",
    "apart": "counterbalanced lists with each compound once",
    "together": "lists with all sentences of a compound together",
}
METHODS = {"bootstrap": "percentile bootstrap over units", "jackknife": "jackknife over units"}


@dataclass(frozen=True, slots=True)
class CrowdDesign:
    """Settings of a crowd that a paper tells; `people` are those whom all ratings need, in `lists` lists."""

    platform: str
    lists: str
    list_count: int
    length: int
    repeats: int
    people: int
    most_people: int
    payment: Decimal
    currency: str
    attempts: int


@dataclass(frozen=True, slots=True)
class StudyDesign:
    """Settings of a study that a paper tells. Questions have the words of the study's first compound, or their
    placeholders.
    """

    name: str
    software: str
    language: str
    level: str
    compounds: int
    sentences: int
    required: int
    questions: Sequence[AskedQuestion]
    paraphrase_question: str
    cannot_judge: str
    tutorial: int
    qualification: int
    attention: int
    attention_share: int
    pass_mark: int
    seed: int
    crowd: CrowdDesign | None = None


@dataclass(frozen=True, slots=True)
class AlphaRow:
    """Ordinal alpha of a question, of sentences or compounds where both are rated, with its interval."""

    scale: str
    part: str
    units: int
    alpha: Figure
    interval: Interval


@dataclass(frozen=True, slots=True)
class Participation:
    """Numbers of participants who came this far; `minutes` is the median of active time of those who finished."""

    consented: int
    unqualified: int
    finished: int
    minutes: float | None
    checks_passed: int
    checks_failed: int


@dataclass(frozen=True, slots=True)
class StudyFigures:
    """Figures of what was collected; excluded annotators, by reason, are in none of the others."""

    raters: int
    ratings: int
    items: int
    least: int
    most: int
    first: date | None
    last: date | None
    alpha: Sequence[AlphaRow] = ()
    excluded: Mapping[str, int] = field(default_factory=dict)
    participation: Participation | None = None


def write_preregistration(design: StudyDesign) -> str:
    """Return a preregistration with the settings filled in; what only its authors know is marked to be filled in."""
    model = choose_model(design.level)
    sections = [
        ("Hypotheses", TO_FILL_IN),
        ("Design", _design_sentences(design)),
        ("Materials", f"{_materials_sentence(design)} Criteria of their choice: {TO_FILL_IN}"),
        ("Questions", _question_lines(design)),
        ("Sample", _sample_sentences(design)),
        ("Checks and exclusions", f"{_checks_sentence(design)} Further rules: {TO_FILL_IN}"),
        (
            "Analysis",
            "Agreement: Krippendorff’s alpha, ordinal, of each question, with a 95 % interval (percentile bootstrap "
            "over units). Scores of a compound or sentence are means over raters who are not excluded; “cannot judge” "
            "and repeats do not count.\n\n"
            f"Mixed model of the scores of the whole compound: {model.describe()}, as lme4 "
            f"writes it:\n\n    {model.formula}\n\nTests of the hypotheses: {TO_FILL_IN}",
        ),
    ]
    body = "\n\n".join(f"## {title}\n{text}" for title, text in sections)
    return f"# Preregistration: {design.name}\n\n{body}\n"


def write_methods(design: StudyDesign, figures: StudyFigures) -> str:
    """Return the paragraphs of a paper's section on its methods."""
    paragraphs = [
        f"{_materials_sentence(design, is_done=True)} {_design_sentences(design, is_done=True)}",
        f"The questions were:\n\n{_question_lines(design)}",
        _collection_sentences(design, figures),
        _agreement_sentence(figures),
    ]
    return "\n\n".join(filter(None, paragraphs)) + "\n"


def _design_sentences(design: StudyDesign, *, is_done: bool = False) -> str:
    judge, be, are = ("judged", "was", "were") if is_done else ("judge", "is", "are")
    text = f"Raters {judge} {LEVELS[design.level]} in {design.software}, the questions in the order below."
    crowd = design.crowd
    if crowd is None:
        return f"{text} Each item {be} rated by {design.required} annotators, blind to each other’s answers."
    text += f" Each item {be} rated by {design.required} participants, in an order of their own (seed {design.seed})"
    if not crowd.lists:
        return f"{text}, with {LISTS[crowd.lists]}."
    repeated = f"; {_count(crowd.repeats, 'item')} of each {are} shown twice" if crowd.repeats else ""
    return f"{text}. There {are} {crowd.list_count} {LISTS[crowd.lists]}, of at most {crowd.length} items{repeated}."


def _materials_sentence(design: StudyDesign, *, is_done: bool = False) -> str:
    are = "were" if is_done else "are"
    if not design.compounds:
        return f"The materials {are} {design.language} compounds ({TO_FILL_IN})."
    compounds, sentences = _count(design.compounds, "compound"), _count(design.sentences, "sentence")
    return f"The materials {are} {compounds} in {design.language}, in {sentences}."


def _question_lines(design: StudyDesign) -> str:
    lines = [
        f"- {question.name}: “{question.question}”, {question.scale}"
        + (f" ({question.low} – {question.high})" if question.low else "")
        for question in design.questions
    ]
    lines.append(f"- paraphrases (optional): “{design.paraphrase_question}”")
    return "\n".join([*lines, f"\nEach score could be replaced by “{design.cannot_judge}”."])


def _sample_sentences(design: StudyDesign) -> str:
    crowd = design.crowd
    if crowd is None:
        return f"{design.required} ratings for each item."
    paid = f" Each is paid {_amount(crowd.payment, crowd)} for finishing." if crowd.payment else ""
    return (
        f"{design.required} ratings for each item need {_count(crowd.people, 'participant')}; at most "
        f"{crowd.most_people:,} take part, recruited through {crowd.platform}. Collection stops when all items have "
        f"their ratings, or the places are taken. Participants who are excluded or fail the test are replaced.{paid}"
    )


def _checks_sentence(design: StudyDesign) -> str:
    parts = []
    if design.tutorial:
        parts.append(f"a tutorial of {_count(design.tutorial, 'item')}")
    if design.qualification:
        tries = _count(design.crowd.attempts, "attempt") if design.crowd else "1 attempt"
        parts.append(
            f"a test of {_count(design.qualification, 'item')}, passed with {design.pass_mark} % ({tries})",
        )
    if design.attention and design.attention_share:
        count = _count(design.attention, "attention item")
        parts.append(f"{count} with a known answer, mixed in at {design.attention_share} % of the work")
    return f"There is {', '.join(parts)}." if parts else "There are no items with known answers."


def _collection_sentences(design: StudyDesign, figures: StudyFigures) -> str:
    if not figures.ratings:
        return "No ratings have been collected yet."
    when = ""
    if figures.first and figures.last:
        when = f" between {figures.first:%-d %B %Y} and {figures.last:%-d %B %Y}"
    per_item = f"{figures.least}" if figures.least == figures.most else f"{figures.least} to {figures.most}"
    text = (
        f"{_count(figures.raters, 'rater')} gave {_count(figures.ratings, 'rating')} of "
        f"{_count(figures.items, 'item')}{when}, {per_item} for each item."
    )
    if people := figures.participation:
        text += f" {_participation_sentences(design, people)}"
    total = sum(figures.excluded.values())
    if not total:
        return f"{text} Nobody was excluded."
    reasons = "; ".join(f"{reason.rstrip('.')} (n = {count})" for reason, count in figures.excluded.items())
    were = "was" if total == 1 else "were"
    return f"{text} {_count(total, 'rater')} {were} excluded from all figures: {reasons}."


def _participation_sentences(design: StudyDesign, people: Participation) -> str:
    crowd = design.crowd
    source = f" through {crowd.platform}" if crowd else ""
    parts = [f"Of {_count(people.consented, 'person')} who gave consent{source}, {people.finished:,} finished"]
    parts[0] += f" and {people.unqualified:,} did not pass the test." if design.qualification else "."
    if people.minutes is not None:
        parts.append(f"The median active time of those who finished was {people.minutes:.1f} minutes.")
    if crowd and crowd.payment:
        paid = f"Payment was {_amount(crowd.payment, crowd)}"
        hourly = crowd.payment * 60 / Decimal(people.minutes) if people.minutes else None
        parts.append(f"{paid}, or {_amount(hourly, crowd)} per hour at the median." if hourly else f"{paid}.")
    if attention_items := people.checks_passed + people.checks_failed:
        parts.append(
            f"{people.checks_passed:,} of {_count(attention_items, 'attention item')} were answered as expected."
        )
    return " ".join(parts)


def _agreement_sentence(figures: StudyFigures) -> str:
    if not figures.alpha:
        return ""
    first = figures.alpha[0].interval
    values = [_alpha_phrase(row) for row in figures.alpha]
    how = f"Krippendorff’s alpha, ordinal, with a 95 % interval ({METHODS[first.method]}"
    how += f", {first.resamples:,} resamples, seed {first.seed})" if first.method == "bootstrap" else ")"
    return f"{how}, was {'; '.join(values)}."


def _alpha_phrase(row: AlphaRow) -> str:
    of = f" of {row.part}" if row.part else ""
    if row.alpha.value is None:
        return f"undefined for {row.scale}{of} ({row.alpha.reason.rstrip('.')})"
    interval = ""
    if row.interval.low is not None and row.interval.high is not None:
        interval = f" [{row.interval.low:.3f}, {row.interval.high:.3f}]"
    return f"{row.alpha.value:.3f}{interval} for {row.scale}{of} (n = {row.units:,} units)"


def _amount(amount: Decimal, crowd: CrowdDesign) -> str:
    return f"{amount:,.2f} {crowd.currency}".strip()


def _count(number: int, noun: str) -> str:
    plural = {"person": "people"}.get(noun, f"{noun}s")
    return f"{number:,} {noun if number == 1 else plural}"
