// The prompt's words: what is to be done, what a move would do, and what happened lately.
import { keepReachable } from "./reachable.js";

// Events of which the prompt reminds, and the most lines that this may take.
const LATELY = 3;
const MOST = 6;
const by = (id) => document.getElementById(id);

export class Prompt {
  constructor() {
    this.since = [];
    this.box = by("since").parentElement;
    const prompt = by("prompt");
    keepReachable(this.box);
    // On a phone the board ends above the prompt, however much that has to say.
    new ResizeObserver(() => {
      document.body.style.setProperty("--prompt-now", `${prompt.offsetHeight}px`);
      this.fit();
    }).observe(prompt);
  }

  say(headline, detail) {
    by("headline").textContent = headline;
    by("detail").textContent = detail;
    by("slips").replaceChildren();
    const words = this.since.slice(-LATELY).filter((each) => !detail.includes(each));
    by("since").textContent = words.join(" ");
    this.fit();
  }

  // What a move would do, in a sentence and a few slips.
  foretell({ sentence, slips }) {
    by("headline").textContent = sentence;
    const tell = ({ words, sign }) => {
      const slip = document.createElement("span");
      slip.className = `tell ${sign}`;
      slip.textContent = words;
      return slip;
    };
    by("slips").replaceChildren(...slips.map(tell));
    this.fit();
  }

  // What happened since the player's last move stays here until the next: in whole lines, as many as there is room for.
  // All of it stands in the list of moves.
  fit() {
    const since = by("since");
    since.hidden = !since.textContent;
    if (since.hidden) return;
    const room = parseFloat(getComputedStyle(this.box).maxHeight) || this.box.clientHeight;
    const above = since.getBoundingClientRect().top - this.box.getBoundingClientRect().top + this.box.scrollTop;
    const lines = Math.floor((room - above) / parseFloat(getComputedStyle(since).lineHeight));
    since.hidden = lines < 1;
    since.style.webkitLineClamp = Math.min(lines, MOST);
  }
}
