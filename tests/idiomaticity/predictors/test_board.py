"""Cells of the board of predictors."""

from idiomaticity.predictors.board import BoardCell


def cell(n: int, p: float | None) -> BoardCell:
    return BoardCell({"n": n, "p": p, "rho": 0.5, "left_out": 0, "reason": ""})


def test_stars_need_enough_values():
    assert [cell(30, p).stars for p in (0.001, 0.04, 0.06, None)] == ["**", "*", "", ""]
    assert cell(29, 0.001).stars == ""
    assert cell(29, 0.02).note == "n = 29; p = 0.020; too few for stars, which need 30"
    assert cell(30, 0.02).note == "n = 30; p = 0.020"
