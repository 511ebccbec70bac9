// Going on with work that an earlier page could not send.

import { applyCells, perform, redo, undo } from "../model/history.js";
import { plural } from "../views/pages.js";
import { request } from "../../../site/transport.js";

/**
 * Goes on with what an earlier page could not send. Where the server stands where that page last saw it, the operations are
 * done again here and sent; else some may have arrived: their outcome is shown, they are sent under their old ids, and the
 * state is fetched when all are answered.
 */
export async function takeOverUnsent({ state, editor, queue, shelf, leaving }) {
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
