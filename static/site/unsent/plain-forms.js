// What is typed into a form without a script of its own, such as guidelines: kept until the server has taken the form, and
// put back where a closed tab, a lost session or a refusal took it away.

import { build } from "../elements.js";
import { gettext, momentOf } from "../texts.js";
import { isolated, offerChoice } from "./choice.js";
import { Draft } from "./storage.js";

const BOXES = "textarea, [data-kept]"; // the latter: of one line
const FIELDS = `main form[method="post"]:not(#comment-form) :is(${BOXES})`;
const LONGEST_EXCERPT = 300;
const { person } = document.body.dataset;
const SENT = "interlinea:sent-texts";
const drafts = new Map(); // of the fields in which what is kept stands
const followed = new WeakSet();
const sent = takeSent();

/** The ids of the texts that came with the form to which this page may be the answer. */
function takeSent() {
  try {
    const ids = sessionStorage.getItem(SENT) ?? "";
    sessionStorage.removeItem(SENT);
    return ids.split(".");
  } catch (error) {
    console.warn("This browser does not allow storage.", error);
    return [];
  }
}

/** Names the field: a form's `data-subject` tells it from others that post to the same address. */
function subjectOf({ form, name }, place) {
  const { pathname } = new URL(form.getAttribute("action") ?? "", location.href);
  return [pathname, form.dataset.subject ?? "", name, place].join("#");
}

function excerptOf(text) {
  return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text;
}

/** Keeps what is typed from now on over the text that is saved. */
function keep(field, draft, saved = field.defaultValue) {
  drafts.set(field, draft);
  field.addEventListener("input", () => draft.write(field.value === saved ? "" : field.value, saved));
}

function notice(field) {
  const place = build("div", { class: "notice notice-warning", role: "status", hidden: true });
  field.before(place);
  field.closest("details")?.setAttribute("open", "");
  return place;
}

/** Puts a text back that was typed over what is saved still. */
function putBack(field, draft, text) {
  field.value = text;
  keep(field, draft);
  const discard = () => {
    field.value = field.defaultValue;
    draft.write("");
  };
  const sentence = gettext("What you typed here on {moment} was not saved. It is back in the box.", { moment: momentOf(draft.moment) });
  offerChoice(notice(field), sentence, [], { [gettext("Discard it")]: discard });
}

/** Asks about a text that was typed over another one than is saved now; until an answer it is what this browser keeps. */
function ask(field, draft, text) {
  const sentence = gettext("What you typed here on {moment} was not saved, and the saved text has changed since:", { moment: momentOf(draft.moment) });
  const place = notice(field);
  offerChoice(place, sentence, [isolated(excerptOf(text))], {
    [gettext("Put it in the box")]: () => {
      field.value = text;
      draft.write(text, field.defaultValue);
      keep(field, draft);
    },
    [gettext("Discard it")]: () => {
      draft.write("");
      keep(field, draft);
    },
  });
}

function follow(field, place) {
  if (followed.has(field) || field.closest("[data-unsent]") || field.matches(":read-only")) return;
  followed.add(field);
  const draft = new Draft(subjectOf(field, place));
  const text = draft.read();
  const isShown = text && text === field.defaultValue;
  // A form that was not taken comes back with what was sent, as if it were saved.
  if (isShown && sent.includes(draft.operationId)) keep(field, draft, draft.purpose);
  else if (isShown) {
    draft.write("");
    keep(field, draft);
  } else if (!text || text === field.value) keep(field, draft);
  else if (draft.purpose === field.defaultValue) putBack(field, draft, text);
  else ask(field, draft, text);
}

/** Follows the fields in a part of a page. */
export function followPlainForms(within) {
  if (!person) return;
  for (const form of new Set([...within.querySelectorAll(FIELDS)].map((field) => field.form))) {
    form.querySelectorAll(BOXES).forEach(follow);
  }
}

/** Says with a form which kept texts it carries: the server names them when it has taken it. */
export function nameKeptTexts({ target, formData }) {
  const ids = [...target.querySelectorAll(BOXES)].map((field) => drafts.get(field)?.operationId).filter(Boolean);
  if (!ids.length) return;
  formData.set("typed_texts", ids.join("."));
  try {
    sessionStorage.setItem(SENT, ids.join("."));
  } catch (error) {
    console.warn("This browser does not allow storage.", error);
  }
}
