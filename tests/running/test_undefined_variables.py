"""Variables that templates name and no context has."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.template import Context, Engine

from tests.running import undefined_variables
from tests.running.undefined_variables import UndefinedVariable

Render = Callable[..., str]


@pytest.fixture
def render(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Render:
    """Render a text as a page among our templates."""
    monkeypatch.setattr(undefined_variables, "TEMPLATES", str(tmp_path))

    def render_one(text: str) -> str:
        (tmp_path / "page.html").write_text(text)
        return Engine(dirs=[str(tmp_path)]).get_template("page.html").render(Context({"given": {"key": "value"}}))

    return render_one


@pytest.mark.parametrize(
    "text",
    [
        "{{ missing }}",
        "{{ given.missing }}",
        "{{ missing|upper }}",
        "{% with name=given.missing %}{% endwith %}",
    ],
)
def test_a_missing_variable_is_an_error(render: Render, text: str) -> None:
    with pytest.raises(UndefinedVariable, match=r"page\.html: .*missing"):
        render(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{{ given.key|upper }}", "VALUE"),
        ("{% if missing or given.missing %}yes{% else %}no{% endif %}", "no"),
        ('{{ missing|default:"other" }}', "other"),
        ("{% for each in given.values %}{{ forloop.counter }}{{ each }}{% endfor %}", "1value"),
    ],
)
def test_what_may_be_missing_is_none(render: Render, text: str, shown: str) -> None:
    assert render(text) == shown
