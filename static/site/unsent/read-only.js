// What becomes of controls when the work on a page has ended.

/** Makes controls unusable; texts can still be read and copied. */
export function closeControls(controls) {
  for (const each of controls) {
    if (each.matches("textarea")) each.readOnly = true;
    else if (!each.matches("[data-dialog], [data-close]")) each.disabled = true;
  }
}

/** Makes the controls in a part of a page unusable, under the person's hands; its links can still be followed. */
export function makeReadOnly(place) {
  closeControls(place.querySelectorAll("fieldset, button, input, select, textarea"));
}
