// The symbols of the game on this page: how words and paths of their sprites are written, where they are ringed. The
// drawings themselves are in a file.

const SPACE = "http://www.w3.org/2000/svg";
export const { symbols = {}, symbol_file: file = "", grid = null } = JSON.parse(document.getElementById("data")?.textContent ?? "{}");

// A drawing of the game's own.
export function symbol(name, parent, attributes = {}) {
  const made = document.createElementNS(SPACE, "use");
  for (const [key, value] of Object.entries({ href: `${file}#${name}`, ...attributes })) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

// Where a cell lies, by its two numbers.
export function placed(cell) {
  const [a, b] = cell.split(",").map(Number);
  const [[ax, ay], [bx, by]] = grid;
  return [a * ax + b * bx, a * ay + b * by];
}

export const symbolOf = (shape) => symbols[shape.dataset.symbol];
