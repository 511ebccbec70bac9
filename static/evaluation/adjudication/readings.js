// Taking what an annotator said about a translation: all of it, by Shift and their letter or the button, or one mark of it.

export class Readings {
  /** `take(place, reading)` puts a whole reading in, `takeMark(place, mark)` one mark; a page without readings has none. */
  constructor({ readings = [], questions, take, takeMark }) {
    Object.assign(this, { readings, questions, take, takeMark });
    for (const question of questions) question.addEventListener("click", (event) => this.onClick(event));
  }

  onClick({ target }) {
    const element = target.closest("[data-reading]");
    const button = target.closest("[data-take], [data-take-mark]");
    if (!element || !button) return;
    const place = this.questions.indexOf(element.closest("fieldset"));
    const reading = this.readings[place][Number(element.dataset.reading)];
    if (button.hasAttribute("data-take")) this.take(place, reading);
    else this.takeMark(place, reading.spans[Number(button.dataset.takeMark)]);
  }

  /** What Shift and a letter do at a question, if an annotator has this letter. */
  find({ shiftKey, ctrlKey, metaKey, key }, place) {
    if (!shiftKey || ctrlKey || metaKey) return null;
    const reading = this.readings[place]?.find(({ annotator }) => annotator === key.toUpperCase());
    return reading ? () => this.take(place, reading) : null;
  }
}
