"""Every page that a rater meets on a phone, in long words: nothing is wider than the window, and no word is broken."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import publish_guideline
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.questionnaires.services import set_up_questionnaire
from idiomaticity.screening.services.known_ratings import add_known_rating
from tests.browser.conftest import OpenWindow
from tests.browser.windows import Window, expect_away
from tests.evaluation.judgements import lease_judgement, make_round
from tests.factories import make_member, make_user
from tests.idiomaticity.classes.judging import make_expert
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTH, HEIGHT = 390, 844
TEXTS = {
    "de": "compound\thead\tmodifier\tsentence\n"
    "Donaudampfschifffahrtsgesellschaft\tGesellschaft\tDonaudampfschifffahrt\t"
    "Die Donaudampfschifffahrtsgesellschaft hat ihre Wirtschaftlichkeitsberechnungen veröffentlicht.\n"
    "Zitronenfalter\tFalter\tZitrone\tEin Zitronenfalter flog durch den Garten des Nachbarn.\n"
    "Angsthase\tHase\tAngst\tEr ist ein Angsthase und bleibt lieber zu Hause.\n"
    "Angsthase\tHase\tAngst\tKein Angsthase würde das wagen.\n"
    "Ölteppich\tTeppich\tÖl\tDer Ölteppich trieb auf die Küste zu.\n",
    "pt": "compound\thead\tmodifier\tsentence\n"
    "mesa redonda\tmesa\tredonda\tA mesa redonda sobre desenvolvimento foi realizada ontem na universidade.\n"
    "caixa preta\tcaixa\tpreta\tEncontraram a caixa preta do avião depois de três semanas.\n"
    "roda viva\troda\tviva\tA vida na capital tornou-se uma roda viva.\n"
    "roda viva\troda\tviva\tNinguém aguenta essa roda viva.\n"
    "porta aberta\tporta\taberta\tDeixou a porta aberta a novas negociações.\n",
}
LABELLED = {"lowest": 0, "highest": 5, "labels": {"1": "überwiegend übertragen", "4": "predominantemente"}}
EXTRA = [{"name": "familiarity", "question": "{compound}?", "scale": {"lowest": 0, "highest": 100}}]
QUESTIONS = [
    {"name": "native", "kind": "language", "text": "?"},
    {"name": "degree", "kind": "choice", "text": "?", "choices": ["Hochschulzugangsberechtigung", "doutoramento"]},
]
# What sticks out of the window, and words that are cut in the middle of a narrow box. Tabs are one strip on purpose.
FIND_FAULTS = """() => {
  const faults = [], width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) faults.push(`page: ${document.documentElement.scrollWidth}`);
  const range = document.createRange();
  for (const each of document.querySelectorAll("body *")) {
    const box = each.getBoundingClientRect();
    if (!box.width || !each.checkVisibility() || each.closest(".visually-hidden, svg, .tabs")) continue;
    const named = `${each.tagName.toLowerCase()}.${each.className}`;
    if (box.right > width + 1 || box.left < -1) faults.push(`${named}: ${box.left} to ${box.right}`);
    if (each.scrollWidth > each.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
      faults.push(`${named} scrolls sideways: ${each.scrollWidth} in ${each.clientWidth}`);
    for (const text of each.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
        if (lines.size > 1 && word[0].length < 25) faults.push(`${named} breaks “${word[0]}”`);
      }
    }
  }
  return [...new Set(faults)];
}"""


def look(window: Window, name: str) -> list[str]:
    """Return what is wrong with the page that is open, in both schemes."""
    found = []
    for scheme in ("light", "dark"):
        window.page.emulate_media(color_scheme=scheme)
        found += [f"{name}, {scheme}: {line}" for line in window.page.evaluate(FIND_FAULTS)]
    return found


def make_study(language: str) -> Project:
    project = make_rating_project(
        text=TEXTS[language],
        language=language,
        level="both",
        annotators_per_item=9,
        extra_questions=EXTRA,
        scale=LABELLED,
    )
    known = {"user": project.created_by, "project": project}
    first, second = (line.partition("\t")[0] for line in TEXTS[language].splitlines()[1:3])
    for name, use in ((first, "tutorial"), (second, "qualification")):
        add_known_rating(**known, item=f"{name}-1", use=use, expected={"whole": (0, 5)}, explanation=name)
    publish_guideline(**known, text=f"# {first}\n\n{first}, {second}")
    consent = f"# {first}\n\n{first}"
    day = timezone.localdate() + timedelta(days=9)
    set_up_crowd(**known, consent=consent, limit_each=9, most_people=9, lists="together", repeats=1, forget_on=day)
    set_up_questionnaire(**known, questions=QUESTIONS, debriefing=f"# {first}\n\n{second}")
    open_crowd(**known, is_open=True)
    return project


def press(page: Page) -> None:
    """Press the page's main button."""
    before = page.url
    page.locator("main button.primary, main .button.primary").first.click()
    expect_away(page, before)


def rate(page: Page) -> None:
    expect(page.locator("html[data-rating=ready]")).to_be_attached()
    for scale in ("head", "modifier", "whole"):
        page.locator(f"label.score:has(input[name={scale}][value='3'])").click()
    page.locator("input[name=familiarity]").fill("40")
    press(page)


@pytest.mark.parametrize("language", ["de", "pt"])
def test_nothing_is_too_wide_for_a_crowd_worker(
    open_window: OpenWindow, transactional_db: None, files_folder: object, language: str
) -> None:
    project = make_study(language)
    window = open_window(width=WIDTH)
    page = window.page
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.goto(reverse("idiomaticity:crowd_link", args=[project.crowd_call.key]))
    faults = look(window, "consent")
    page.locator("input[name=agrees]").check()
    press(page)
    faults += look(window, "questionnaire")
    page.locator("select[name=native]").select_option(language)
    page.locator("input[name=degree]").first.check()
    press(page)
    faults += look(window, "instructions")
    press(page)
    faults += look(window, "tutorial")
    rate(page)
    faults += look(window, "feedback")
    press(page)
    faults += look(window, "qualification")
    rate(page)
    seen = set()
    while page.locator("#rating").count():
        level = "compound" if page.locator("ol.context").count() else "sentence"
        if level not in seen:
            faults += look(window, level)
            seen.add(level)
        rate(page)
    faults += look(window, "end")
    assert seen == {"sentence", "compound"}
    assert CrowdWorker.objects.get().completion_code in page.content()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", ["de", "pt"])
def test_nothing_is_too_wide_for_an_invited_rater(
    open_window: OpenWindow, transactional_db: None, files_folder: object, language: str
) -> None:
    project = make_rating_project(text=TEXTS[language], language=language)
    user = make_user(language=language)
    annotator = make_expert(project, user=user)
    publish_guideline(user=project.created_by, project=project, text="# " + TEXTS[language].split()[4])
    submit_rating(lease_rating(annotator), 1, 2, 3, "Reederei")
    open_one = lease_rating(annotator)
    # Words of more than thirty letters take the questions two lines further down; that they fit is said of others.
    while len(open_one.item.identifier) > 30:
        submit_rating(open_one, 1, 2, 3, "Reederei")
        open_one = lease_rating(annotator)
    judging = make_member(make_round().project, user=user)
    judged = lease_judgement(judging)
    window = open_window(user, width=WIDTH)
    addresses = {
        "home": "/",
        "account": reverse("projects:account"),
        "overview": reverse("idiomaticity:overview", args=[project.slug]),
        "my work": reverse("idiomaticity:assignments", args=[project.slug]),
        "rating": reverse("idiomaticity:rate", args=[open_one.pk]),
        "classes": reverse("idiomaticity:classify", args=[project.slug]),
        "own quality": reverse("idiomaticity:annotator_quality_detail", args=[project.slug, annotator.pk]),
        "guidelines": reverse("projects:guidelines", args=[project.slug]),
        "questions": reverse("projects:questions", args=[project.slug]),
        "judging": reverse("evaluation:judge", args=[judged.pk]),
        "my judgements": reverse("evaluation:assignments", args=[judging.project.slug]),
    }
    faults = []
    for name, address in addresses.items():
        window.page.goto(address)
        window.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        faults += look(window, name)
        if name == "rating":
            last = window.page.locator("fieldset.scale").last.bounding_box()
            assert last and last["y"] + last["height"] <= HEIGHT, "the questions are not in sight at once"
    assert not faults, "\n".join(faults)
