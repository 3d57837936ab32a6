// Sounds made by the page itself, off unless switched on: a howl, a bleat, a knock of wood.

let context;
const on = () => document.documentElement.dataset.sound === "on";

function voice({ from, to, seconds, shape, wobble = 0, rate = 0, loud = 0.12, after = 0, filter = 1800 }) {
  const start = context.currentTime + after;
  const tone = context.createOscillator();
  const level = context.createGain();
  const dull = context.createBiquadFilter();
  tone.type = shape;
  dull.frequency.value = filter;
  tone.frequency.setValueAtTime(from[0], start);
  [...from.slice(1), to].forEach((pitch, n, all) => tone.frequency.exponentialRampToValueAtTime(pitch, start + (seconds * (n + 1)) / all.length));
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.12, seconds / 4));
  level.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  if (wobble) {
    const shake = context.createOscillator();
    const depth = context.createGain();
    shake.frequency.value = rate;
    depth.gain.value = wobble;
    shake.connect(depth).connect(tone.frequency);
    shake.start(start);
    shake.stop(start + seconds);
  }
  tone.connect(dull).connect(level).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds);
}

const SOUNDS = {
  howl: () => voice({ from: [220, 330, 480, 470], to: 240, seconds: 1.9, shape: "triangle", wobble: 5, rate: 5, loud: 0.2 }),
  bleat: () => voice({ from: [430, 400], to: 340, seconds: 0.75, shape: "sawtooth", wobble: 32, rate: 17, loud: 0.1, filter: 1300 }),
  knock: () => voice({ from: [190], to: 70, seconds: 0.09, shape: "sine", loud: 0.3 }),
  turn: () => [520, 780].forEach((pitch, n) => voice({ from: [pitch], to: pitch * 0.98, seconds: 0.25, shape: "sine", loud: 0.08, after: n * 0.14 })),
};

// The sound of that name; none for what has no sound.
export function sound(name) {
  if (!SOUNDS[name] || !on() || !window.AudioContext) return;
  context ??= new AudioContext();
  context.resume().then(SOUNDS[name]);
}
