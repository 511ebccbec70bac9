"""Test sets whose texts come from CoNLL-U, and their scores."""

import pytest

from tests.evaluation.imports.jobs.with_lemmas import OUTPUT, REFERENCE, conllu
from tests.evaluation.measures.test_options import TABLE


@pytest.fixture
def files(tmp_path, settings):
    settings.WORDNET_FOLDER = ""  # the worker is a process of its own
    (tmp_path / "r.conllu").write_text(conllu(REFERENCE))
    (tmp_path / "h.conllu").write_text(conllu(OUTPUT))
    (tmp_path / "compounds.csv").write_text(TABLE)
    return tmp_path
