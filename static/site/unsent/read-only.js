// What becomes of controls when the work on a page has ended under the person's hands.

/** Makes the controls in a part of a page unusable; its texts can still be read and copied, and its links followed. */
export function makeReadOnly(place) {
  for (const each of place.querySelectorAll("fieldset, button, input, select")) {
    if (!each.matches("[data-dialog], [data-close]")) each.disabled = true;
  }
  for (const each of place.querySelectorAll("textarea")) each.readOnly = true;
}
