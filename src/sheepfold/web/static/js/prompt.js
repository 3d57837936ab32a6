// The prompt's words: what is to be done, what a move would do, and what happened lately.
import { h } from "./dom.js";
import { keepReachable } from "./reachable.js";

// Events of which the prompt reminds, and the most lines that this may take.
const LATELY = 5;
const MOST = 6;
const by = (id) => document.getElementById(id);

export class Prompt {
  constructor(table) {
    // A page that was just loaded reminds of the same as one that was there all the time.
    Object.assign(this, { name: `told ${table}`, lately: [], since: [] });
    this.box = by("since").parentElement;
    const prompt = by("prompt");
    keepReachable(this.box);
    // On a phone the board ends above the prompt, however much that has to say.
    new ResizeObserver(() => {
      document.body.style.setProperty("--prompt-now", `${prompt.offsetHeight}px`);
      this.fit();
    }).observe(prompt);
    // Buttons beside it take room from its words.
    new ResizeObserver(() => this.wide !== this.box.clientWidth && this.fit()).observe(this.box);
  }

  say(headline, detail) {
    by("headline").textContent = headline;
    // What happened last is told once, after what happened before it.
    const last = by("told").lastElementChild;
    const told = (this.since.at(-1) === detail && this.since.length > 1) || (this.knows(last) && last.textContent === detail);
    by("detail").textContent = told ? "" : detail;
    by("slips").replaceChildren();
    this.lately = this.since.slice(-LATELY).filter((each) => !by("detail").textContent.includes(each));
    this.fit();
  }

  // What happened before the page was loaded, unless it was told elsewhere.
  remind(events) {
    this.since = events.filter((event) => event.number > this.known).map((event) => event.sentences.join(" "));
  }

  // Up to which event all was told elsewhere.
  get known() {
    return Number(sessionStorage.getItem(this.name));
  }

  // Whether what a line of the list says was told elsewhere.
  knows(line) {
    return Number(line?.dataset.number ?? Infinity) <= this.known;
  }

  // All that happened so far was told elsewhere; a page that is loaded anew knows it, too.
  forget() {
    const last = by("told").lastElementChild;
    if (last) sessionStorage.setItem(this.name, last.dataset.number);
    if (by("detail").textContent === last?.textContent) by("detail").textContent = "";
    Object.assign(this, { since: [], lately: [] });
    this.fit();
  }

  // What a move would do, in a sentence and a few slips.
  foretell({ sentence, slips }) {
    by("headline").textContent = sentence;
    by("slips").replaceChildren(...slips.map(({ words, sign }) => h("span", { class: `tell ${sign}` }, words)));
    this.fit();
  }

  // Everything stands here in whole lines, as many as there is room for: first what is to be done, then what happened
  // since the player's last move. What happened last comes first of that, and all of it stands in the list of moves.
  fit() {
    this.wide = this.box.clientWidth;
    const [detail, since] = [by("detail"), by("since")], words = [...this.lately];
    const tell = () => (since.textContent = words.join(" "));
    since.style.webkitLineClamp = detail.style.webkitLineClamp = "none";
    since.hidden = !tell();
    detail.hidden = !detail.textContent;
    if (!detail.hidden) this.cut(detail);
    if (since.hidden) return;
    this.cut(since, (lines, line) => {
      for (; words.length > 1 && since.scrollHeight > (lines + 0.5) * line; tell()) words.shift();
    });
  }

  // Leave of some words as many whole lines as there is room for; `shorten` may leave words out first.
  cut(words, shorten = () => {}) {
    const room = parseFloat(getComputedStyle(this.box).maxHeight) || this.box.clientHeight;
    const above = words.getBoundingClientRect().top - this.box.getBoundingClientRect().top + this.box.scrollTop;
    const line = parseFloat(getComputedStyle(words).lineHeight);
    const lines = Math.min(Math.floor((room - above + 0.5) / line), MOST);
    words.hidden = lines < 1;
    shorten(lines, line);
    words.style.webkitLineClamp = lines;
  }
}
