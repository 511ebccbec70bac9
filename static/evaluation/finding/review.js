// Reviewing by keys. Buttons and forms do all of it without this script.
const cards = () => [...document.querySelectorAll(".hit")];
const isOpen = (card) => card.dataset.verdict === "open";
let current = null;

function choose(card) {
  if (!card) return;
  cards().forEach((each) => each.classList.toggle("is-current", each === card));
  current = card.id;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

const place = () => cards().findIndex((card) => card.id === current);

/** The next one to review, else what leads on. */
function goOn() {
  const next = cards().slice(place() + 1).find(isOpen) ?? cards().find(isOpen);
  if (next) choose(next);
  else document.getElementById("go-on")?.focus();
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  const list = cards();
  if (key === "j" || key === "k") {
    event.preventDefault();
    choose(list[Math.min(Math.max(place() + (key === "j" ? 1 : -1), 0), list.length - 1)]);
    return;
  }
  const within = key === "u" ? document : list[place()];
  const button = within?.querySelector(`button[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (!button) return;
  event.preventDefault();
  button.click();
}

document.addEventListener("keydown", press);
document.addEventListener("focusin", (event) => {
  const card = event.target.closest(".hit");
  if (card && card.id !== current) choose(card);
});
document.addEventListener("htmx:load", (event) => {
  if (!event.detail.elt.matches?.(".hit")) return;
  current = event.detail.elt.id;
  if (isOpen(event.detail.elt) || event.detail.elt.querySelector("[role='alert']")) choose(event.detail.elt);
  else goOn();
});
const named = document.getElementById(location.hash.slice(1));
choose(named?.matches(".hit") ? named : cards().find(isOpen) ?? cards()[0]);
