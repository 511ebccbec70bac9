// Skipping by keys: K opens the reasons, a digit chooses a ready one, anything else is words of one's own.

import { byId, isTyping } from "./elements.js";

/** The reason that a form of skipping gives: a ready one, words of one's own, or both. */
export function reasonIn(form) {
  const fields = new FormData(form);
  return ["ready_reason", "reason"].map((name) => (fields.get(name) ?? "").trim()).filter(Boolean).join(": ");
}

/**
 * Lets a form of skipping be answered by keys alone: what is typed goes into the words, wherever the focus is; a digit
 * chooses a ready reason while there are no words; Enter skips.
 */
export function answerByKeys(form) {
  const ready = [...form.querySelectorAll("[name=ready_reason]")];
  const words = form.querySelector("[name=reason]");
  form.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const choice = words.value === "" && /^[1-9]$/.test(event.key) && ready[Number(event.key) - 1];
    if (choice) {
      event.preventDefault();
      choice.checked = true;
    } else if (event.key === "Enter" && event.target === words && !event.shiftKey) {
      event.preventDefault();
      form.requestSubmit();
    } else if (event.key.length === 1 && event.key !== " ") {
      words.focus(); // the character itself follows the focus; a space is how a ready reason is ticked
    }
  });
}

/** Opens reasons with the focus in the words, but where that would cover them with a keyboard on the screen. */
export function focusWords(form) {
  if (matchMedia("(pointer: fine)").matches) form.querySelector("[name=reason]").focus();
}

/** Where the reasons stand on the page itself, if this item can be skipped. */
export function listenToSkipping() {
  const reasons = byId("skip");
  if (!reasons) return;
  const form = reasons.querySelector("form");
  answerByKeys(form);
  form.addEventListener("keydown", (event) => event.stopPropagation()); // the page's keys answer, and submit
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || event.ctrlKey || event.metaKey || event.altKey || isTyping()) return;
    event.preventDefault();
    reasons.open = true;
    form.querySelector("[name=reason]").focus();
  });
}
