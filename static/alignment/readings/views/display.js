// How a person likes the page: view, size of the text, spacing, what is done dimmed. Kept in this browser.

import { byId } from "../../../site/elements.js";
import { gettext, ngettext } from "../../../site/texts.js";

const KEY = "interlinea:display";
const SIZES = [0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75];
const SPACINGS = ["normal", "wide", "wider"];
const SPACING_NAMES = { normal: gettext("normal"), wide: gettext("wide"), wider: gettext("wider") };
const DEFAULTS = { view: "text", size: 2, spacing: 0, isDimmed: false, isFolded: false, lines: "auto" };
const LINES = { auto: null, shown: true, hidden: false };

/** What was kept, with whatever does not fit this version of the page left out. */
export function readSettings(kept) {
  const settings = { ...DEFAULTS };
  let read;
  try {
    read = JSON.parse(kept ?? "{}");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return settings;
  }
  if (read?.view === "matrix") settings.view = "matrix";
  if (SIZES[read?.size]) settings.size = read.size;
  if (SPACINGS[read?.spacing]) settings.spacing = read.spacing;
  if (read?.isDimmed === true) settings.isDimmed = true;
  if (read?.isFolded === true) settings.isFolded = true;
  if (Object.hasOwn(LINES, read?.lines)) settings.lines = read.lines;
  return settings;
}

export const resized = (settings, step) => ({ ...settings, size: Math.max(0, Math.min(SIZES.length - 1, settings.size + step)) });
export const respaced = (settings) => ({ ...settings, spacing: (settings.spacing + 1) % SPACINGS.length });

export class Display {
  constructor(editor) {
    this.editor = editor;
    this.settings = readSettings(this.stored());
  }

  stored() {
    try {
      return localStorage.getItem(KEY);
    } catch (error) {
      console.warn("This browser does not allow storage.", error);
      return null;
    }
  }

  /** Puts the settings into effect, before the first painting and after each change. */
  apply() {
    const { view, size, spacing, isDimmed, isFolded, lines } = this.settings;
    const root = byId("editor");
    root.style.setProperty("--zoom", SIZES[size]);
    root.dataset.spacing = SPACINGS[spacing];
    root.classList.toggle("is-dimming", isDimmed);
    root.classList.toggle("is-folded", isFolded);
    const button = (action) => document.querySelector(`[data-action="${action}"]`);
    button("dim").setAttribute("aria-pressed", String(isDimmed));
    button("fold").setAttribute("aria-expanded", String(!isFolded));
    this.editor.ribbons.showsAll = LINES[lines];
    button("matrix").setAttribute("aria-pressed", String(view === "matrix"));
    button("smaller").setAttribute("aria-disabled", String(size === 0));
    button("larger").setAttribute("aria-disabled", String(size === SIZES.length - 1));
    this.editor.matrix.resize(SIZES[size] * (1 + spacing * 0.15));
    this.layOut();
  }

  /** Measures the words anew: after a setting, and when the window changes, which may turn lines on or off. */
  layOut() {
    this.editor.layOut();
    if (document.activeElement?.matches(".word")) this.editor.keepInSight();
    document.querySelector('[data-action="lines"]').setAttribute("aria-pressed", String(this.editor.ribbons.isFull));
  }

  change(settings, said = "") {
    this.settings = settings;
    this.apply();
    if (said) this.editor.tell(said);
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch (error) {
      console.warn("This browser does not keep how the page looks.", error);
    }
  }

  resize(step) {
    const settings = resized(this.settings, step);
    this.change(settings, gettext("Text at {percent} %", { percent: Math.round(SIZES[settings.size] * 100) }));
  }

  respace() {
    const settings = respaced(this.settings);
    this.change(settings, gettext("Spacing: {name}", { name: SPACING_NAMES[SPACINGS[settings.spacing]] }));
  }

  dim(restOf) {
    const isDimmed = !this.settings.isDimmed;
    const dimmed = ngettext(restOf, "What is done is dimmed; {n} word to do", "What is done is dimmed; {n} words to do");
    this.change({ ...this.settings, isDimmed }, isDimmed ? dimmed : gettext("Everything is shown alike"));
  }

  /** Turns the lines of all links on or off; what a pair of this length has anyway is not kept as a choice. */
  toggleLines() {
    const { isFull, hasRoom } = this.editor.ribbons;
    const chosen = isFull ? "hidden" : "shown";
    const lines = isFull === hasRoom ? chosen : "auto";
    this.change({ ...this.settings, lines }, isFull ? gettext("Lines of the word under the cursor") : gettext("All lines shown"));
  }

  toggleFolding() {
    this.change({ ...this.settings, isFolded: !this.settings.isFolded });
  }

  unfold() {
    if (this.settings.isFolded) this.toggleFolding();
  }

  toggleView() {
    const view = this.settings.view === "matrix" ? "text" : "matrix";
    this.editor.setMatrix(view === "matrix");
    this.change({ ...this.settings, view });
  }
}
