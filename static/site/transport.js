// One JSON request to the server, with the session's token; a token that went stale is fetched anew once.

const TIMEOUT_MS = 20_000;
let token = document.querySelector('meta[name="csrf-token"]')?.content ?? "";

export class Unreachable extends Error {}

async function send(url, method, body) {
  let response;
  try {
    response = await fetch(url, {
      method,
      credentials: "same-origin",
      headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new Unreachable(error.message);
  }
  const isJson = response.headers.get("Content-Type")?.includes("json");
  if (response.status >= 500 || response.status === 429 || (response.ok && !isJson)) {
    throw new Unreachable(`The server answered ${response.status}.`);
  }
  const data = isJson ? await response.json() : {};
  return { status: response.status, ok: response.ok, data };
}

/** Signing in again gives the session a new token, which only a freshly served page carries. */
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
  if (!fresh || !page.querySelector("#assignment-state")) return false;
  token = fresh;
  return true;
}

const isForbidden = (answer) => answer.status === 401 || answer.status === 403;

/** Answers {status, ok, data}; throws Unreachable when no proper answer came. */
export async function request(url, method = "GET", body = undefined) {
  const answer = await send(url, method, body);
  if (isForbidden(answer) && (await refreshToken())) return send(url, method, body);
  return answer;
}
