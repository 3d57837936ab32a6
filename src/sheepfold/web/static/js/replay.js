// Leafing through a finished game: keys, scrubber, an address for every move, pictures to take home.
import { glide, places } from "./glide.js";
import { startReview } from "./review.js";
import { follow } from "./together.js";
import { toast } from "./toast.js";

const main = document.getElementById("main");
const { table, as, invite, together } = main.dataset;
// Positions to stop at: chance belongs to the move before it. The scrubber and the keys go from one to the next.
const stops = main.dataset.stops.split(" ").map(Number);
const last = stops.length - 1;
const scrub = document.getElementById("scrub");
const run = document.getElementById("run");
const query = new URLSearchParams({ ...(as && { as }), ...(invite && { invite }), ...(together && { together }) });
const tail = query.size ? `?${query}` : "";
const again = document.querySelector("#practice form");
const kept = new Map();
let at = Number(scrub.value);
let running;

async function piece(number) {
  if (!kept.has(number)) {
    const answer = await fetch(`/replay/${table}/${number}?${new URLSearchParams([["piece", "yes"], ...query])}`);
    if (!answer.ok) throw new Error("This move could not be loaded: try again.");
    kept.set(number, await answer.text());
  }
  return kept.get(number);
}

// ``alone``: others of a shared replay are there already.
async function go(number, alone = false) {
  const wanted = Math.min(Math.max(number, 0), last);
  if (wanted === at) return;
  at = wanted;
  if (!alone) shared?.turn(stops[at]);
  scrub.value = wanted;
  let html;
  try {
    html = await piece(stops[wanted]);
  } catch (problem) {
    toast(problem.message, { bad: true });
    return;
  }
  if (at !== wanted) return;
  const before = places(document.querySelector("#stage > svg"));
  document.getElementById("frame").innerHTML = html;
  glide(document.querySelector("#stage > svg"), before);
  show();
}

function show() {
  const ply = stops[at];
  const beliefs = document.querySelector("#frame .beliefs");
  document.getElementById("beliefs").replaceChildren(...(beliefs ? [beliefs] : []));
  history.replaceState(null, "", `/replay/${table}/${ply}${tail}`);
  document.getElementById("svg").href = `/replay/${table}/${ply}/position.svg${tail}`;
  for (const field of document.querySelectorAll("[name=move]")) field.value = ply;
  const late = "ended" in main.dataset && at === last;
  again.querySelector("button").disabled = late;
  document.getElementById("too-late").hidden = !late;
  for (const row of document.querySelectorAll("#moves li")) {
    const current = Number(row.dataset.ply) === ply;
    row.classList.toggle("current", current);
    if (current) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    const list = row.parentElement;
    if (current) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  for (const eyes of document.querySelectorAll(".eyes a")) eyes.href = eyes.href.replace(/\/\d+(?=\?|$)/, `/${ply}`);
}

const steps = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => last };
const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

function stop() {
  clearInterval(running);
  running = undefined;
  run.textContent = "Play";
}

document.addEventListener("keydown", (event) => {
  const step = keys[event.key];
  if (!step || event.target === scrub || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  stop();
  go(steps[step]());
});
for (const link of document.querySelectorAll("[data-go]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    stop();
    go(steps[link.dataset.go]());
  });
}
scrub.addEventListener("input", () => {
  stop();
  go(Number(scrub.value));
});
document.getElementById("moves").addEventListener("click", (event) => {
  const row = event.target.closest("li");
  if (!row || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(stops.indexOf(Number(row.dataset.ply)));
});
run.hidden = false;
run.addEventListener("click", () => {
  if (running) return stop();
  if (at === last) go(0);
  run.textContent = "Stop";
  running = setInterval(() => (at < last ? go(at + 1) : stop()), 1100);
});

// The picture as PNG, painted by the browser itself.
const png = document.getElementById("png");
png.hidden = false;
png.addEventListener("click", async () => {
  const text = await (await fetch(document.getElementById("svg").href)).text();
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const { width, height } = svg.viewBox.baseVal;
  const image = new Image(Math.round(width * 2), Math.round(height * 2));
  svg.setAttribute("width", image.width);
  svg.setAttribute("height", image.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await new Promise((done) => canvas.toBlob(done)));
  link.download = `sheepfold-${table}-${stops[at]}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
});
// The position after a move is the stop that holds it: chance's answer included.
const stopOf = (ply) => Math.max(0, stops.findIndex((each) => each >= ply));
const shared = together && follow(main, (ply) => {
  stop();
  go(stopOf(ply), true);
}, stopOf);
startReview(main, (ply) => {
  stop();
  go(stopOf(ply));
}, stopOf);
show();
