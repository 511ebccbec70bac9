"""Plots as SVG: symbols with a class, which the page's stylesheet colours, or with attributes for a file of its own."""

from __future__ import annotations

import copy
import math
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal
from xml.etree import ElementTree

from annotation_site.texts.format_characters import is_shown_in_text

Shape = Literal["circle", "diamond"]
WIDTH = 560
ROW = 30
SVG = "http://www.w3.org/2000/svg"
# Of a cell of a heat map, so that dark text on light ground and light text on dark ground keep a contrast of 4.5.
DARKEST = 0.45
_SANS = "Helvetica, Arial, sans-serif"
_TEXT = {"font-family": _SANS, "font-size": "13", "fill": "#1f1d1a"}
_SMALL = {"font-family": _SANS, "font-size": "12", "fill": "#6d675e"}
# The stylesheet's light colours of each class, for files that are used without it.
ATTRIBUTES: Mapping[str, Mapping[str, str]] = {
    "name": _TEXT,
    "label": _SMALL,
    "value": {**_TEXT, "font-weight": "600"},
    "word": {**_TEXT, "font-size": "16"},
    "axis": {"stroke": "#8d8679", "fill": "none"},
    "grid": {"stroke": "#dedad0", "fill": "none"},
    "span": {"stroke": "#dedad0", "stroke-width": "4", "stroke-linecap": "round"},
    "bar": {"fill": "#0a6b66"},
    "bar-other": {"fill": "#8d8679"},
    "heat": {"fill": "#0a6b66"},
    "heat-negative": {"fill": "#975800"},
    "box": {"fill": "#ffffff", "stroke": "#0a6b66", "stroke-width": "1.5"},
    "interval": {"stroke": "#0a6b66", "stroke-width": "2", "fill": "none"},
    "rule-accent": {"stroke": "#2457c5", "stroke-width": "1.5", "fill": "none"},
    "dot": {"fill": "#0a6b66", "stroke": "#ffffff", "stroke-width": "2"},
    "dot-open": {"fill": "#ffffff", "stroke": "#975800", "stroke-width": "2"},
    "symbol": {"fill": "#1f1d1a", "stroke": "#ffffff", "stroke-width": "2"},
    "symbol-open": {"fill": "#ffffff", "stroke": "#1f1d1a", "stroke-width": "2"},
    **{
        f"link-{origin}{ending}": {"stroke": colour, "stroke-width": "1.6", **dashes}
        for origin, colour in (("both", "#1f1d1a"), ("first", "#0a6b66"), ("second", "#975800"))
        for ending, dashes in (("", {}), ("-possible", {"stroke-dasharray": "5 4"}))
    },
}


@dataclass
class Plot:
    """A plot with a title, and a description as its text alternative."""

    name: str
    title: str
    description: str
    height: float
    width: float = WIDTH
    _symbols: list[ElementTree.Element] = field(default_factory=list)

    def line(self, kind: str, start: tuple[float, float], end: tuple[float, float], says: str = "") -> None:
        self._add("line", kind, {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}, says)

    def bar(self, x: float, y: float, width: float, height: float, says: str, kind: str = "bar") -> None:
        self._add("rect", kind, {"x": x, "y": y, "width": width, "height": height, "rx": 1}, says)

    def cell(self, x: float, y: float, width: float, height: float, value: float, says: str) -> None:
        """Plot a cell of a heat map, the darker the farther the value is from 0 (−1 to 1); text on it stays legible."""
        kind = "heat-negative" if value < 0 else "heat"
        strength = DARKEST * min(abs(value), 1)
        self._add("rect", kind, {"x": x, "y": y, "width": width, "height": height, "fill-opacity": strength}, says)

    def box(self, x: float, y: float, width: float, height: float, says: str) -> None:
        self._add("rect", "box", {"x": x, "y": y, "width": width, "height": height}, says)

    def symbol(self, kind: str, shape: Shape, x: float, y: float, says: str = "", size: float = 6) -> None:
        if shape == "circle":
            self._add("circle", kind, {"cx": x, "cy": y, "r": size}, says)
        else:
            corners = ((0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0))  # so that both shapes look equally large
            points = " ".join(f"{x + dx * size:.2f},{y + dy * size:.2f}" for dx, dy in corners)
            self._add("polygon", kind, {"points": points}, says)

    def text(self, kind: str, x: float, y: float, words: str, anchor: str = "start") -> None:
        self._add("text", kind, {"x": x, "y": y, "text-anchor": anchor}).text = _clean(words)

    def _add(self, tag: str, kind: str, geometry: Mapping[str, float | str], says: str = "") -> ElementTree.Element:
        attributes = {name: value if isinstance(value, str) else f"{value:.2f}" for name, value in geometry.items()}
        symbol = ElementTree.Element(tag, {"class": kind, **attributes})
        if says:
            ElementTree.SubElement(symbol, "title").text = _clean(says)
        self._symbols.append(symbol)
        return symbol

    def to_svg(self, *, standalone: bool = False) -> str:
        """Return markup for a page, or a whole file with a white background and all its colours."""
        box = f"0 0 {self.width:g} {self.height:g}"
        labels = f"{self.name}-title {self.name}-description"
        size = {"width": f"{self.width:g}", "height": f"{self.height:g}"}
        root = ElementTree.Element("svg", {"viewBox": box, **size, "role": "img", "aria-labelledby": labels})
        ElementTree.SubElement(root, "title", {"id": f"{self.name}-title"}).text = _clean(self.title)
        ElementTree.SubElement(root, "desc", {"id": f"{self.name}-description"}).text = _clean(self.description)
        if standalone:
            root.attrib["xmlns"] = SVG
            ElementTree.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": "#ffffff"})
        for symbol in self._symbols:
            if standalone:
                symbol = copy.deepcopy(symbol)  # a copy shares its attributes
                symbol.attrib |= ATTRIBUTES[symbol.attrib.pop("class")]
            root.append(symbol)
        return ElementTree.tostring(root, encoding="unicode", xml_declaration=standalone)


def _clean(words: str) -> str:
    """Remove characters that XML does not allow."""
    return "".join(character for character in words if is_shown_in_text(character))


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` on a stretch of the plot."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def find_ticks(high: float, wanted: int = 5) -> list[float]:
    """Return round steps from 0 to the first one at or above `high`."""
    if high <= 0:
        return [0.0, 1.0]
    step = _find_step(high / wanted)
    return [round(step * index, 10) for index in range(math.ceil(high / step - 1e-9) + 1)]


def find_round_steps(low: float, high: float) -> list[float]:
    """Return round numbers at even steps, the first at or below `low`, the last at or above `high`."""
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    step = _find_step((high - low) / 5)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(step * index, 10) for index in range(first, last + 1)]


def _find_step(rough: float) -> float:
    power: float = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)


def name_tick(tick: float) -> str:
    return f"{tick:g}".replace("-", "−")


def add_ticks(
    plot: Plot,
    scale: Scale,
    ticks: Sequence[float],
    top: float,
    bottom: float,
    write_tick: Callable[[float], str] = name_tick,
) -> None:
    """Plot vertical grid lines with their numbers underneath."""
    for tick in ticks:
        plot.line("axis" if tick == ticks[0] else "grid", (scale(tick), top), (scale(tick), bottom))
        plot.text("label", scale(tick), bottom + 18, write_tick(tick), "middle")


def shorten(name: str, width: int = 31) -> str:
    """Return the name, truncated to the width of `width` Latin letters; wide characters count as two."""
    used = 0
    for place, character in enumerate(name):
        used += 2 if unicodedata.east_asian_width(character) in "FW" else 1
        if used > width:
            return name[: place - 1] + "…"
    return name
