// Talking to the server: JSON in, JSON out, refusals as sentences.

export class Problem extends Error {
  constructor(status, kind, detail, current) {
    super(detail);
    Object.assign(this, { status, kind, current });
  }
}

export const csrf = () => document.querySelector('meta[name="csrf"]').content;

export async function call(method, path, body) {
  const headers = { accept: "application/json", "x-csrf-token": csrf() };
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw offline();
  }
  if (answer.status === 204) return null;
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) return told;
  throw refused(answer.status, told);
}

export const offline = () => new Problem(0, "offline", "You are offline, so nothing was sent. Try again in a moment.");
export const interrupted = () => new Problem(0, "offline", "The connection broke on the way. When you are back you see whether it arrived.");
export const refused = (status, told) => new Problem(status, told.kind, told.detail ?? "That did not work; nothing was changed.", told.current);

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const put = (path, body) => call("PUT", path, body);

// A repeated request with the same key is harmless, so every deliberate act gets one of its own.
export const freshKey = () => crypto.getRandomValues(new Uint32Array(3)).join("-");
