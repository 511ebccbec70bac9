"""Categories of PARSEME's editions."""

import pytest

from expressions.categories.presets import CATEGORY_SETS, rename


def test_the_editions_have_as_many_categories_as_their_validators() -> None:
    assert len(CATEGORY_SETS["1.1"].find_categories()) == 9
    assert len(CATEGORY_SETS["2.0"].find_categories()) == 33
    assert CATEGORY_SETS["2.0"].find_categories("IT") - CATEGORY_SETS["2.0"].find_categories() == {"LS.ICV"}


def test_a_category_gets_the_name_of_a_later_edition() -> None:
    assert [rename(each, "1.0", "2.0") for each in ("ID", "IReflV", "LVC", "VPC", "NonVMWE")] == [
        "VID", "IRV", "LVC.full", "IVPC.full", "NotMWE",
    ]  # fmt: skip
    assert rename("VPC.semi", "1.1", "2.0") == "IVPC.semi"
    assert rename("VPC.semi", "1.1", "1.1") == "VPC.semi"
    assert rename("VPC.full", "2.0-flat", "2.0") == "IVPC.full"
    for before, after in (("2.0", "1.1"), ("1.1", "2.0-flat")):
        with pytest.raises(ValueError, match=r"2\.0 have no names in"):
            rename("NID", before, after)


def test_flat_offers_the_newer_categories_under_older_names() -> None:
    flat, newest = (CATEGORY_SETS[name].find_categories() for name in ("2.0-flat", "2.0"))
    assert flat - newest == {"VPC.full", "VPC.semi", "TODO", "OTHER"}
    assert {rename(each, "2.0-flat", "2.0") for each in flat} - newest == {"TODO", "OTHER"}
