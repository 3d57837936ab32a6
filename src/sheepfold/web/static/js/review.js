// Looking back at a finished game: sums, a curve, labels, turning points; and one's slips to be tried again.
import { get, post } from "./api.js";
import { h, plural } from "./dom.js";
import { make } from "./draw.js";
import { complain } from "./toast.js";

// A number with one place behind the point; what rounds to nothing has no sign.
const tenths = (number) => (Math.round(number * 10) / 10 || 0).toFixed(1);

const DASHES = ["", "8 4", "2 4", "12 4 2 4"];
const [WIDE, HIGH, EDGE] = [320, 120, 8];
const BAD = ["slip", "blunder"];

// ``goTo`` shows the position after a move of the record, ``stopOf`` says which of the replay's moves that is.
export function startReview(main, goTo, stopOf) {
  const place = document.getElementById("review");
  const { table, as, invite } = main.dataset;
  const path = `/api/v1/tables/${table}/review`;
  const secret = invite ? `invite=${encodeURIComponent(invite)}` : "";
  const ask = place.querySelector("button");
  const said = place.querySelector("[role=status]");
  ask.hidden = false;
  ask.addEventListener("click", async () => {
    if (ask.getAttribute("aria-busy") === "true") return;
    ask.setAttribute("aria-busy", "true");
    said.textContent = "The judge looks at every decision. This takes some seconds.";
    const bar = h("progress", { max: 1, "aria-label": "Review" });
    said.after(bar);
    const watching = setInterval(async () => {
      const { done } = await get(`${path}/progress?${secret}`).catch(() => ({}));
      if (typeof done === "number" && done > 0) bar.value = done;
    }, 1000);
    try {
      const eyes = as === "all" ? "open=true&" : as ? `seat=${as}&` : "";
      const review = await get(`${path}?${eyes}${secret}`);
      ask.hidden = true;
      said.textContent = "The review is ready.";
      document.getElementById("reviewed").replaceChildren(...drawn(review, path, invite, goTo, stopOf));
    } catch (problem) {
      said.textContent = "";
      complain(problem);
    } finally {
      clearInterval(watching);
      bar.remove();
      ask.setAttribute("aria-busy", "false");
    }
  });
}

// Amounts are thousandths; chances are shown in per cent.
const shown = (amount, { percent }, signed = false) => {
  const number = percent ? (amount / 10).toFixed(0) : (amount / 1000).toFixed(2);
  const zero = Number(number) === 0;
  const text = zero ? number.replace("-", "") : number.replace("-", "−");
  return (signed && amount > 0 && !zero ? "+" : "") + text + (percent ? " %" : "");
};

function drawn(review, path, invite, goTo, stopOf) {
  const { currency, seats } = review;
  const exact = seats.flatMap((seat) => seat.decisions).filter((each) => each.exact).length;
  return [
    h("p", {}, `Judged by ${review.judge}. ${review.caution}${exact ? ` Exact: ${plural(exact, "decision")}.` : ""} ${currency.meaning}`),
    curve(review),
    sums(review),
    h("h3", {}, "Turning points"),
    h("ol", { class: "points" }, review.turning_points.map((point) => h("li", {}, link(point.move, `Move ${stopOf(point.move)}: ${point.text}`, goTo)))),
    ...seats.map((seat) => slips(seat, review, path, invite, goTo, stopOf)).filter(Boolean),
    ...seats.map((seat) => decisions(seat, currency, goTo)),
  ];
}

function link(move, words, goTo) {
  return h("button", { class: "plain", type: "button", onclick: () => goTo(move) }, words);
}

function curve({ seats, moves, currency }) {
  const values = seats.flatMap((seat) => seat.curve.map(([, value]) => value));
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const y = (value) => HIGH - EDGE - ((HIGH - 2 * EDGE) * (value - low)) / (high - low);
  const x = (move) => (WIDE * move) / Math.max(1, moves);
  const words = seats.map((seat) => `${seat.name} from ${shown(seat.start, currency)} to ${shown(seat.result, currency)}`);
  const svg = make("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", class: "curve", "aria-label": `What everybody could expect along the game: ${words.join("; ")}` });
  make("path", { d: `M0 ${y(0)}H${WIDE}`, class: "zero" }, svg);
  for (const { seat, curve } of seats) line(`M${curve.map(([move, value]) => `${x(move).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`, seat, svg);
  return svg;
}

// A line of the curve: every seat has its colour and its dashes.
const line = (d, seat, parent) => make("path", { d, class: `of-${seat}`, "stroke-dasharray": DASHES[(seat - 1) % DASHES.length] }, parent);

function sample(seat) {
  const svg = make("svg", { viewBox: "0 0 32 8", "aria-hidden": "true" });
  line("M0 4H32", seat, svg);
  return svg;
}

function sums({ seats, currency }) {
  const columns = ["start", "skill", "luck", "others", "result"];
  return h(
    "div",
    { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Skill and luck" },
    h(
      "table",
      { class: "sums" },
      h("caption", { class: "sr" }, `Skill and luck, in ${currency.percent ? "per cent " : ""}${currency.name}`),
      h("thead", {}, h("tr", {}, h("td", {}), ...columns.map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, "accuracy"))),
      h(
        "tbody",
        {},
        seats.map((seat) =>
          h("tr", {}, h("th", { scope: "row" }, sample(seat.seat), seat.name), columns.map((name) => h("td", {}, shown(seat[name], currency, !["start", "result"].includes(name)))), h("td", {}, seat.decisions.length ? accuracy(seat, currency) : "–")),
        ),
      ),
    ),
  );
}

// As `SeatReview.accuracy`: every step that a decision gives away on average halves it.
function accuracy(seat, currency) {
  const mean = Math.floor(-seat.skill / seat.decisions.length);
  return Math.round(100 * 0.5 ** (mean / 1000 / currency.step));
}

function decisions(seat, currency, goTo) {
  const row = (made) => {
    const lost = made.value - made.worth;
    const words = [`${made.played}: ${made.label}`];
    if (shown(lost, currency) !== shown(0, currency)) words.push(`gave away ${shown(lost, currency)}`);
    if (shown(made.luck, currency) !== shown(0, currency)) words.push(`luck ${shown(made.luck, currency, true)}`);
    if (made.exact) words.push("exact");
    const truth = (odds) => (odds.true === null ? "" : odds.true ? " (true)" : " (not so)");
    const more = [];
    if (BAD.includes(made.label)) more.push(`Better: ${made.best}. ${made.why}`);
    if (made.odds.length) more.push(`Odds then: ${made.odds.map((odds) => `${odds.about} ${odds.way} ${(100 * odds.chance).toFixed(0)} %${truth(odds)}`).join(", ")}.`);
    if (made.bits !== null && made.told !== null) more.push(`Expected to tell ${tenths(made.bits)} bits, told ${tenths(made.told)}.`);
    else if (made.told !== null) more.push(`Gave away ${tenths(made.told)} bits.`);
    return h("li", { class: made.label }, link(made.move, words.join(", "), goTo), more.length ? h("p", {}, more.join(" ")) : null);
  };
  return h("details", {}, h("summary", {}, `${seat.name}: ${plural(seat.decisions.length, "decision")}`), h("ol", { class: "decisions" }, seat.decisions.map(row)));
}

// One slip after the other: the position before it, the answer hidden, any move close to the best accepted.
function slips(seat, { currency }, path, invite, goTo, stopOf) {
  const made = seat.decisions.filter((each) => BAD.includes(each.label));
  if (!made.length) return null;
  let at = -1;
  const told = h("p", { role: "status" });
  const field = h("input", { id: `slip-${seat.seat}`, autocomplete: "off", spellcheck: "false", maxlength: 1000 });
  const task = h("p", {});
  const form = h("form", { hidden: true }, task, h("label", { for: field.id }, "Your move"), field, h("button", { class: "btn small" }, "Try it"), h("button", { class: "btn small", type: "button", onclick: () => answer() }, "Show the answer"), h("button", { class: "btn small", type: "button", onclick: () => next() }, "Next slip"));
  const begin = h("button", { class: "btn small", type: "button", onclick: () => next() }, `Learn from ${seat.name}’s slips (${made.length})`);
  const answer = () => {
    const slip = made[at];
    told.textContent = `${slip.best} was best; ${slip.played} gave away ${shown(slip.value - slip.worth, currency)}. ${slip.why}`;
  };
  const next = () => {
    at = (at + 1) % made.length;
    begin.hidden = true;
    form.hidden = false;
    goTo(made[at].move - 1);
    task.textContent = `Slip ${at + 1} of ${made.length}, move ${stopOf(made[at].move)}. ${made[at].played} was played. What is better?`;
    told.textContent = "";
    field.value = "";
    field.focus({ preventScroll: true });
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const move = field.value.trim();
    if (!move || form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    told.textContent = "The judge thinks about it.";
    try {
      const found = await post(`${path}/attempts`, { at: made[at].move, move, ...(invite && { invite }) });
      told.textContent = found.accepted ? `Yes: ${found.label === "best" ? "as good as it gets" : "close to the best"}. ${found.why}` : `No: it would give away ${shown(found.loss, currency)}. Try another.`;
    } catch (problem) {
      told.textContent = problem.message;
    } finally {
      form.setAttribute("aria-busy", "false");
    }
  });
  return h("div", { class: "slips" }, begin, form, told);
}
