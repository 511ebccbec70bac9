// The search over any page: Ctrl K, or ⌘ K on a Mac. Without this script its link leads to the page of the search.

const template = document.getElementById("search-template");
const isMac = navigator.platform.startsWith("Mac");
let dialog = null;

const hits = () => dialog.querySelector("#search-dialog-hits");
const input = () => dialog.querySelector("input[type=search]");
const linksIn = () => [...hits().querySelectorAll("a")];

// Made at the first call: nobody who walks through the page by its labels or landmarks meets a search that is closed.
function makeDialog() {
  document.body.append(template.content.cloneNode(true));
  dialog = document.getElementById("search-dialog");
  window.htmx.process(dialog);
  dialog.addEventListener("keydown", followKeys);
  // A click beside the dialog closes it: the backdrop belongs to it.
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  input().form.addEventListener("submit", openFirst);
}

function open(event) {
  event.preventDefault();
  if (!dialog) makeDialog();
  if (dialog.open) return;
  dialog.showModal();
  input().select();
  // What can be opened before anything is typed: the pages of the project.
  if (!linksIn().length) window.htmx.trigger(input(), "search-opened");
}

function followKeys(event) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const links = linksIn();
  const next = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
  event.preventDefault();
  if (next < 0) input().focus();
  else links[Math.min(next, links.length - 1)]?.focus();
}

function openFirst(event) {
  // What is shown may still be what an earlier word found; then the page of the search answers.
  const isAnswered = hits().firstElementChild?.dataset.search === input().value.trim();
  const [first] = linksIn();
  if (!first || !isAnswered) return;
  event.preventDefault();
  first.click();
}

document.addEventListener("keydown", (event) => {
  const isCalled = event.key.toLowerCase() === "k" && (isMac ? event.metaKey : event.ctrlKey);
  if (isCalled && !event.shiftKey && !event.altKey) open(event);
});
document.querySelector("a[data-search]")?.addEventListener("click", (event) => {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) open(event);
});
