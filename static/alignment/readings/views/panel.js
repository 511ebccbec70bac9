// The column beside the sentences: words to align, partners of the word under the cursor, who wrote a comment.

import { SIDES, isTouched, labelAt, openSuggestions, otherSide } from "../model/state.js";
import { build, byId } from "../../../site/elements.js";
import { gettext } from "../../../site/texts.js";
import { LABELS, wordOf } from "./pages.js";
import { countLinks, sayConfidence } from "./words.js";

const TIME = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

export class AskedWords {
  constructor(state, goTo) {
    this.rows = [];
    if (state.scope !== "target_words") return;
    byId("asked").hidden = false;
    for (const side of SIDES) {
      for (const index of state[side].targets) {
        const kind = build("em");
        const button = build("button", { type: "button", class: "word-row", click: () => goTo({ side, index }) });
        button.append(wordOf(state, side, index), kind);
        byId("asked-words").append(build("li", {}, button));
        this.rows.push({ side, index, button, kind });
      }
    }
  }

  show(summaries) {
    const done = this.rows.filter(({ side, index }) => isTouched(summaries[side][index])).length;
    if (this.rows.length) byId("asked-count").textContent = gettext("{n} of {total} done", { n: done, total: this.rows.length });
    for (const { side, index, button, kind } of this.rows) {
      const summary = summaries[side][index];
      kind.textContent = summary.unaligned ? gettext("no counterpart") : countLinks(summary).join(", ") || gettext("to do");
      button.classList.toggle("is-open", !isTouched(summary));
    }
  }
}

const sayHint = (hint) => gettext("{label}, suggested", { label: LABELS[hint.label] }) + sayConfidence(hint);

/** Partners of the word under the cursor, each with a way to drop its link. */
export class ThisWord {
  constructor(state, { drop, answer }) {
    this.state = state;
    this.drop = drop;
    this.answer = answer;
    this.box = byId("this-word-links");
    byId("this-word").hidden = false;
  }

  show(model, { side, index }, canEdit) {
    const other = otherSide(side);
    const partners = [];
    for (let there = 0; there < model.tokens[other].length; there += 1) {
      const label = side === "source" ? labelAt(model, index, there) : labelAt(model, there, index);
      if (label) partners.push({ there, label });
    }
    this.box.replaceChildren(build("p", { class: "headword" }, wordOf(this.state, side, index)));
    const hints = openSuggestions(model).filter((each) => each[side] === index);
    const drawn = partners.map(({ there, label }) => `${this.state[other].tokens[there]} ${LABELS[label]}`);
    byId("partners").textContent = [...drawn, ...hints.map((hint) => `${this.state[other].tokens[hint[other]]} ${sayHint(hint)}`)].join(", ");
    if (!partners.length && !hints.length) {
      const text = model.unaligned[side].has(index) ? gettext("No counterpart.") : gettext("No link.");
      this.box.append(build("p", { class: "quiet" }, text));
      return;
    }
    this.box.append(build("ul", {}, ...partners.map((partner) => this.rowOf(side, index, other, partner, canEdit)),
      ...hints.map((hint) => this.hintOf(hint, other, canEdit))));
  }

  hintOf(hint, other, canEdit) {
    const { source, target } = hint;
    const there = hint[other];
    const row = build("li", { class: "is-hint" }, wordOf(this.state, other, there), build("em", {}, sayHint(hint)));
    const word = this.state[other].tokens[there];
    const answers = [
      ["accept", gettext("Accept the suggested link to {word}", { word }), "✓"],
      ["dismiss", gettext("Dismiss the suggested link to {word}", { word }), "×"],
    ];
    for (const [verb, title, sign] of canEdit ? answers : []) {
      row.append(build("button", { type: "button", class: "drop", "aria-label": title, title, click: () => this.answer(verb, source, target) }, sign));
    }
    return row;
  }

  rowOf(side, index, other, { there, label }, canEdit) {
    const row = build("li", {}, wordOf(this.state, other, there), build("em", { class: `is-${label}` }, LABELS[label]));
    if (canEdit) {
      const [source, target] = side === "source" ? [index, there] : [there, index];
      const name = gettext("Remove the link to {word}", { word: this.state[other].tokens[there] });
      row.append(build("button", { type: "button", class: "drop", "aria-label": name, title: name, click: () => this.drop(source, target) }, "×"));
    }
    return row;
  }
}

/** What stands under a comment: whether it asks, who wrote it, and when. */
export function signComment({ is_question, author, created_at }) {
  const time = build("time", { datetime: created_at }, TIME.format(new Date(created_at)));
  return [is_question ? `${gettext("question")}, ` : "", author, ", ", time];
}
