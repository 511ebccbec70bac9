"""Each language has one form for numbers, days and moments: the same in templates, plots, refusals and scripts."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils.translation import override

from annotation_site.languages.numbers import say_count, say_decimals, say_number
from annotation_site.web.days import say_day, say_day_of_year, say_moment, say_short_day
from tests.annotation_site.languages.english import DATE, NUMBER

DAY = date(2026, 3, 7)
MOMENT = datetime(2026, 3, 7, 14, 5, tzinfo=UTC)
FORMS = {
    "en-gb": ("12,345", "−0.83", "0.8", "7 March 2026", "7 Mar 2026", "7 Mar 2026, 14:05", "7 Mar"),
    "de": ("12.345", "−0,83", "0,8", "7. März 2026", "07.03.2026", "07.03.2026, 14:05", "7. März"),
    "es": ("12\N{NO-BREAK SPACE}345", "−0,83", "0,8", "7 de marzo de 2026", "7 mar 2026", "7 mar 2026, 14:05", "7 mar"),
    "fr": ("12\N{NO-BREAK SPACE}345", "−0,83", "0,8", "7 mars 2026", "7 mars 2026", "7 mars 2026, 14:05", "7 mars"),
    "it": ("12.345", "−0,83", "0,8", "7 marzo 2026", "7 mar 2026", "7 mar 2026, 14:05", "7 mar"),
    "pt": (
        "12.345",
        "−0,83",
        "0,8",
        "7 de março de 2026",
        "7 de mar. de 2026",
        "7 de mar. de 2026, 14:05",
        "7 de mar.",
    ),
}


@pytest.mark.parametrize("language", FORMS)
def test_a_language_has_one_form(language: str) -> None:
    with override(language):
        said = (
            say_count(12_345),
            say_decimals(-0.8349, 2),
            say_number(0.8),
            say_day(DAY),
            say_short_day(DAY),
            say_moment(MOMENT),
            say_day_of_year(DAY),
        )
    assert said == FORMS[language]


@pytest.mark.parametrize("language", FORMS)
def test_templates_write_the_same_forms(language: str) -> None:
    template = Template(
        "{% load figures languages %}{{ count|floatformat:'0g' }} | {{ value|fixed:2 }} | {{ value|figure }} | "
        "{{ value|per_cent }} | {{ moment|say_short_day }} | {{ moment|say_moment }}"
    )
    with override(language):
        parts = template.render(Context({"count": 12_345, "value": -0.8349, "moment": MOMENT})).split(" | ")
        figures = [say_decimals(-0.8349, 3), say_decimals(-83.49, 1)]
    count, fixed, _, _, short_day, moment, _ = FORMS[language]
    assert parts == [count, fixed, *figures, short_day, moment]


def test_nought_has_no_sign_and_changes_have_one() -> None:
    with override("fr"):
        assert say_decimals(-0.0001, 2) == "0,00"
        assert say_decimals(0.021, 1, sign="+") == "+0,0"
        assert say_short_day(None) == say_moment(None) == ""


@pytest.mark.parametrize("text", ["12,345", "0.832", "83.2 %", "1,000,000", "3.1416", "(0.5)"])
def test_an_english_number_is_seen(text: str) -> None:
    assert NUMBER.search(f"Noch {text} Paare")


@pytest.mark.parametrize("text", ["12.345", "0,832", "1,000", "Interlinea 0.1.0", "07.03.2026", "7. März 2026", "1, 2"])
def test_other_numbers_are_left_alone(text: str) -> None:
    assert not NUMBER.search(f"Noch {text} Paare") and not DATE.search(text)


def test_an_english_date_is_seen() -> None:
    assert all(DATE.search(text) for text in ("am 7 Nov 2026, 14:05", "7 November 2026", "7 Sept"))
