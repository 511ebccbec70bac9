// Draws links as curves between the two sentences, whichever stands above. Word boxes are measured once per layout; moving the cursor
// only rewrites the outlines of a few <path> elements, whatever the number of links.

import { SIDES, otherSide } from "../model/state.js";
import { MOST_STRENGTH, strengthOf } from "../model/suggestions.js";

const SVG = "http://www.w3.org/2000/svg";
const STRENGTHS = Array.from({ length: MOST_STRENGTH }, (_, place) => ` strength-${place + 1}`);
const HINTS = ["hint-S", "hint-P"].flatMap((hint) => ["", ...STRENGTHS].map((strength) => hint + strength));
const LAYERS = ["agreed", ...HINTS, "rest-S", "rest-P", "near-S", "near-P", "own-S", "own-P", "draft"];
const SPREAD = 7;
const ROWS_WITH_LINES = 2; // lines between longer sentences cross more words than they join
const OPEN_FRAME = { top: -Infinity, bottom: Infinity };
const READABLE = 30; // more ribbons than that between wrapped lines are a thicket, and cost every frame

export class Ribbons {
  /** `words` is {source: [element…], target: [element…]}; the boxes are those of each word's token. */
  constructor(svg, stage, words) {
    this.stage = stage;
    this.words = words;
    this.boxes = { source: [], target: [] };
    this.frames = { source: OPEN_FRAME, target: OPEN_FRAME };
    this.showsAll = null; // true or false where the person has chosen
    this.paths = {};
    for (const layer of LAYERS) {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", `ribbon ${layer}`);
      svg.append(path);
      this.paths[layer] = path;
    }
  }

  measure() {
    const origin = this.stage.getBoundingClientRect();
    for (const side of SIDES) {
      this.frames[side] = frameOf(this.words[side][0]?.closest(".words, .sentence"), origin);
      this.boxes[side] = this.words[side].map((word) => {
        const box = word.firstElementChild.getBoundingClientRect();
        return {
          x: box.left - origin.left + box.width / 2,
          top: box.top - origin.top,
          bottom: box.bottom - origin.top,
          width: box.width,
        };
      });
    }
    this.lines = { source: this.linesOf("source"), target: this.linesOf("target") };
  }

  /** Indices of the words on each line as laid out, from top to bottom. */
  linesOf(side) {
    const lines = [];
    let last = null;
    this.boxes[side].forEach((box, index) => {
      if (last === null || box.top > last + 8) {
        lines.push([]);
        last = box.top;
      }
      lines.at(-1).push(index);
    });
    return lines;
  }

  get rows() {
    return Math.max(this.lines.source.length, this.lines.target.length);
  }

  get fitsOnOneLine() {
    return this.rows <= 1;
  }

  /** Whether there is room for the lines of all links. */
  get hasRoom() {
    return this.rows <= ROWS_WITH_LINES;
  }

  /** Whether all links have lines: as the person chose, else where there is room. */
  get isFull() {
    return this.showsAll ?? this.hasRoom;
  }

  /** All links faintly where `isFull`, the link group under the cursor above them, suggestions fainter still. */
  draw(links, group, suggestions = [], place = null) {
    const inGroup = new Set(group.links.map(({ source, target }) => `${source}:${target}`));
    const rest = this.isFull ? links.filter(({ source, target }) => !inGroup.has(`${source}:${target}`)) : [];
    const hints = this.isFull ? suggestions : suggestions.filter((each) => place && each[place.side] === place.index);
    const shown = group.links.length <= READABLE || this.isFull ? group.links : group.links.filter((link) => link.direct);
    const layers = {};
    const put = (layer, link) => (layers[`${layer}-${link.label}`] ??= []).push(link);
    for (const link of hints) (layers[hintLayer(link)] ??= []).push(link);
    for (const link of rest) put("rest", link);
    for (const link of shown) put(link.direct ? "own" : "near", link);
    this.paint(layers);
  }

  /** The links of every layer, and nothing in the others. */
  paint(layers) {
    const ends = this.placeEnds(Object.values(layers).flat());
    for (const layer of LAYERS) {
      if (layer !== "draft") this.paths[layer].setAttribute("d", (layers[layer] ?? []).map((link) => this.curve(ends, link)).join(""));
    }
  }

  /** Where several ribbons meet at one word they stand a little apart, in the order of their other ends. */
  placeEnds(links) {
    const ends = { source: new Map(), target: new Map() };
    for (const side of SIDES) {
      const other = side === "source" ? "target" : "source";
      const byWord = new Map();
      for (const link of links) {
        if (!byWord.has(link[side])) byWord.set(link[side], []);
        byWord.get(link[side]).push(link[other]);
      }
      for (const [index, partners] of byWord) {
        const box = this.boxes[side][index];
        partners.sort((a, b) => this.boxes[other][a].x - this.boxes[other][b].x);
        const step = Math.min(SPREAD, (box.width - 6) / Math.max(1, partners.length - 1));
        const first = box.x - (step * (partners.length - 1)) / 2;
        ends[side].set(index, new Map(partners.map((partner, place) => [partner, first + step * place])));
      }
    }
    return ends;
  }

  curve(ends, { source, target }) {
    const from = this.boxes.source[source];
    const to = this.boxes.target[target];
    const [start, end] = from.top < to.top ? [from.bottom + 1, to.top - 1] : [from.top - 1, to.bottom + 1];
    const [y1, y2] = [within(this.frames.source, start), within(this.frames.target, end)];
    return bend(ends.source.get(source).get(target), y1, ends.target.get(target).get(source), y2);
  }

  /** Ribbons from the words of one side that a drag would link: to those of the other, or to the pointer; or none. */
  drawDraft(words, side = "source", point = null, kind = "S") {
    const path = this.paths.draft;
    if (!words) {
      path.setAttribute("d", "");
      return;
    }
    const origin = this.stage.getBoundingClientRect();
    const edges = (each) => words[each].map((index) => this.boxes[each][index])
      .map(({ x, top, bottom }) => ({ x, y: within(this.frames[each], each === "source" ? bottom + 1 : top - 1) }));
    const reached = edges(otherSide(side));
    const ends = reached.length ? reached : [{ x: point.x - origin.left, y: point.y - origin.top }];
    path.setAttribute("d", edges(side).flatMap((from) => ends.map((to) => bend(from.x, from.y, to.x, to.y))).join(""));
    path.dataset.aim = kind;
  }
}

/** What of a sentence is seen where it scrolls on its own: a ribbon to a word outside ends at the edge. */
function frameOf(pane, origin) {
  if (!pane || pane.scrollHeight <= pane.clientHeight) return OPEN_FRAME;
  const { top, bottom } = pane.getBoundingClientRect();
  return { top: top - origin.top, bottom: bottom - origin.top };
}

const within = ({ top, bottom }, y) => Math.max(top, Math.min(bottom, y));

function hintLayer(suggestion) {
  const strength = strengthOf(suggestion);
  return `hint-${suggestion.label}${strength ? ` strength-${strength}` : ""}`;
}

function bend(x1, y1, x2, y2) {
  const middle = (y1 + y2) / 2;
  const round = (number) => Math.round(number * 10) / 10;
  return `M${round(x1)},${round(y1)}C${round(x1)},${round(middle)} ${round(x2)},${round(middle)} ${round(x2)},${round(y2)}`;
}
