"""Scripts write numbers as pages do, and moments in the zone of the browser, in the form pages have without scripts."""

import pytest

from tests.annotation_site.languages.test_numbers_and_dates import FORMS, MOMENT
from tests.browser.chromium import Chromium
from tests.browser.windows import ROOT

pytestmark = pytest.mark.browser
SAY = """async ([source, language, moment]) => {
    document.documentElement.lang = language;
    const texts = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
    const counted = texts.ngettext(12345, "{n} of {total} word", "{n} of {total} words", {total: 12345});
    return [counted, texts.momentOf(new Date(moment), "date"), texts.momentOf(new Date(moment))];
}"""


@pytest.mark.parametrize("language", FORMS)
def test_scripts_write_numbers_days_and_moments_as_pages_do(language: str, chromium: Chromium) -> None:
    context = chromium.browser.new_context(timezone_id="UTC")
    source = (ROOT / "static/site/texts.js").read_text(encoding="utf-8")
    said = context.new_page().evaluate(SAY, [source, language, MOMENT.isoformat()])
    context.close()
    count, *_, short_day, moment, _ = FORMS[language]
    assert said == [f"{count} of {count} words", short_day, moment]
