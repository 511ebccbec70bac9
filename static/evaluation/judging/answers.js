// The answer about a translation: a choice, a number, or that marking is finished; or that nobody can judge it.
import { gettext } from "../../site/texts.js";

export const CANNOT_JUDGE = -1;

export const numberOf = (question) => question.querySelector("input[type=number]");
export const cannotOf = (question) => question.querySelector("input[name^=cannot]");
const finishedOf = (question) => question.querySelector("input[type=checkbox][name^=answer]");

/** A value, -1 for "cannot judge", null while there is none. */
export function answerOf(question) {
  const number = numberOf(question);
  const finished = finishedOf(question);
  if (!number && !finished) {
    const checked = question.querySelector("input:checked");
    return checked ? Number(checked.value) : null;
  }
  if (cannotOf(question).checked) return CANNOT_JUDGE;
  if (finished) return finished.checked ? Number(finished.value) : null;
  return number.value !== "" && number.checkValidity() ? Number(number.value) : null;
}

export function writeAnswer(question, value) {
  const number = numberOf(question);
  const finished = finishedOf(question);
  if (number || finished) cannotOf(question).checked = value === CANNOT_JUDGE;
  if (number) number.value = value === null || value === CANNOT_JUDGE ? "" : value;
  else if (finished) finished.checked = value === Number(finished.value);
  else for (const input of question.querySelectorAll("input")) input.checked = Number(input.value) === value;
}

/** The sentence that asks for the answer of an open question; what is no number at all reads as an empty field. */
export function askFor(question) {
  const number = numberOf(question);
  if (!number || (number.value === "" && !number.validity.badInput)) return gettext("One answer is missing here.");
  return gettext("Enter a whole number from {lowest} to {highest}.", { lowest: number.min, highest: number.max });
}

export function describeAnswer(value, { cannot_judge, scheme }) {
  if (value === null) return gettext("not judged");
  if (value === CANNOT_JUDGE) return cannot_judge;
  return scheme && !scheme.has_score ? gettext("finished") : value;
}

/** The note beside the answers, on a page that has one, as a part of what is saved. */
export const noteOf = (form) => (form.elements.note ? { note: form.elements.note.value } : {});

export function writeNote(form, { note }) {
  if (form.elements.note && note !== undefined) form.elements.note.value = note;
}
