// The order of what the search finds. Sphinx gives every page with a word the same score, and then goes by its title: pages
// for those who annotate and manage come first, those for people who run or change the site last, as in the site's own search
// (annotation_site/search/documentation.py).

const FOLDERS = ["guides", "howto", "", "measuring", "operating", "reference", "developing", "decisions"];
const STEP = 15;

// Read by Sphinx's searchtools.js.
globalThis.Scorer = {
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,

  score([page, , , , score]) {
    const folder = page.includes("/") ? page.slice(0, page.indexOf("/")) : "";
    return score + STEP * (FOLDERS.length - 1 - FOLDERS.indexOf(folder));
  },
};
