// Marks as they are shown: in the texts, in a list under each translation, and as pressed buttons of the dock.
import { build } from "../../site/elements.js";
import { gettext } from "../../site/texts.js";

// The marks that a list shows. Its buttons stay as long as these do: replaced while it takes the focus, a button loses its press.
const shownIn = new WeakMap();

function showList(marking, output, list, isEditable) {
  const marks = marking.marks.spans[output];
  if (shownIn.get(list) === marks) return;
  shownIn.set(list, marks);
  list.replaceChildren(...marks.map((mark) => describe(marking, output, mark, isEditable)));
}

export function showMarks(marking, questions, dock) {
  const { marks, output: current, side } = marking;
  marking.outputs.forEach((text, output) => {
    const isHere = output === current && side === "target";
    text.render(marks.of(output, "target"), isHere ? marking.chosen : null);
    showList(marking, output, questions[output].querySelector(".marks"), Boolean(dock));
    questions[output].classList.toggle("is-current", output === current);
  });
  marking.source.render(marks.of(current, "source"), side === "source" ? marking.chosen : null);
  if (dock) showDock(marking, dock);
}

function describe(marking, output, mark, isEditable) {
  const text = marking.textOf(mark.side, output);
  const words = build("bdi", { lang: text.element.lang }, text.read(mark));
  const name = [words, ` ${marking.name(mark)}`];
  if (marking.isGiven(output, mark)) name.push(" ", build("small", { class: "given" }, gettext("given")));
  const shape = { class: `mark-name ${mark.severity}` };
  if (!isEditable) return build("li", {}, build("span", shape, ...name));
  const label = gettext("Delete the mark on {words}", { words: words.textContent });
  return build(
    "li", {},
    build("button", { ...shape, type: "button", click: () => marking.select(output, mark) }, ...name),
    build("button", { type: "button", class: "plain", "aria-label": label, click: () => marking.remove(output, mark) }, "×"),
  );
}

function showDock(marking, dock) {
  const { mark, draft, marks, pen } = marking;
  const shown = mark ?? { severity: pen, ...draft };
  for (const button of dock.querySelectorAll("[aria-pressed]")) {
    const { category, severity } = button.dataset;
    button.setAttribute("aria-pressed", String(category ? category === shown.category : severity === shown.severity));
    if (severity) button.classList.toggle("is-in-hand", severity === pen);
  }
  dock.querySelector(".hint").textContent = marking.hint;
  dock.querySelector("[data-step=delete]").disabled = !mark;
  dock.querySelector("[data-step=undo]").disabled = !marks.past.length;
  dock.querySelector("[data-step=redo]").disabled = !marks.future.length;
}
