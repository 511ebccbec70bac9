// What scripts say, in the language of the page: the page brings the translations by their English sentence.

const language = document.documentElement.lang;
const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language, { useGrouping: "always" });
// Where pages separate thousands by another sign than browsers do.
const SPACE = "\u00a0";
const SEPARATORS = { es: SPACE, fr: SPACE };

/** 12345 as pages write it: 12,345 in English, 12.345 in German. */
export function countOf(count) {
  const separator = SEPARATORS[language];
  const parts = numbers.formatToParts(count);
  return parts.map(({ type, value }) => (type === "group" && separator ? separator : value)).join("");
}

const write = (value) => (typeof value === "number" ? countOf(value) : value);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => write(values[name]) ?? place);

/** gettext("Saved {time}", {time: "12:03"}) */
export const gettext = (text, values = {}) => fill(texts[text]?.[0] ?? text, values);

/** ngettext(2, "{n} change waits", "{n} changes wait") */
export function ngettext(n, one, many, values = {}) {
  const forms = texts[one] ?? [one, many];
  return fill(forms[plurals.select(n) === "one" ? 0 : 1], { n, ...values });
}

/** 0.87 as "87%", in the way of the page's language. */
export const percentOf = (share) => new Intl.NumberFormat(language, { style: "percent" }).format(share);

const FORMATS = {
  date: { dateStyle: "medium" },
  time: { timeStyle: "medium" },
  full: { dateStyle: "full", timeStyle: "long" },
  short: { dateStyle: "medium", timeStyle: "short" },
};

/** A moment as people of the page's language write it, in their time zone. */
export const momentOf = (moment, name) => new Intl.DateTimeFormat(language, FORMATS[name] ?? FORMATS.short).format(moment);

/** The time of day as people of the page's language write it. */
export const timeOf = (moment) => moment.toLocaleTimeString(language);
