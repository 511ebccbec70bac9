// Readings of a pair around its source sentence. Where all lines fit in the window every link is drawn, agreed ones in grey;
// where a sentence wraps only those of the unit under the cursor are: the row on which one stands, or a word pointed at.

import { byId } from "../../site/elements.js";
import { Ribbons } from "../readings/views/ribbons.js";

const PATTERN = /(\d+)-(\d+)([SP])/g;
const cellOf = ({ source, target }) => `${source}-${target}`;
export const wordsIn = (line) => [...line.querySelectorAll(".word")];

function readLinks(written) {
  return [...written.matchAll(PATTERN)].map(([, source, target, label]) => ({ source: Number(source), target: Number(target), label }));
}

/** The cells that every reading links alike. */
function findAgreed(lanes) {
  const counts = new Map();
  for (const link of lanes.flatMap(({ links }) => links)) {
    const key = `${cellOf(link)}${link.label}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (link) => counts.get(`${cellOf(link)}${link.label}`) === lanes.length;
}

/** Place of a word of the stage: its side and its index. */
export function placeOn(element) {
  const word = element.closest?.("#stage .word");
  const line = word?.closest("[data-side]");
  return line ? { side: line.dataset.side, index: wordsIn(line).indexOf(word) } : null;
}

export class Stage {
  constructor() {
    this.lanes = [];
    this.unit = { source: new Set(), target: new Set() };
    this.observer = new ResizeObserver(() => this.layOut());
    document.fonts.ready.then(() => this.layOut());
  }

  /** Reads the sentences of the page, which are new after every answer. */
  prepare() {
    this.observer.disconnect();
    const stage = byId("stage");
    this.lanes = [...(stage?.querySelectorAll("[data-links]") ?? [])].map((line) => {
      const band = line.closest(".band");
      const words = { source: wordsIn(band.querySelector("[data-side=source]")), target: wordsIn(line) };
      return { links: readLinks(line.dataset.links), ribbons: new Ribbons(band.querySelector(".ribbons"), band, words) };
    });
    this.isAgreed = findAgreed(this.lanes);
    this.layOut();
    if (stage) this.observer.observe(stage);
  }

  layOut() {
    const stage = byId("stage");
    if (!stage) return;
    for (const { ribbons } of this.lanes) ribbons.measure();
    stage.classList.toggle("is-wrapped", !this.isFull);
    const isSticky = getComputedStyle(stage).position === "sticky";
    const root = document.documentElement.style;
    root.setProperty("--stage", `${isSticky ? stage.offsetHeight : 0}px`);
    root.setProperty("--dock", `${document.querySelector(".dock")?.offsetHeight ?? 0}px`);
    this.draw();
  }

  get isFull() {
    return this.lanes.every(({ ribbons }) => ribbons.fitsOnOneLine);
  }

  /** Shows a unit: words of both sentences, of which a link joins one each, or of one sentence with all their links. */
  show({ source = [], target = [] }) {
    this.unit = { source: new Set(source), target: new Set(target) };
    for (const line of document.querySelectorAll("#stage [data-side]")) {
      wordsIn(line).forEach((word, index) => word.classList.toggle("is-marked", this.unit[line.dataset.side].has(index)));
    }
    this.lightPartners();
    this.bringIntoView();
    this.draw();
  }

  /** Of a word alone, the words that each reading links it with. */
  lightPartners() {
    for (const word of document.querySelectorAll("#stage .is-lit")) word.classList.remove("is-lit");
    if (this.unit.source.size && this.unit.target.size) return;
    for (const { links, ribbons } of this.lanes) {
      for (const link of links.filter((each) => this.holds(each))) {
        for (const side of ["source", "target"]) ribbons.words[side][link[side]].classList.add("is-lit");
      }
    }
  }

  /** The words that a word on a line is linked with, in the reading of that line or, for the source, in all. */
  partnersOf(line, { side, index }) {
    const other = side === "source" ? "target" : "source";
    const lanes = this.lanes.filter(({ ribbons }) => ribbons.words[side].includes(wordsIn(line)[index]));
    return lanes.flatMap(({ links, ribbons }) => links.filter((link) => link[side] === index).map((link) => ribbons.words[other][link[other]]));
  }

  holds(link) {
    const { source, target } = this.unit;
    if (!source.size && !target.size) return false;
    return (!source.size || source.has(link.source)) && (!target.size || target.has(link.target));
  }

  draw() {
    const { isFull } = this;
    for (const { links, ribbons } of this.lanes) {
      const shown = isFull ? links : links.filter((link) => this.holds(link));
      const layers = { agreed: shown.filter(this.isAgreed), "own-S": [], "own-P": [] };
      for (const link of shown) if (!this.isAgreed(link)) layers[`own-${link.label}`].push(link);
      ribbons.paint(layers);
    }
  }

  /** A long text scrolls on its own. */
  bringIntoView() {
    const stage = byId("stage");
    const first = stage?.querySelector(".is-marked");
    if (!first || stage.scrollHeight <= stage.clientHeight) return;
    const [top, line] = [stage.getBoundingClientRect().top, first.getBoundingClientRect()];
    if (line.top < top || line.bottom > top + stage.clientHeight) stage.scrollTop += line.top - top - 40;
  }
}
