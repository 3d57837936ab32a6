// What leads from what a page holds to what it holds next: texts by their lines, data by its fields.

// A text by what changed: another text, or from where to where in it something else stands now.
export function worded(text, change) {
  if (typeof change === "string") return change;
  const [first, last, now] = change;
  return text.slice(0, first) + now + text.slice(last);
}

// A text by its lines, those that changed told from the last to the first: a line as it is now, others from which to
// which line, or something else from where to where in a line.
export function edited(text, edits) {
  const lines = text.split("\n");
  for (const [at, ...change] of edits) {
    if (change.length === 2) lines.splice(at, change[0] - at, ...change[1]);
    else lines[at] = worded(lines[at], change.length === 1 ? change[0] : change);
  }
  return lines.join("\n");
}

// Data by its fields, each told by the way to it and what stands there now.
export function patched(data, changes) {
  const now = structuredClone(data);
  for (const change of changes) {
    const value = change.at(-1);
    const at = change.slice(0, -2).reduce((inner, step) => inner[step], now);
    at[change.at(-2)] = value;
  }
  return now;
}
