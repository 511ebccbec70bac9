// What every page gains from a script. Nothing here is needed to do the work: forms, links and tables serve without it.

import { gettext, momentOf } from "./texts.js";
import { followPlainForms, nameKeptTexts } from "./unsent/plain-forms.js";
import { closeControls } from "./unsent/read-only.js";
import { forgetTaken } from "./unsent/storage.js";

const root = document.documentElement;
root.classList.add("has-script");

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function showLocalTimes(within) {
  for (const element of within.querySelectorAll("time[datetime*='T']")) {
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.valueOf())) continue;
    element.textContent = momentOf(moment, element.dataset.format);
    element.title = momentOf(moment, "full");
  }
  for (const element of within.querySelectorAll("[data-time-zone]")) element.textContent = zone.replace("_", " ");
  for (const input of within.querySelectorAll("[data-own-time-zone]")) input.value = zone;
}

function openDialog(event) {
  const opener = event.target.closest("[data-dialog]");
  const dialog = opener && document.getElementById(opener.dataset.dialog);
  if (!(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  dialog.showModal();
}

async function copyText(event) {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  const before = button.dataset.label || button.textContent;
  button.dataset.label = before;
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
    button.textContent = gettext("Copied");
  } catch {
    // The clipboard can be refused: leave the text selected, so that the usual keys copy it.
    if (source.select) source.select();
    else getSelection().selectAllChildren(source);
    button.textContent = gettext("Selected: press Ctrl+C");
  }
  setTimeout(() => { button.textContent = before; }, 2500);
}

const submitters = (form) => [...form.elements].filter((control) => control.type === "submit");

function submitOnce(event) {
  const form = event.target;
  const isOurs = form.getAttribute("method") === "post" && !form.matches("[data-repeatable], [hx-post], [hx-put], [hx-delete], [hx-patch]");
  if (event.defaultPrevented || !isOurs) return;
  if (form.dataset.isSent) {
    event.preventDefault();
    return;
  }
  form.dataset.isSent = "yes";
  // Disabling at once would drop the pressed button's name from what is sent.
  setTimeout(() => submitters(form).forEach((button) => { button.disabled = true; }));
}

function allowSubmitting() {
  for (const form of document.querySelectorAll("form[data-is-sent]")) {
    delete form.dataset.isSent;
    submitters(form).forEach((button) => { button.disabled = false; });
  }
}

// A table wider than its place can then be scrolled by keyboard too.
const scrolling = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const isWider = target.scrollWidth > target.clientWidth;
    const label = target.querySelector("caption")?.textContent || gettext("Table, scrolls sideways");
    const attributes = { tabindex: "0", role: "region", "aria-label": label };
    for (const [name, value] of Object.entries(attributes)) {
      if (isWider) target.setAttribute(name, value);
      else target.removeAttribute(name);
    }
  }
});

// The current tab is in sight; the edges fade where more tabs lie beyond them.
function showTabs(tabs) {
  const fade = () => {
    const begin = Math.abs(tabs.scrollLeft);
    tabs.classList.toggle("comes-from", begin > 4);
    tabs.classList.toggle("goes-on", begin + tabs.clientWidth < tabs.scrollWidth - 4);
  };
  const current = tabs.querySelector("[aria-current]");
  const place = () => {
    if (current) tabs.scrollLeft = current.parentElement.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
    fade();
  };
  tabs.addEventListener("scroll", fade, { passive: true });
  new ResizeObserver(place).observe(tabs);
  place();
}

// A project that is archived or deleted can be read; what would change it is refused, so it is not offered.
function closeForms() {
  if (!document.querySelector("[data-closed-project]")) return;
  const controls = [...document.querySelectorAll('main form[method="post"]')].flatMap((form) => [...form.elements]);
  closeControls([...controls, ...document.querySelectorAll("main button[hx-post]")]);
}

function improve(within) {
  showLocalTimes(within);
  closeForms();
  followPlainForms(within);
  for (const place of within.querySelectorAll(".table-scroll")) scrolling.observe(place);
}

document.addEventListener("click", openDialog);
document.addEventListener("click", copyText);
document.addEventListener("submit", submitOnce);
window.addEventListener("pageshow", (event) => { if (event.persisted) allowSubmitting(); });
document.addEventListener("htmx:load", (event) => improve(event.detail.elt));
document.addEventListener("formdata", nameKeptTexts);
forgetTaken();
improve(document);
document.querySelectorAll(".tabs ul").forEach(showTabs);
document.querySelector("main [aria-invalid='true']")?.focus();
