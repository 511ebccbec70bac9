// Keys, turned into the editor's actions.

const LETTERS = {
  s: "sure", p: "possible", n: "mark", u: "group", e: "extend", a: "accept", x: "dismiss", z: "undo", y: "redo", c: "comment",
  j: "open-word", k: "skip", m: "matrix", d: "dim", f: "fold", l: "lines", "/": "find", "+": "larger", "=": "larger", "-": "smaller", "?": "keys",
  delete: "remove", backspace: "remove", escape: "clear-picks",
};
const SHIFTED = { z: "redo", j: "open-word-before", n: "mark-column", a: "accept-all", x: "dismiss-all", delete: "clear-all" };
const MOVES = new Set(["arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end", "pageup", "pagedown"]);
const isField = (element) => element.matches("input, textarea, select, [contenteditable]");

/** What a key press means here, or null; pure, so that it can be tested. */
export function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey, onWord, onPage }) {
  const name = key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (altKey) return null;
    if (name === "z") return shiftKey ? "redo" : "undo";
    return name === "y" ? "redo" : null;
  }
  if (altKey) return null;
  if (MOVES.has(name)) return onWord || onPage ? `${shiftKey && name.startsWith("arrow") ? "stretch" : "go"}-${name}` : null;
  if (onWord && key === " ") return "pick";
  if (onWord && name === "enter") return shiftKey ? "submit-rest" : "submit";
  if (shiftKey && SHIFTED[name]) return SHIFTED[name];
  return LETTERS[name] ?? null;
}

const repeatable = (action) => /^(go|stretch|undo|redo|open-word)/.test(action);

/** The page's keys; not while a dialog is open or somebody types. */
export function listenToKeys(root, act) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.isComposing || event.defaultPrevented || isField(target) || document.querySelector("dialog[open]")) return;
    const onPage = target === document.body || target.id === "main";
    if (!onPage && !root.contains(target)) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const onWord = Boolean(target.closest(".word, .matrix-cell"));
    const action = actionOf({ key, ctrlKey, metaKey, altKey, shiftKey, onWord, onPage });
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || repeatable(action)) act(action);
  });
}
