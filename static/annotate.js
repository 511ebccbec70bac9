// The annotation page: reads the state that the server wrote into it, and puts the parts together.

import { Editor } from "./annotate/editor.js";
import { Leaving } from "./annotate/leaving.js";
import { AskedWords, Comments, ThisWord, receiptOf } from "./annotate/panel.js";
import { Ribbons } from "./annotate/ribbons.js";
import { SavingQueue } from "./annotate/saving.js";
import { Shelf } from "./annotate/shelf.js";
import { Words } from "./annotate/words.js";
import { applyCells, redo, undo, perform, untouchedWords } from "./annotate/state.js";
import { byId, plural } from "./annotate/pages.js";
import { listenToKeys, listenToPointer } from "./annotate/keys.js";
import { request } from "./annotate/transport.js";

const RECEIPT_DELAY_MS = 350;

async function start() {
  const state = JSON.parse(byId("assignment-state").textContent);
  const words = new Words(state);
  const ribbons = new Ribbons(byId("ribbons"), byId("stage"), words.elements);
  const shelf = new Shelf(state.assignment);
  const queue = new SavingQueue({
    version: state.version,
    url: state.urls.operations,
    shelf,
    handlers: {
      status: () => showReceipt(),
      acknowledged: (operation) => editor.acknowledged(operation),
      conflict: (code, data) => leaving.conflict(code, data),
    },
  });
  const asked = new AskedWords(state, (place) => editor.goTo(place));
  const thisWord = new ThisWord(state, (source, target) => editor.dropLink(source, target));
  const editor = new Editor({ state, words, ribbons, queue, asked, thisWord });
  const comments = new Comments(state, queue);
  const leaving = new Leaving(editor, queue, comments);
  const showReceipt = receiptWriter(queue, leaving);

  listen({ editor, words, ribbons, comments, leaving });
  ribbons.measure();
  editor.show();
  goToStart(editor, state);
  showReceipt();
  new ResizeObserver(() => editor.layOut()).observe(byId("stage"));
  document.fonts.ready.then(() => editor.layOut());
  window.addEventListener("beforeunload", (event) => {
    if (queue.operations.length) event.preventDefault();
  });
  // A page that comes back from the browser's memory may be behind the server.
  window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
  await takeOverUnsent({ state, editor, queue, shelf, leaving });
  document.documentElement.dataset.editor = "ready";
}

function goToStart(editor, state) {
  const rest = untouchedWords(editor.model);
  const side = rest.source.length || !rest.target.length ? "source" : "target";
  editor.goTo({ side, index: rest[side][0] ?? 0 }, { focus: state.can_edit });
}

function listen({ editor, words, ribbons, comments, leaving }) {
  const editing = {
    sure: () => editor.link("S"),
    possible: () => editor.link("P"),
    mark: () => editor.mark(),
    remove: () => editor.remove(),
    undo: () => editor.travel("undo"),
    redo: () => editor.travel("redo"),
    pick: () => editor.pick({ ...words.cursor }),
    submit: () => leaving.submit(),
  };
  const reading = {
    "clear-picks": () => editor.clearPicks(),
    comment: () => comments.focus(),
    keys: () => byId("keys-dialog").showModal(),
    "open-word": () => editor.goToOpenWord(1),
    "open-word-before": () => editor.goToOpenWord(-1),
  };
  const act = (action) => {
    if (action.startsWith("go-")) editor.goTo(editor.move(action.slice(3)));
    else if (action.startsWith("stretch-")) editor.stretch(action.slice(8));
    else if (reading[action]) reading[action]();
    else if (editor.canEdit) editing[action]();
  };
  listenToKeys(byId("editor"), act);
  listenToPointer(byId("stage"), words, ribbons, {
    hover: (place) => editor.hover(place),
    point: (place) => editor.goTo(place),
    pick: (place, upToHere) => editor.canEdit && editor.pick(place, upToHere),
    stretch: (first, last, before) => editor.canEdit && editor.pickRange(first, last, before),
    join: (first, last, label) => editor.canEdit && editor.join(first, last, label),
  });
  byId("stage").addEventListener("focusin", (event) => {
    const place = words.placeOf(event.target);
    if (place && (place.side !== words.cursor.side || place.index !== words.cursor.index)) editor.goTo(place);
  });
  // A press on a tool leaves the keyboard where it was, in the sentence.
  byId("tools").addEventListener("mousedown", (event) => event.preventDefault());
  byId("tools").addEventListener("click", (event) => {
    const button = event.target.closest("[data-action]");
    if (button) act(button.dataset.action);
  });
  document.addEventListener("copy", (event) => {
    if (!words.placeOf(document.activeElement) || String(window.getSelection())) return;
    const chosen = words.chosenForWord();
    event.clipboardData.setData("text/plain", [...["source", "target"].map((side) => editor.phrase(side, chosen[side]))].filter(Boolean).join("\n"));
    event.preventDefault();
  });
}

/** Writes the receipt; "Saving…" only when it takes long enough to be read. */
function receiptWriter(queue, leaving) {
  let later = null;
  const write = () => {
    later = null;
    const text = receiptOf(queue);
    if (byId("receipt").textContent !== text) byId("receipt").textContent = text;
  };
  return () => {
    byId("receipt").dataset.phase = queue.phase;
    if (queue.phase === "signed_out") leaving.signedOut();
    else if (queue.phase === "idle" && leaving.wasSignedOut) leaving.signedInAgain();
    const isWaiting = queue.phase === "saving" || (queue.phase === "idle" && queue.operations.length > 0);
    if (!isWaiting) {
      clearTimeout(later);
      write();
    } else later ??= setTimeout(write, RECEIPT_DELAY_MS);
  };
}

/**
 * Goes on with what an earlier page could not send. Where the server stands where that page last saw it, the operations are
 * done again here and sent; else some may have arrived: their outcome is shown, they are sent under their old ids, and the
 * state is fetched when all are answered.
 */
async function takeOverUnsent({ state, editor, queue, shelf, leaving }) {
  const left = await shelf.takeOver();
  const operations = left.flatMap((kept) => kept.operations);
  if (!operations.length) return;
  const isSameGround = left.length === 1 && left[0].base === state.version;
  for (const { kind, change } of operations) {
    if (!isSameGround) applyCells(editor.model, change);
    else if (kind === "set") perform(editor.model, change);
    else (kind === "undo" ? undo : redo)(editor.model);
  }
  editor.tell(`Sending ${plural(operations.length, "change")} kept from before.`);
  editor.isBusy = !isSameGround;
  editor.show();
  queue.resume(operations);
  if (isSameGround) return;
  try {
    while (!(await queue.settled()) && queue.phase === "offline") await queue.pump();
    if (queue.operations.length) return;
    const { ok, data } = await request(state.urls.state);
    if (ok) leaving.adopt(data);
  } finally {
    editor.isBusy = false;
    editor.show();
  }
}

start();
