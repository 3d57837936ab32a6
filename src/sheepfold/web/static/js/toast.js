// Notices at the corner: they go by themselves, errors stay until dismissed.

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
  const note = document.createElement("div");
  note.className = `toast${bad ? " bad" : ""}${passing ? " passing" : ""}`;
  const text = document.createElement("span");
  text.textContent = words;
  const close = document.createElement("button");
  close.className = "icon";
  close.setAttribute("aria-label", "Dismiss");
  close.textContent = "×";
  close.addEventListener("click", () => note.remove());
  act?.addEventListener("click", () => note.remove());
  note.append(...[text, act, close].filter(Boolean));
  corner.append(note);
  if (!bad) {
    const leave = () => (note.matches(":focus-within, :hover") ? setTimeout(leave, 1000) : note.remove());
    setTimeout(leave, seconds * 1000);
  }
  return note;
}
