"""The state of an item and of an assignment in words, said once for each row of a list."""

from typing import Any

import pytest
from django.utils import translation

from annotation_site.assignments.models import Assignment, Item


@pytest.mark.parametrize("model", [Item, Assignment])
def test_every_state_has_its_words(model: Any) -> None:
    for state in model.State:
        assert model(state=state.value).get_state_display() == str(state.label)


@pytest.mark.parametrize("model", [Item, Assignment])
def test_only_the_row_s_own_state_is_said(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    gettext = translation._trans.gettext
    monkeypatch.setattr(translation._trans, "gettext", lambda text: said.append(text) or gettext(text))
    model(state=model.State.values[0]).get_state_display()
    assert len(said) <= 1
