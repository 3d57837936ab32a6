// Clocks on the plates: they run between messages, the server has the last word.

let timer;

function face(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  if (whole >= 172800) return `${Math.floor(whole / 86400)} d`;
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

export function startClocks() {
  clearInterval(timer);
  const clocks = [...document.querySelectorAll("time[data-left]")];
  if (!clocks.some((clock) => clock.dataset.running === "1")) return;
  const began = performance.now();
  timer = setInterval(() => {
    for (const clock of clocks) {
      if (clock.dataset.running !== "1") continue;
      const left = Number(clock.dataset.left) - (performance.now() - began) / 1000;
      clock.textContent = face(left);
      clock.closest(".plate").classList.toggle("low", left < 30 && left > 0);
    }
  }, 250);
}
