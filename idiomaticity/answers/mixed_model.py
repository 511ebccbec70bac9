"""The mixed model of a study's answers, and programs in R and Python that fit it to their table. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TERMS: Mapping[str, str] = {"rater": "raters", "compound": "compounds", "item": "items within their compound"}


@dataclass(frozen=True, slots=True)
class MixedModel:
    """Fixed effects and what varies at random: raters, compounds, and items within their compound where a compound has
    several.
    """

    fixed: tuple[str, ...]
    random: tuple[str, ...]

    @property
    def formula(self) -> str:
        """Return the model as lme4 writes it."""
        nested = "compound / item" if "item" in self.random else "compound"
        return f"value ~ {' + '.join(self.fixed)} + (1 | rater) + (1 | {nested})"

    def describe(self) -> str:
        """Return the model in words."""
        names = [TERMS[name] for name in self.random]
        return f"fixed effects of {' and '.join(self.fixed)}; {', '.join(names[:-1])} and {names[-1]} at random"


def choose_model(level: str) -> MixedModel:
    """Return the model of a study that rates sentences, compounds, or both."""
    if level == "type":
        return MixedModel(("trial",), ("rater", "compound"))
    return MixedModel(("trial", "level") if level == "both" else ("trial",), ("rater", "compound", "item"))


def write_r(model: MixedModel, table: str) -> str:
    """Return a program in R; `table` is the name of the file without its ending."""
    return f"""\
library(lme4)

answers <- read.csv("{table}.csv", na.strings = "")  # or arrow::read_parquet("{table}.parquet")
answers <- subset(answers, purpose %in% c("work", "extra") & !excluded & scale == "whole")
fitted <- lmer({model.formula}, data = answers)
summary(fitted)
"""


def write_python(model: MixedModel, table: str) -> str:
    """Return a program in Python; `table` is the name of the file without its ending."""
    components = ", ".join(f'"{name}": "0 + C({name})"' for name in model.random)
    return f"""\
import pandas
import statsmodels.formula.api as models

answers = pandas.read_parquet("{table}.parquet")
answers = answers[answers.purpose.isin(["work", "extra"]) & ~answers.excluded & (answers.scale == "whole")]
answers = answers.dropna(subset=["value"])
answers["all"] = 1  # one group: raters and compounds are crossed
model = models.mixedlm(
    "value ~ {" + ".join(model.fixed)}",
    answers,
    groups="all",
    vc_formula={{{components}}},
)
fitted = model.fit()
print(fitted.summary())
"""
