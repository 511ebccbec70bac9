"""Identifiers of the registries' own examples, and names as people type them."""

import pytest

from annotation_site.creators.creators import read_creator, read_creators


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("0000-0002-1825-0097", "0000-0002-1825-0097"),
        ("https://orcid.org/0000-0001-5109-3700", "0000-0001-5109-3700"),
        ("0000-0002-1694-233x", "0000-0002-1694-233X"),
    ],
)
def test_an_orcid_is_stored_without_its_address(typed: str, stored: str) -> None:
    assert read_creator({"name": "Carberry", "orcid": typed}).orcid == stored


@pytest.mark.parametrize("typed", ["03ad39j10", "https://ror.org/02feahw73", "05DXPS055", "00f54p054", "013meh722"])
def test_a_ror_id_is_checked(typed: str) -> None:
    assert read_creator({"type": "organisation", "name": "Lab", "ror": typed}).ror_url.startswith("https://ror.org/0")


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"name": "Doe", "orcid": "0000-0002-1825-0098"}, "mistyped: its last digit"),
        ({"name": "Doe", "orcid": "0000-0002-1825"}, "is not an ORCID iD"),
        ({"name": "Doe", "affiliation": "Pisa", "ror": "03ad39j11"}, "mistyped: its last two digits"),
        ({"name": "Doe", "affiliation": "Pisa", "ror": "https://example.org"}, "is not a ROR ID"),
        ({"name": "Doe", "ror": "03ad39j10"}, "Enter the affiliation"),
        ({"name": " ", "given_name": "Jo"}, "Enter the family name"),
        ({"type": "organisation", "given_name": "Jo"}, "Enter the name of the organisation"),
        ({"type": "organisation", "name": "Lab", "orcid": "0000-0002-1825-0097"}, "no given name, ORCID iD"),
        ({"type": "robot", "name": "R2"}, "neither person nor organisation"),
        ({"name": "x" * 201}, "longer than 200"),
    ],
)
def test_what_cannot_be_is_refused_with_its_row(row: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^Creator 2: ") as raised:
        read_creators([{"name": "Good"}, row])
    assert sentence in str(raised.value)


def test_names_are_on_one_line_and_empty_fields_are_not_stored() -> None:
    rows = [{"name": " van\u2028der  Berg ", "given_name": "Jo\n", "orcid": ""}]
    assert read_creators(rows) == [{"type": "person", "name": "van der Berg", "given_name": "Jo"}]


def test_fifty_are_enough() -> None:
    with pytest.raises(ValueError, match="at most 50"):
        read_creators([{"name": "Doe"}] * 51)
