// Going on with work that an earlier page could not send.

import { applyCells, perform, redo, undo } from "../model/history.js";
import { ngettext } from "../../../site/texts.js";
import { request } from "../../../site/unsent/transport.js";

/**
 * Goes on with what an earlier page could not send, under the version on which it was made. Where the server still stands
 * there, and no older change must be loaded first, the operations are done again here; else some may have arrived: their outcome is shown, and the state is fetched
 * when all are answered.
 */
export async function takeOverUnsent({ state, editor, queue, storage, leaving }) {
  const left = await storage.takeOver();
  const operations = left.flatMap((kept) => kept.operations);
  if (!operations.length) return;
  const [{ base }] = left;
  const { earlier } = editor.model;
  const isAllHere = !(earlier.done || earlier.undone) || operations.every(({ kind }) => kind === "set");
  const isSameGround = left.length === 1 && base === state.version && isAllHere;
  for (const { kind, change } of operations) {
    if (!isSameGround) applyCells(editor.model, change);
    else if (kind === "set") perform(editor.model, change);
    else (kind === "undo" ? undo : redo)(editor.model);
  }
  editor.tell(ngettext(operations.length, "Sending {n} change kept from before.", "Sending {n} changes kept from before."));
  editor.isBusy = !isSameGround;
  editor.show();
  queue.resume(base, operations);
  if (isSameGround) return;
  try {
    if (!(await queue.sent())) return;
    const { ok, data } = await request(state.urls.state);
    if (ok) leaving.adopt(data);
  } finally {
    editor.isBusy = false;
    editor.show();
  }
}
