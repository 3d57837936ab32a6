// Notices at the corner: they go by themselves, errors stay until dismissed.
import { h } from "./dom.js";

// Whatever was said about a pick goes with the next one; errors stay.
export function settle() {
  for (const note of document.querySelectorAll(".toast.passing")) note.remove();
}

// What went wrong because the line was down is no news any more when it is up.
export function relieve() {
  settle();
  for (const note of document.querySelectorAll(".toast.offline")) note.remove();
}

export function complain(problem) {
  toast(problem.message, { bad: problem.kind !== "stale" }).classList.toggle("offline", problem.kind === "offline");
}

// `act`: a button for what the words speak of.
export function toast(words, { bad = false, seconds = 6, passing = false, act = null } = {}) {
  const corner = document.querySelector(".toasts");
  for (const old of corner.children) if (old.firstChild.textContent === words) old.remove();
  const gone = () => note.remove();
  const close = h("button", { class: "icon", "aria-label": "Dismiss", onclick: gone }, "×");
  const note = h("div", { class: ["toast", bad && "bad", passing && "passing"].filter(Boolean).join(" ") }, h("span", {}, words), act, close);
  act?.addEventListener("click", gone);
  corner.append(note);
  if (!bad) {
    const leave = () => (note.matches(":focus-within, :hover") ? setTimeout(leave, 1000) : note.remove());
    setTimeout(leave, seconds * 1000);
  }
  return note;
}
