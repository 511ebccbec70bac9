"""Export, import, export: every file of a release comes back as it was."""

import zipfile
from pathlib import Path
from typing import Any

import pytest

from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.services.projects import publish_guideline
from annotation_site.releases.metadata.members import MEMBERS
from idiomaticity.compounds.models import Compound
from idiomaticity.lists.models import GivenList
from tests.alignment.releasing import save_release
from tests.factories import make_member
from tests.idiomaticity.classes.judging import decide as decide_class
from tests.idiomaticity.classes.judging import judge, make_expert
from tests.idiomaticity.making import bring_in, bring_study, make_rating, make_rating_project, make_study_release
from tests.idiomaticity.paraphrases.deciding import decide as decide_form
from tests.idiomaticity.releases.archives import read

pytestmark = pytest.mark.django_db(transaction=True)
BESIDE = ("ratings.tsv", "paraphrases-given.tsv", "paraphrase-decisions.tsv", "classes.tsv")
GAPS = """compound,class,type_score,sentence1,span1,means1,sentence3,means4,Synonyms,SynonymsS1,Head mean
glass ceiling,NC,1.25,She broke the glass ceiling.,14-27,,"A glass ceiling, and a glass  ceiling again.",2.5,a;a,b,3.75
olive oil,,,Olive oil is dear.,,4.5,Pour the olive oil.,,,,
""".replace("glass ceiling, and a glass  ceiling again", "glass ceiling again")


def files_of(path: Path) -> dict[str, bytes]:
    """Return the files of a release by name, tables in Parquet included; metadata names the project."""
    with zipfile.ZipFile(path) as archive:
        files = {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
    return {name: data for name, data in files.items() if name not in MEMBERS}


EXTRA = [{"name": "familiarity", "question": "Do you know it?", "scale": {"lowest": 0, "highest": 100}}]


@pytest.mark.parametrize(
    ("level", "asked"),
    [
        ("token", {}),
        ("type", {}),
        ("both", {"scale": {"lowest": 1, "highest": 7}, "extra_questions": EXTRA}),
    ],
)
def test_every_file_comes_back(files_folder: object, tmp_path: Path, level: str, asked: dict[str, Any]) -> None:
    project = make_rating_project(text=GAPS, level=level, **asked)
    publish_guideline(user=project.created_by, project=project, text="Read the whole sentence.")
    annotators = [make_member(project), make_member(project)]
    items = project.item_count
    for annotator, whole in zip(annotators, (1, 4), strict=True):
        for number in range(items):
            extra = {"familiarity": 10 * whole} if asked else None
            make_rating(annotator, whole if number else -1, f"barrier {whole}", "a limit, they say", extra=extra)
    GivenList.objects.create(membership=annotators[1], number=7)
    expert = make_expert(project)
    judge(expert, 2, "C")
    decide_class(project, 1, 0, decided_class="PC", note="Two lines.\nBoth kept.")
    decide_form(project, "barrier 1", "merge", 1, "barrier 4")
    decide_form(project, "a limit, they say", "reject", None)
    second = annotators[1]
    exclude_annotator(user=project.created_by, project=project, annotator_id=second.pk, reason="careless")
    first = save_release(make_study_release(project), tmp_path)

    again = make_rating_project(text="", level=level, **asked)
    publish_guideline(user=again.created_by, project=again, text="Read the whole sentence.")
    bring_in(again, read(first, "compounds.jsonl"))
    bring_study(again, *(read(first, name).encode() for name in BESIDE))
    later = files_of(save_release(make_study_release(again), tmp_path))
    before = files_of(first)
    assert before.keys() == later.keys()
    assert len(before) >= 13
    for name, text in before.items():
        assert later[name] == text, name
    ours, theirs = (list(Compound.objects.filter(project=each).order_by("number")) for each in (project, again))
    assert [each.compound_class for each in ours] == [each.compound_class for each in theirs]
    assert ours[0].compound_class == "PC"
    assert [each.published_means for each in theirs] == [{"head": 3.75, "whole": 1.25}, {}]
    assert GivenList.objects.get(membership__project=again).number == 7


def test_a_release_with_nothing_in_its_other_tables_comes_back(files_folder: object, tmp_path: Path) -> None:
    project = make_rating_project(text=GAPS, level="token")
    annotator = make_member(project)
    for _ in range(project.item_count):
        make_rating(annotator, 1)
    first = save_release(make_study_release(project), tmp_path)
    assert {len(read(first, name).splitlines()) for name in BESIDE[1:]} == {1}

    again = make_rating_project(text="", level="token")
    bring_in(again, read(first, "compounds.jsonl"))
    bring_study(again, *(read(first, name).encode() for name in BESIDE))
    assert files_of(save_release(make_study_release(again), tmp_path)) == files_of(first)
