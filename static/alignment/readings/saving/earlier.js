// Changes that the state has left out, because they are old or large.

import { lacksChange, putUnder } from "../model/history.js";
import { request } from "../../../site/unsent/transport.js";

/** Loads older changes where the next one to undo or redo is not here. Throws Unreachable when no proper answer came. */
export async function loadEarlier({ model, state }, kind) {
  if (!lacksChange(model, kind)) return;
  const { done, undone } = model.earlier;
  const { ok, data } = await request(`${state.history.url}?done=${done}&undone=${undone}`);
  // Another tab may have saved, or a second key asked for the same.
  if (ok && lacksChange(model, kind)) putUnder(model, data);
}
