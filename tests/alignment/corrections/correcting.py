"""Corrections of a pair, as a manager sends them."""

from typing import Any
from uuid import uuid4

from hypothesis import strategies as st

from alignment.corrections.services.corrections import correct_pair
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project

words = st.lists(st.sampled_from("abcde"), min_size=1, max_size=8)


def correct(project: Project, source: str, target: str, number: int = 1, **more: Any) -> Item:
    known = {"version": 1, "operation_id": uuid4(), **more}
    texts = {"source_tokens": source.split(), "target_tokens": target.split()}
    return correct_pair(user=project.created_by, project=project, number=number, **texts, **known)
