// One request to the server, with the session's token; a token that went stale is fetched anew once, for the same person.

const TIMEOUT_MS = 20_000;
const SIGNED_OUT = { status: 401, ok: false, data: {} };
const { person } = document.body.dataset;
let token = document.querySelector('meta[name="csrf-token"]')?.content ?? "";

export class Unreachable extends Error {}

const isForm = (body) => body instanceof URLSearchParams;

function headersFor(isPage) {
  if (isPage) return { Accept: "text/html", "HX-Request": "true", "X-CSRFToken": token };
  return { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token };
}

async function send(url, method, body, isPage) {
  let response;
  try {
    response = await fetch(url, {
      method,
      credentials: "same-origin",
      redirect: "manual",
      headers: headersFor(isPage),
      body: body === undefined || isForm(body) ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.type === "opaqueredirect") return SIGNED_OUT;
    const isJson = response.headers.get("Content-Type")?.includes("json");
    if (response.status >= 500 || response.status === 429 || (response.ok && !isJson && !isPage)) {
      throw new Unreachable(`The server answered ${response.status}.`);
    }
    return { status: response.status, ok: response.ok, data: isJson ? await response.json() : await response.text() };
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    throw new Unreachable(error.message);
  }
}

/** Signing in again gives the session a new token, which only a page served since then carries. */
async function refreshToken() {
  let response;
  try {
    response = await fetch(window.location.href, { credentials: "same-origin", headers: { Accept: "text/html" } });
  } catch (error) {
    throw new Unreachable(error.message);
  }
  if (!response.ok) return false;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.querySelector('meta[name="csrf-token"]')?.content;
  // Somebody else may have signed in: what this person did is not sent in that name.
  if (!fresh || page.body.dataset.person !== person) return false;
  token = fresh;
  giveToPage(fresh);
  return true;
}

/** The page's own forms, and what htmx sends, would be refused with the token of the session that has ended. */
function giveToPage(fresh) {
  for (const field of document.querySelectorAll('input[name="csrfmiddlewaretoken"]')) field.value = fresh;
  document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": fresh }));
}

const isForbidden = (answer) => answer.status === 401 || answer.status === 403;

/**
 * Answers {status, ok, data}; throws Unreachable when no proper answer came. A body of URLSearchParams goes as a form and is
 * answered by a part of a page, as is whatever asks for one by `isPage`; anything else is JSON.
 */
export async function request(url, method = "GET", body = undefined, { isPage = isForm(body) } = {}) {
  const answer = await send(url, method, body, isPage);
  if (isForbidden(answer) && (await refreshToken())) return send(url, method, body, isPage);
  return answer;
}
