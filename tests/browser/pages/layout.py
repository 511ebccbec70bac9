"""Looks for what is badly laid out on the page that is open."""

from playwright.sync_api import Page

# A column of letters has at most two of them on a line, in more than three lines. Heads of columns may stand upright.
FIND_FAULTS = r"""() => {
  const found = [];
  const name = (element) => `${element.localName} “${element.textContent.trim().slice(0, 40)}”`;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    /\S{4}/.test(node.data) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP);
  const range = document.createRange();
  while (texts.nextNode()) {
    const holder = texts.currentNode.parentElement;
    range.selectNodeContents(texts.currentNode);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
    const lines = new Set(boxes.map((box) => Math.round(box.top))).size;
    const letters = texts.currentNode.data.replace(/\s+/g, "").length;
    if (lines > 3 && letters / lines <= 2 && getComputedStyle(holder).writingMode === "horizontal-tb") {
      found.push(`a column of letters: ${name(holder)}`);
    }
  }
  const right = document.querySelector(".header-right")?.getBoundingClientRect();
  const isBeside = (box) => box.bottom > right.top && right.bottom > box.top;
  const isUnder = (box) => isBeside(box) && box.right > right.left && right.right > box.left;
  // Not the list, which gives way where its last name does not.
  const names = [...document.querySelectorAll(".breadcrumb li")].map((each) => each.getBoundingClientRect());
  if (right && names.some(isUnder)) found.push("the way back lies under what stands right of it");
  for (const fold of document.querySelectorAll("details + details")) {
    const other = fold.previousElementSibling;
    const hasLine = fold.checkVisibility() && getComputedStyle(other).borderBottomStyle !== "none";
    const line = other.getBoundingClientRect().bottom;
    if (hasLine && fold.querySelector("summary").getBoundingClientRect().top < line - 1) {
      found.push(`the line of a fold goes through: ${name(fold)}`);
    }
  }
  const actions = [...document.querySelectorAll("a.primary")].filter((each) => each.checkVisibility());
  const addresses = actions.map((each) => each.href);
  for (const address of addresses.filter((each, index) => addresses.indexOf(each) < index)) {
    found.push(`two primary actions lead to ${new URL(address).pathname}`);
  }
  return found;
}"""


def find_layout_faults(page: Page) -> list[str]:
    """Return text squeezed into a column of letters, an overlaid header, folds with a line through them, and primary
    actions that are there twice.
    """
    found: list[str] = page.evaluate(FIND_FAULTS)
    return found
