// Which control does what: keys, buttons, mouse and clipboard lead to the same few actions.

import { SIDES, isEmpty, untouchedWords } from "../model/state.js";
import { changeToClear } from "../model/changes.js";
import { byId } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { listenToKeys } from "./keys.js";
import { listenToMatrix, listenToWords } from "./pointer.js";

/** What an action's name does: changes only where the pair can be changed, the rest always. */
export function actionsOf({ editor, actions, comments, leaving, display, finding, words, hints }) {
  const editing = {
    sure: () => actions.link("S"),
    possible: () => actions.link("P"),
    mark: () => actions.mark("source"),
    "mark-column": () => actions.mark("target"),
    remove: () => actions.remove(),
    group: () => actions.pickGroup(),
    extend: () => actions.extend(),
    accept: () => actions.accept(),
    "accept-all": () => actions.acceptAll(),
    dismiss: () => actions.dismiss(),
    "dismiss-all": () => actions.dismissAll(),
    undo: () => actions.travel("undo"),
    redo: () => actions.travel("redo"),
    pick: () => (editor.isMatrix ? actions.link("S") : editor.pick({ ...words.cursor })),
    "clear-all": () => (isEmpty(changeToClear(editor.model)) ? editor.tell(gettext("There is nothing to clear.")) : byId("clear-dialog").showModal()),
    submit: () => leaving.submit(),
    "submit-rest": () => leaving.submitWithRest(),
    skip: () => byId("skip").click(), // no effect while it is hidden: a pair in a round is not skipped
  };
  const reading = {
    "clear-picks": () => editor.clearPicks(),
    comment: () => {
      display.unfold();
      comments.focus();
    },
    keys: () => byId("keys-dialog").showModal(),
    "open-word": () => editor.goToOpenWord(1),
    "open-word-before": () => editor.goToOpenWord(-1),
    matrix: () => {
      display.toggleView();
      finding.refresh();
    },
    dim: () => {
      const rest = untouchedWords(editor.model);
      display.dim(rest.source.length + rest.target.length);
    },
    lines: () => display.toggleLines(),
    fold: () => {
      const wasInside = document.activeElement?.closest(".side-panel");
      display.toggleFolding();
      if (wasInside) editor.goTo(words.cursor);
    },
    find: () => finding.open(),
    smaller: () => display.resize(-1),
    larger: () => display.resize(1),
    spacing: () => display.respace(),
  };
  return (action) => {
    hints.note(action);
    if (action.startsWith("go-")) editor.go(action.slice(3));
    else if (action.startsWith("stretch-")) editor.stretch(action.slice(8));
    else if (reading[action]) reading[action]();
    else if (editor.canEdit) editing[action]();
  };
}

export function listen({ editor, actions, joining, words, matrix }, act) {
  listenToKeys(byId("editor"), act);
  listenToWords(byId("stage"), words, {
    hover: (place) => editor.hover(place),
    point: (place) => editor.goTo(place, { isPointed: true }),
    pick: (place, upToHere) => editor.canEdit && editor.pick(place, upToHere),
    stretch: (first, last, before) => editor.canEdit && editor.stretchByPointer(first, last, before),
    aim: (...drag) => editor.canEdit && joining.aim(...drag),
    join: (first, last, label) => editor.canEdit && joining.join(first, last, label),
  });
  listenToMatrix(byId("matrix"), matrix, {
    point: (cell) => editor.pointAt(cell),
    stretch: (cell, from) => editor.stretchTo(cell, from),
    link: (label) => editor.canEdit && actions.link(label),
  });
  byId("stage").addEventListener("focusin", (event) => {
    const place = words.placeOf(event.target);
    if (!place || (place.side === words.cursor.side && place.index === words.cursor.index)) return;
    // The focus of a tap comes before its click, which would miss a word that has moved.
    editor.goTo(place, { isPointed: !event.target.matches(":focus-visible") });
  });
  listenToButtons(editor, actions, act);
  document.addEventListener("copy", (event) => copyChosen(event, editor));
}

function listenToButtons(editor, actions, act) {
  for (const group of [byId("tools"), byId("view-bar")]) {
    // A press on a tool leaves the keyboard where it was, in the sentence.
    group.addEventListener("mousedown", (event) => event.target.closest("[data-action]") && event.preventDefault());
    group.addEventListener("click", (event) => {
      const button = event.target.closest("[data-action]");
      if (button) act(button.dataset.action);
    });
  }
  byId("clear-yes").addEventListener("click", () => {
    byId("clear-dialog").close();
    if (editor.canEdit) actions.clearAll();
    editor.goTo(editor.words.cursor);
  });
}

function copyChosen(event, editor) {
  const isHere = document.activeElement?.closest(".word, .matrix-cell");
  if (!isHere || String(window.getSelection())) return;
  const chosen = editor.isMatrix ? editor.matrix.chosen() : editor.words.chosenForWord();
  const lines = SIDES.map((side) => editor.phrase(side, chosen[side])).filter(Boolean);
  event.clipboardData.setData("text/plain", lines.join("\n"));
  event.preventDefault();
}
