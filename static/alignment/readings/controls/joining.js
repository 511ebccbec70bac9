// A link drawn by dragging: what letting go would do is shown all the while.

import { SIDES, otherSide } from "../model/state.js";
import { changeToLink } from "../model/changes.js";
import { byId } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { LABELS } from "../views/pages.js";

// Isolated, words of any direction keep to themselves within a sentence of the page.
const quote = (text) => gettext("“{words}”", { words: `\u2068${text}\u2069` });

export class Joining {
  constructor(editor, actions) {
    Object.assign(this, { editor, actions });
    this.isAiming = false;
  }

  /** The words that a drag from one to the other would link; where it begins or ends in the picks, all of them. */
  wordsBetween(first, last) {
    const { words: shown } = this.editor;
    const words = { source: [], target: [] };
    for (const place of [first, last].filter(Boolean)) {
      words[place.side] = shown.isPicked(place) ? [...shown.picks[place.side]].sort((a, b) => a - b) : [place.index];
    }
    return words;
  }

  /** Shows what a drag from the first word would do if it ended on the last, or at this point; nothing without a first. */
  aim(first, last = null, point = null, label = "S") {
    if (!first && !this.isAiming) return;
    const { words, ribbons } = this.editor;
    this.isAiming = Boolean(first);
    if (!first) {
      words.showAim(null);
      this.editor.showGroup();
      this.editor.hush();
      return;
    }
    const aimed = this.wordsBetween(first, last);
    const kind = this.removes(aimed, label) ? "none" : label;
    words.showAim(aimed, kind);
    ribbons.drawDraft(aimed, first.side, point, kind);
    byId("hint").textContent = this.sentence(aimed, first.side, kind);
  }

  removes({ source, target }, label) {
    const { links } = changeToLink(this.editor.model, source, target, label);
    return links.length > 0 && links.every(([, , , after]) => after === null);
  }

  sentence(aimed, side, kind) {
    const there = otherSide(side);
    if (!aimed[there].length) return gettext("Drag to a word of the {language} sentence to link.", { language: this.editor.state[there].name });
    const [source, target] = SIDES.map((each) => quote(this.editor.phrase(each, aimed[each])));
    if (kind === "none") return gettext("Let go to unlink {source} and {target}.", { source, target });
    return gettext("Let go to link {source} with {target}: {label}.", { source, target, label: LABELS[kind] });
  }

  join(first, last, label) {
    this.actions.link(label, this.wordsBetween(first, last));
    this.editor.goTo(first, { isPointed: true });
  }
}
