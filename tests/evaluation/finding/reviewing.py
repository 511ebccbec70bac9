"""Forms and clicks with which hits are found and reviewed."""

from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from evaluation.finding.models import Finding, Hit
from tests.evaluation.findings import PHRASES, SOURCE, TARGET
from tests.servers import wait_until


def a_file(name: str, text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def fields(**more: object) -> dict[str, object]:
    return {
        "request_id": str(uuid4()),
        "name": "Idioms",
        "phrases": a_file("list.txt", PHRASES),
        "text_format": "moses",
        "first_file": a_file("s.txt", SOURCE),
        "second_file": a_file("t.txt", TARGET),
        "side": "source",
        "gap": "0",
    } | more


def address(finding: Finding, route: str = "hits", query: str = "") -> str:
    return reverse(f"evaluation:{route}", args=[finding.project.slug, finding.pk]) + query


def decide(client: Client, hit: Hit, verdict: str, **more: object) -> object:
    data = {"operation_id": str(uuid4()), "hit": hit.pk, "seen": hit.seen, "verdict": verdict, **more}
    headers = {"HX-Request": "true"} if data.pop("htmx", False) else {}
    return client.post(address(hit.finding, "hit_decide"), data, headers=headers)


def finish(job: Job) -> Job:
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished, f"{job.kind} did not finish")
    return Job.objects.get(pk=job.pk)
