// Skipping by keys: K opens the reasons, a digit chooses a ready one.

import { byId, isTyping } from "./elements.js";

/** The reason that a form of skipping gives: a ready one, words of one's own, or both. */
export function reasonIn(form) {
  const fields = new FormData(form);
  return ["ready_reason", "reason"].map((name) => (fields.get(name) ?? "").trim()).filter(Boolean).join(": ");
}

export function chooseByDigit(form) {
  const ready = [...form.querySelectorAll("[name=ready_reason]")];
  form.addEventListener("keydown", (event) => {
    const choice = /^[1-9]$/.test(event.key) && !event.target.matches("textarea") && ready[Number(event.key) - 1];
    if (!choice || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choice.checked = true;
    choice.focus();
  });
}

/** Where the reasons stand on the page itself, if this item can be skipped. */
export function listenToSkipping() {
  const reasons = byId("skip");
  if (!reasons) return;
  const form = reasons.querySelector("form");
  chooseByDigit(form);
  form.addEventListener("keydown", (event) => event.stopPropagation()); // the page's keys answer, and submit
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || event.ctrlKey || event.metaKey || event.altKey || isTyping()) return;
    event.preventDefault();
    reasons.open = true;
    reasons.querySelector("[name=ready_reason]").focus();
  });
}
