// The editor's changes as the server takes them.

import { ngettext } from "../../../site/texts.js";
import { request } from "../../../site/unsent/transport.js";
import { outcomeOf } from "../model/changes.js";

// As many as the server takes at once.
export const MOST_AT_ONCE = 200;

/** `change` is what happened to the cells; for undo and redo the server works it out from its own history. */
export function operationOf(kind, change) {
  const outcome = kind === "set" ? outcomeOf(change) : { links: [], unaligned: [] };
  return { kind, ...outcome, change };
}

/** One by itself; several that wait (the line was down, or slow) in one request. */
export const senderTo = (urls) => (sent, version) => {
  const bodies = sent.map(({ operation_id, kind, links, unaligned, dismissed }) => ({ operation_id, kind, links, unaligned, dismissed }));
  if (bodies.length > 1) return request(urls.batch, "POST", { version, operations: bodies });
  return request(urls.operations, "POST", { version, ...bodies[0] });
};

export const waitingChanges = (number) => ngettext(number, "{n} change waits", "{n} changes wait");
