// Clocks on the plates: they run between messages, the server has the last word.

let timer;
let began = performance.now();

// Time left as a plate shows it: `2 d`, `1:02:03`, `04:12`.
export function face(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  if (whole >= 172800) return `${Math.floor(whole / 86400)} d`;
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

function show() {
  for (const clock of document.querySelectorAll('time[data-running="1"]')) {
    const left = Number(clock.dataset.left) - (performance.now() - began) / 1000;
    clock.textContent = face(left);
    clock.closest(".plate").classList.toggle("low", left < Number(clock.dataset.low));
  }
}

export function startClocks() {
  clearInterval(timer);
  if (document.querySelector('time[data-running="1"]')) timer = setInterval(show, 250);
}

// The plates show the clocks as they were so many seconds ago; from then on they ran.
export function setClocks(late) {
  began = performance.now() - 1000 * late;
  show();
  startClocks();
}
