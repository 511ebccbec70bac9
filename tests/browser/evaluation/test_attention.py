"""A judge works through a round with attention items, and their manager reads how attentive they were."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from annotation_site.assignments.models import Assignment
from evaluation.judging.models import JudgementTask
from tests.browser.conftest import OpenWindow
from tests.evaluation.attention import make_attention_round
from tests.evaluation.judgements import lease_judgement
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_judge_who_reads_passes_every_attention_item(
    open_window: OpenWindow, transactional_db: None, files_folder: object
) -> None:
    opened = make_attention_round(10, attention_share=60)
    judge = make_member(opened.project)
    # What the systems put out is what a reader takes for a sentence.
    sentences = {
        output["text"] for task in JudgementTask.objects.counted() for output in task.outputs if output["systems"]
    }
    page = open_window(judge.user).page
    assignment = lease_judgement(judge)
    page.goto(f"/evaluation/judge/{assignment.pk}/")
    submitted = 0
    while "/judge/" in page.url:
        expect(page.locator("html[data-judging=ready]")).to_be_attached()
        here = page.url
        for text in page.locator(".question .output").all_text_contents():
            page.keyboard.press("5" if " ".join(text.split()) in sentences else "1")
        page.keyboard.press("Enter")
        expect(page).not_to_have_url(re.compile(re.escape(here) + "$"))
        submitted += 1
    checks = Assignment.objects.filter(annotator=judge, purpose="check")
    assert submitted == 10 + len(checks) and len(checks) in (5, 6)
    manager = open_window(opened.project.created_by).page
    manager.goto(reverse("evaluation:judging_annotator_quality", args=[opened.project.slug, opened.number]))
    row = manager.locator("tbody tr")
    expect(row).to_contain_text(f"{len(checks)} of {len(checks)}")
    expect(row.locator(".pill-danger")).to_have_count(0)
