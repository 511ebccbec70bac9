// Small parts of a page, built from text only: nothing here reads HTML out of data.

export const byId = (id) => document.getElementById(id);

/** build("li", {class: "x"}, "text", childElement) */
export function build(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export function announce(text) {
  const region = byId("announcer");
  // The same sentence twice is read twice only if the text differs.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Whether somebody types, so that nothing else may take the focus. */
export const isTyping = () => document.activeElement.matches("textarea, select, input:not([type=checkbox], [type=radio])");

/** The buttons that close the dialog they are in; without a script they are links. */
export function listenToClosers() {
  document.addEventListener("click", (event) => {
    const closer = event.target.closest("[data-close]");
    if (!closer) return;
    event.preventDefault();
    closer.closest("dialog").close();
  });
}
