// How links and words of a pair are written out.

import { build } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { dismissalsOf } from "../model/state.js";

export const LABELS = { S: gettext("Sure"), P: gettext("Possible") };

/** A word of one side in its own language and direction. */
export function wordOf(state, side, index, tag = "bdi") {
  return build(tag, { lang: state[side].language, dir: state[side].direction }, state[side].tokens[index]);
}

/** What a change did or would do, one line for each link or mark. */
export function linesOf(state, change) {
  const lines = change.links.map(([source, target, before, after]) => {
    const words = build("span", {}, wordOf(state, "source", source), " – ", wordOf(state, "target", target));
    const kind = after ? (before ? `${LABELS[before]} → ${LABELS[after]}` : LABELS[after]) : gettext("{label} removed", { label: LABELS[before] });
    return build("li", {}, words, build("em", {}, kind));
  });
  for (const [side, index, , after] of change.unaligned) {
    lines.push(build("li", {}, wordOf(state, side, index), build("em", {}, after ? gettext("no counterpart") : gettext("no counterpart removed"))));
  }
  for (const [source, target, , after] of dismissalsOf(change)) {
    const words = build("span", {}, wordOf(state, "source", source), " – ", wordOf(state, "target", target));
    lines.push(build("li", {}, words, build("em", {}, after ? gettext("suggestion dismissed") : gettext("suggestion brought back"))));
  }
  return lines.length ? lines : [build("li", { class: "nothing" }, gettext("Nothing"))];
}
