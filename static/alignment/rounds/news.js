// What others did to a pair since the page showed it last, in a line each.

import { build, byId } from "../../site/elements.js";
import { gettext } from "../../site/texts.js";
import { isolated, textOf } from "../../site/unsent/choice.js";

const LINES = 2;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

function rowState(row) {
  const labels = all("[data-reader]", row).map((each) => [each.dataset.reader, textOf(each.lastElementChild)]);
  return {
    words: textOf(row.querySelector(".pairing")),
    own: textOf(row.querySelector(".labels > :first-child > :last-child")),
    labels: new Map(labels),
    keepers: new Set(all("[data-keeper]", row).map((each) => each.dataset.keeper)),
  };
}

const personState = (each) => ({ isHere: "here" in each.dataset, state: each.querySelector(".pill")?.textContent.trim() });

/** What the page shows of others now. */
function readShown() {
  return {
    rows: new Map(all(".difference").map((row) => [row.dataset.key, rowState(row)])),
    comments: all("#said [data-author]").map((each) => ({ letter: each.dataset.author, text: textOf(each.querySelector("p")) })),
    people: new Map(all("#people [data-other]").map((each) => [each.dataset.other, personState(each)])),
  };
}

function* changesOfLinks(before, after) {
  for (const [key, { words, own, labels, keepers }] of after.rows) {
    const earlier = before.rows.get(key);
    for (const [letter, label] of labels) {
      // A link on which all agreed had no row: whoever now differs from oneself has changed it.
      if (label !== (earlier ? earlier.labels.get(letter) : own)) yield { key, letter, text: `${words}: ${label}` };
    }
    for (const letter of keepers) {
      if (!earlier?.keepers.has(letter)) yield { key, letter, text: gettext("keeps {words}", { words }) };
    }
  }
}

function* changesOfPeople(before, after) {
  for (const [letter, { isHere, state }] of after.people) {
    const earlier = before.people.get(letter);
    if (isHere && !earlier?.isHere) yield { letter, text: gettext("is here now") };
    if (earlier && state !== earlier.state) yield { letter, text: state };
  }
}

/** The steps of others between two states of the page; `key` names the row of a link. */
function listNews(before, after) {
  const said = after.comments.slice(before.comments.length).map(({ letter, text }) => ({ letter, text: `“${isolated(text)}”` }));
  return [...changesOfLinks(before, after), ...changesOfPeople(before, after), ...said];
}

/** Shows the latest first under the people, and marks the rows that they are about. */
function showNews(news) {
  const list = byId("news");
  for (const { letter, text } of news) list.prepend(build("li", {}, build("b", {}, letter), ` ${text}`));
  while (list.children.length > LINES) list.lastElementChild.remove();
  for (const { key } of news) if (key) byId(`row-${key}`)?.classList.add("is-news");
}

/** Shows a new state of the page by `show`, and what others did until then; returns this in a sentence or none. */
export function showWithNews(show) {
  const before = readShown();
  show();
  const news = listNews(before, readShown());
  showNews(news);
  return news.map(({ letter, text }) => `${letter}: ${text}.`).join(" ");
}
