"""Contrast of colours, asked of axe once for each look of a text, however many pages show it.

What axe finds depends on computed styles: colours and size of the text, and what is painted behind it. Text that
something else lies over is asked about every time.
"""

from playwright.sync_api import Page

from tests.browser.windows import find_violations

COLOUR_RULES = ("color-contrast", "link-in-text-block")
# A look is told by a number (cyrb53): hundreds of pages ask about thousands of looks.
FIND_NEW = """(known) => {
  const number = (text) => {
    let [one, two] = [0xdeadbeef, 0x41c6ce57];
    for (let place = 0; place < text.length; place += 1) {
      one = Math.imul(one ^ text.charCodeAt(place), 2654435761);
      two = Math.imul(two ^ text.charCodeAt(place), 1597334677);
    }
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
    two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
    return 4294967296 * (2097151 & two) + (one >>> 0);
  };
  const clear = (style) => style.backgroundColor === "rgba(0, 0, 0, 0)" && style.backgroundImage === "none";
  const chains = new Map();
  const chain = (element) => {
    if (!element) return "";
    if (!chains.has(element)) {
      const style = getComputedStyle(element);
      const own = [style.opacity, style.filter, style.mixBlendMode].join() + (clear(style) ? "" :
        `${style.backgroundColor} ${style.backgroundImage} ${style.backgroundClip} ${style.borderRadius}`);
      chains.set(element, (own === "1,none,normal" ? "" : own + " < ") + chain(element.parentElement));
    }
    return chains.get(element);
  };
  const all = [...document.body.querySelectorAll("*")];
  const boxes = all.filter((element) => {
    const style = getComputedStyle(element);
    return style.position !== "static" && style.position !== "relative" && style.visibility === "visible"
      && !clear(style) && element.getClientRects().length;
  }).map((element) => [element, element.getBoundingClientRect()]);
  const isUnder = (element) => {
    const place = element.getBoundingClientRect();
    return boxes.some(([box, other]) => !box.contains(element) && !element.contains(box)
      && place.left < other.right && place.right > other.left && place.top < other.bottom && place.bottom > other.top);
  };
  const hasText = (element) => ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName)
    || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  for (const element of document.querySelectorAll("[data-new-look]")) delete element.dataset.newLook;
  const looks = new Set(known.split(" ").map(Number)), found = [];
  for (const element of all.filter(hasText)) {
    const style = getComputedStyle(element), around = getComputedStyle(element.parentElement);
    const look = number([element.tagName, style.color, style.webkitTextFillColor, style.fontSize, style.fontWeight,
      style.fontStyle, style.fontFamily, style.textShadow, style.textDecoration, style.borderBottom, style.display,
      around.color, around.fontWeight, around.display, chain(element)].join("|"));
    if (looks.has(look) && !isUnder(element)) continue;
    if (!looks.has(look)) found.push(look);
    looks.add(look);
    element.dataset.newLook = "";
  }
  return found;
}"""


def find_bad_colours(page: Page, looks: set[int]) -> list[str]:
    """Return axe's findings about the colours of text whose look is not among `looks`, and add these looks."""
    # As one text: Playwright takes a list apart, number by number, at both ends, and there are thousands.
    new = page.evaluate(FIND_NEW, " ".join(map(str, looks)))
    found = find_violations(page, COLOUR_RULES, "[data-new-look]")
    looks.update(new)
    return found
