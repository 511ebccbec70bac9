// Sends the columns of a table as soon as one is changed, and keeps the keyboard where it was on the page that follows.
const PLACE = "interlinea:table-field";
const form = document.querySelector("[data-table-form]");

if (form) {
  form.addEventListener("change", (event) => {
    sessionStorage.setItem(PLACE, event.target.name);
    form.requestSubmit();
  });
  const name = sessionStorage.getItem(PLACE);
  const field = name && form.elements.namedItem(name);
  if (field) {
    sessionStorage.removeItem(PLACE);
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  }
}
