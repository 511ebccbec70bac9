// Choosing words by mouse and finger: a press chooses a word, a drag what lies between; with Alt, or inside one word, by characters.
import { listenToDrags } from "../../site/dragging.js";

export function listenToPointer(marking, page, questions) {
  const placeAt = (element, { clientX, clientY }) => {
    const markable = element.closest(".markable");
    if (!markable || questions[0].disabled) return null;
    const side = markable === marking.source.element ? "source" : "target";
    const output = side === "source" ? marking.output : questions.indexOf(markable.closest("fieldset"));
    const place = marking.textOf(side, output).placeAt(clientX, clientY);
    return place === null ? null : { output, side, place };
  };
  const isSameText = (one, other) => one?.output === other?.output && one?.side === other?.side;

  listenToDrags(page, {
    rest: 0, // a finger moves along the line; up and down it scrolls (touch-action)
    placeAt,
    begin({ start }, { shiftKey }) {
      const { anchor } = marking;
      const text = marking.textOf(start.side, start.output);
      if (shiftKey && anchor && isSameText(start, marking)) marking.choose(text.between(anchor.start, start.place), { anchor });
      else marking.settle(start.output, start.side, text.wordAt(start.place));
    },
    move({ start, over, hasMoved, altKey, isTouch }) {
      if (!hasMoved || !isSameText(start, over)) return;
      const text = marking.textOf(start.side, start.output);
      const chosen = text.between(start.place, over.place, { isFine: altKey, isCoarse: isTouch });
      if (chosen) marking.choose(chosen, { output: start.output, side: start.side, anchor: text.wordAt(start.place) ?? chosen });
    },
    end() {
      marking.text.element.focus({ preventScroll: true });
      marking.markAtOnce();
    },
    cancel: () => marking.choose(null),
  });
}
