// Making elements: pages are drawn from data by these, never from markup.

// An element with attributes and what stands in it: elements, texts, lists of both; null and false leave out.
export function h(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inside.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false && each !== ""));
  return made;
}

// Words that only a screen reader tells.
export const sr = (words) => h("span", { class: "sr" }, words);

// A seat's number on its colour.
export const seatNumber = (seat) => h("span", { class: `num p${seat}` }, seat);

export const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// Fills places of the page, each only when what it is drawn from has changed, and keeps what somebody opened, typed or
// holds there. `fill` answers whether it drew anything.
export class Places {
  constructor() {
    this.known = new Map();
  }

  fill(id, data, draw) {
    const place = document.getElementById(id);
    const now = JSON.stringify(data ?? null);
    if (!place || this.known.get(id) === now) return false;
    this.known.set(id, now);
    const open = [...place.querySelectorAll("details[open]")].map((each) => each.id);
    const typed = [...place.querySelectorAll("input[id], select[id]")].map((each) => [each.id, each.value]);
    const held = place.contains(document.activeElement) ? document.activeElement : null;
    place.replaceChildren(...[draw()].flat(Infinity).filter(Boolean));
    for (const each of open) document.getElementById(each)?.setAttribute("open", "");
    for (const [each, value] of typed) if (document.getElementById(each)) document.getElementById(each).value = value;
    // Who works with keys keeps a place when what had the focus is gone.
    if (held) ((held.id && document.getElementById(held.id)) || place.querySelector("summary, button") || document.getElementById("board")).focus({ preventScroll: true });
    return true;
  }
}
