// The annotation page: reads the state that the server wrote into it, and puts the parts together.

import { Editor } from "./controls/editor.js";
import { EditorActions } from "./controls/editor-actions.js";
import { Display } from "./views/display.js";
import { Hints } from "./views/hints.js";
import { Finding } from "./controls/finding.js";
import { Joining } from "./controls/joining.js";
import { Leaving } from "./saving/leaving.js";
import { Matrix } from "./views/matrix.js";
import { AskedWords, ThisWord, signComment } from "./views/panel.js";
import { Comments } from "../../site/unsent/comments.js";
import { receiptWriter } from "../../site/unsent/receipt.js";
import { Ribbons } from "./views/ribbons.js";
import { SavingQueue } from "../../site/unsent/queue.js";
import { UnsentStorage } from "../../site/unsent/storage.js";
import { Sight } from "./views/sight.js";
import { Words } from "./views/words.js";
import { untouchedWords } from "./model/state.js";
import { byId } from "../../site/elements.js";
import { gettext } from "../../site/texts.js";
import { actionsOf, listen } from "./controls/controls.js";
import { MOST_AT_ONCE, senderTo, waitingChanges } from "./saving/operations.js";
import { takeOverUnsent } from "./saving/resuming.js";

async function start() {
  const state = JSON.parse(byId("assignment-state").textContent);
  const words = new Words(state);
  const ribbons = new Ribbons(byId("ribbons"), byId("stage"), words.elements);
  const sight = new Sight(words);
  const matrix = new Matrix(state, byId("matrix"));
  const subject = `reading-${state.assignment}`;
  const storage = new UnsentStorage(subject);
  const queue = new SavingQueue({
    version: state.version,
    storage,
    send: senderTo(state.urls),
    most: MOST_AT_ONCE,
    handlers: {
      status: () => showReceipt(),
      acknowledged: (operation) => editor.acknowledged(operation),
      refused: (code, data) => leaving.conflict(code, data),
    },
  });
  const asked = new AskedWords(state, (place) => editor.goTo(place));
  const thisWord = new ThisWord(state, {
    drop: (source, target) => actions.dropLink(source, target),
    answer: (verb, source, target) => actions.answerOne(verb, source, target),
  });
  const editor = new Editor({ state, words, ribbons, sight, matrix, queue, asked, thisWord });
  const actions = new EditorActions(editor);
  const joining = new Joining(editor, actions);
  const comments = new Comments({ url: state.urls.comments, queue, subject, sign: signComment });
  const hints = new Hints();
  const leaving = new Leaving({ editor, actions, queue, comments, submitted: () => hints.count() });
  const display = new Display(editor);
  const finding = new Finding(editor);
  const showReceipt = receiptWriter({
    queue,
    place: byId("receipt"),
    waits: waitingChanges,
    untouched: () => (state.can_edit ? gettext("Saves as you go") : ""),
    signedOut: () => leaving.signedOut(),
    signedIn: () => leaving.showMode(),
  });

  listen({ editor, actions, joining, words, matrix }, actionsOf({ editor, actions, comments, leaving, display, finding, words, hints }));
  ribbons.measure();
  display.apply();
  if (display.settings.view === "matrix") editor.setMatrix(true, { focus: false });
  editor.show();
  goToStart(editor, state);
  showReceipt();
  const observer = new ResizeObserver(() => display.layOut());
  for (const element of [byId("stage"), sight.dock]) observer.observe(element);
  window.addEventListener("resize", () => display.layOut());
  listenToPanes(words, editor);
  document.fonts.ready.then(() => display.layOut());
  await takeOverUnsent({ state, editor, queue, storage, leaving });
  document.documentElement.dataset.editor = "ready";
}

/** Ribbons follow a sentence that scrolls in its pane, once a frame. */
function listenToPanes(words, editor) {
  let isDue = false;
  const follow = () => {
    isDue = false;
    if (!editor.isMatrix) editor.followPanes();
  };
  for (const pane of Object.values(words.boxes)) {
    pane.addEventListener("scroll", () => {
      if (!isDue) requestAnimationFrame(follow);
      isDue = true;
    }, { passive: true });
  }
}

function goToStart(editor, state) {
  const rest = untouchedWords(editor.model);
  const side = rest.source.length || !rest.target.length ? "source" : "target";
  editor.goTo({ side, index: rest[side][0] ?? 0 }, { focus: state.can_edit });
}

start();
