// Finding words: what was typed against the tokens of one sentence.

// Accents and vowel points are what people leave out; the vowel signs of Indic scripts are letters and stay.
const POINTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const fold = (text) => text.normalize("NFD").replace(POINTS, "").toLocaleLowerCase();

/** Runs of tokens that hold what was typed, as arrays of indices; words typed with spaces match neighbouring tokens. */
export function findRuns(tokens, typed) {
  const parts = fold(typed).split(/\s+/).filter(Boolean);
  if (!parts.length) return [];
  const folded = tokens.map(fold);
  const last = parts.length - 1;
  const fits = (token, step) => {
    if (last === 0) return token.includes(parts[0]);
    if (step === 0) return token.endsWith(parts[0]);
    return step === last ? token.startsWith(parts[last]) : token === parts[step];
  };
  const runs = [];
  for (let start = 0; start + last < folded.length; start += 1) {
    if (parts.every((_, step) => fits(folded[start + step], step))) runs.push(parts.map((_, step) => start + step));
  }
  return runs;
}

/** Which of `places` comes next from here, in the order of reading, going round; -1 where there is none. */
export function nextMatch(places, { side, index }, step) {
  const rank = (place) => (place.side === "target" ? 1e6 : 0) + place.index;
  const here = rank({ side, index });
  if (step > 0) return Math.max(places.findIndex((place) => rank(place) > here), places.length ? 0 : -1);
  const before = places.findLastIndex((place) => rank(place) < here);
  return before >= 0 ? before : places.length - 1;
}
