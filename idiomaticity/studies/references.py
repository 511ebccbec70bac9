"""The literature that the texts for a paper rely on, as BibTeX. Pure."""

from __future__ import annotations

SOFTWARE = """\
@software{{interlinea,
  author = {{{{The maintainers of Interlinea}}}},
  title = {{Interlinea: annotate and measure multiword expressions across languages}},
  version = {{{version}}}
}}
"""
KRIPPENDORFF = """\
@techreport{krippendorff2011,
  author = {Krippendorff, Klaus},
  title = {Computing {Krippendorff's} Alpha-Reliability},
  institution = {Annenberg School for Communication, University of Pennsylvania},
  year = {2011}
}
"""
ZAPF = """\
@article{zapf2016,
  author = {Zapf, Antonia and Castell, Stefanie and Morawietz, Lars and Karch, Andr{\\'e}},
  title = {Measuring inter-rater reliability for nominal data:
    which coefficients and confidence intervals are appropriate?},
  journal = {BMC Medical Research Methodology},
  volume = {16},
  number = {93},
  year = {2016}
}
"""
BATES = """\
@article{bates2015,
  author = {Bates, Douglas and M{\\"a}chler, Martin and Bolker, Ben and Walker, Steve},
  title = {Fitting Linear Mixed-Effects Models Using {lme4}},
  journal = {Journal of Statistical Software},
  volume = {67},
  number = {1},
  pages = {1--48},
  year = {2015}
}
"""
SEABOLD = """\
@inproceedings{seabold2010,
  author = {Seabold, Skipper and Perktold, Josef},
  title = {statsmodels: Econometric and Statistical Modeling with {Python}},
  booktitle = {Proceedings of the 9th Python in Science Conference},
  year = {2010}
}
"""


def write_references(version: str) -> str:
    """Return the entries of the software, of the agreement and its interval, and of both programs of the model."""
    return "\n".join([SOFTWARE.format(version=version), KRIPPENDORFF, ZAPF, BATES, SEABOLD])
