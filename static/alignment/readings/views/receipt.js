// The line that says what is saved and what waits.

import { byId, plural } from "./pages.js";

const RECEIPT_DELAY_MS = 350;

/** "Saved 12:03:07, nothing waiting" and its siblings; nothing where nothing can be changed. */
export function receiptOf(queue, canEdit) {
  const waiting = queue.operations.length;
  const changes = plural(waiting, "change");
  const verb = waiting === 1 ? "waits" : "wait";
  const where = queue.shelf.keeps ? "in this browser" : "on this page: keep it open";
  if (queue.phase === "offline") return waiting ? `Offline: ${changes} ${verb} ${where}` : "Offline";
  if (queue.phase === "signed_out") return `Signed out: ${changes} ${verb} ${where}`;
  if (queue.phase === "halted") return `Not saved: ${changes} ${verb} ${where}`;
  if (waiting) return "Saving…";
  if (!queue.savedAt) return canEdit ? "Saves as you go" : "";
  return `Saved ${queue.savedAt.toLocaleTimeString("en-GB")}, nothing waiting`;
}

/** Writes the receipt; "Saving…" only when it takes long enough to be read. */
export function receiptWriter(queue, leaving, canEdit) {
  let later = null;
  const write = () => {
    later = null;
    const text = receiptOf(queue, canEdit());
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
