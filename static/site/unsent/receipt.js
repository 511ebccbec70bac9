// The line that says what is saved and what waits.

import { build } from "../elements.js";
import { gettext, timeOf } from "../texts.js";

const RECEIPT_DELAY_MS = 350;

/** "Saved 12:03:07, nothing waiting" and its siblings; `waits` says of a number of operations that they wait. */
export function receiptOf(queue, waits) {
  const number = queue.operations.length;
  const where = queue.storage.keeps ? gettext("in this browser") : gettext("on this page: keep it open");
  const waiting = `${waits(number)} ${where}`;
  if (queue.phase === "offline") return number ? gettext("Offline: {waiting}", { waiting }) : gettext("Offline");
  if (queue.phase === "signed_out") return gettext("Signed out: {waiting}", { waiting });
  if (queue.phase === "halted") return gettext("Not saved: {waiting}", { waiting });
  if (number) return gettext("Saving…");
  return queue.savedAt ? gettext("Saved {time}, nothing waiting", { time: timeOf(queue.savedAt) }) : "";
}

const beginSentence = (text) => text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);

/** What to say of a session that ended, with the way back. */
export function signedOutParts(queue, waits) {
  const number = queue.operations.length;
  const link = build("a", { href: document.body.dataset.signIn, target: "_blank", rel: "noopener" }, gettext("Sign in in a new tab"));
  const waiting = number ? ` ${beginSentence(waits(number))} ${gettext("in this browser")}.` : "";
  return [`${gettext("You are signed out.")}${waiting} `, link, `. ${gettext("Then come back here: everything goes on by itself.")}`];
}

/**
 * Gives the function that writes the receipt; "Saving…" only when it takes long enough to be read. `signedOut` is called while
 * the session is gone, `signedIn` when it is back.
 */
export function receiptWriter({ queue, place, waits, untouched = () => "", signedOut, signedIn }) {
  let later = null;
  let wasSignedOut = false;
  const write = () => {
    later = null;
    const text = receiptOf(queue, waits) || untouched();
    if (place.textContent !== text) place.textContent = text;
  };
  return () => {
    place.dataset.phase = queue.phase;
    if (queue.phase === "signed_out") signedOut();
    else if (queue.phase === "idle" && wasSignedOut) signedIn();
    if (queue.phase === "signed_out" || queue.phase === "idle") wasSignedOut = queue.phase === "signed_out";
    const isWaiting = queue.phase === "saving" || (queue.phase === "idle" && queue.operations.length > 0);
    if (!isWaiting) {
      clearTimeout(later);
      write();
    } else later ??= setTimeout(write, RECEIPT_DELAY_MS);
  };
}
