"""Scripts show each moment in the zone of the browser, in the form that the page gives it without them."""

import pytest

from tests.annotation_site.languages.test_numbers_and_dates import FORMS, MOMENT
from tests.browser.chromium import Chromium
from tests.browser.windows import ROOT

pytestmark = pytest.mark.browser
SAY = """async ([source, language, moment]) => {
    document.documentElement.lang = language;
    const texts = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
    return [texts.momentOf(new Date(moment), "date"), texts.momentOf(new Date(moment))];
}"""


@pytest.mark.parametrize("language", FORMS)
def test_scripts_write_days_and_moments_as_pages_do(language: str, chromium: Chromium) -> None:
    context = chromium.browser.new_context(timezone_id="UTC")
    source = (ROOT / "static/site/texts.js").read_text(encoding="utf-8")
    said = context.new_page().evaluate(SAY, [source, language, MOMENT.isoformat()])
    context.close()
    assert said == list(FORMS[language][4:6])
