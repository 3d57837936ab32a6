// Pan, zoom and pinch on a map that grows: the picture's viewBox is the window on it.
import { h } from "./dom.js";

// The width of a cell on the screen, in pixels: when coming close, at the least, and at the most. A mouse hits smaller
// ones than a finger.
const CLOSE = 56;
const NARROW = matchMedia("(pointer: fine)").matches ? 26 : 32;
const LARGE = 84;
// How many cells round the last tile are in sight.
const SOME = 2;

const kept = (value, low, high) => Math.min(Math.max(value, low), high);

export class Camera {
  constructor(box, cell) {
    Object.assign(this, { box, cell, fingers: new Map(), busy: false, mode: "near" });
    box.classList.add("pans");
    this.edges = Object.fromEntries(["up", "right", "down", "left"].map((side) => [side, h("i", { class: `edge ${side}`, "aria-hidden": "true" })]));
    box.addEventListener("pointerdown", (event) => this.press(event));
    box.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, (event) => this.release(event));
    box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => {
      if (!this.svg) return;
      this.settle();
      this.settled?.();
    }).observe(box);
  }

  // A new picture: stay where the player looked, or show it all; on small screens `room`, which is all that matters now,
  // and where that would be too small come close to the last tile.
  attach(svg, home, room) {
    this.svg = svg;
    for (const edge of Object.values(this.edges)) if (!edge.isConnected) this.box.append(edge);
    const [x, y, w, h] = svg.querySelector("[data-map]").dataset.map.split(" ").map(Number);
    this.whole = { x, y, w, h };
    // What is worth an arrow: a game whose map has a layer of tiles does not point at open ground.
    this.things = svg.querySelector("[data-layer=tiles]")?.getBBox() ?? { x, y, width: w, height: h };
    const fresh = home && (home.x !== this.home?.x || home.y !== this.home?.y);
    Object.assign(this, { home, room });
    if (this.mode === "own" && fresh) this.show(this.around(this.view));
    else this.settle();
  }

  // "own": where the player panned to; "all": everything; "near": everything, or the last tile if that is too small.
  settle() {
    if (this.mode === "own") this.show(this.view);
    else this.fit(this.mode);
  }

  get ratio() {
    return this.box.clientWidth / Math.max(1, this.box.clientHeight);
  }

  fit(mode) {
    this.mode = mode;
    const scaled = ({ w, h }) => Math.min(this.box.clientWidth / w, this.box.clientHeight / h);
    const large = (box) => scaled(box) * this.cell >= NARROW;
    const { x, y, w, h } = this.whole;
    const scale = scaled(this.whole);
    if (mode === "near" && this.home && !large(this.whole)) return this.show(this.room && large(this.room) ? this.room : this.near());
    const view = { x, y, w, h };
    if (scale * this.cell > LARGE) {
      const more = (scale * this.cell) / LARGE;
      Object.assign(view, { w: w * more, h: h * more, x: x - (w * (more - 1)) / 2, y: y - (h * (more - 1)) / 2 });
    }
    return this.show(view);
  }

  // As close as a finger needs it, and nothing of the ground beyond the map.
  near() {
    const zoom = CLOSE / this.cell;
    const [w, h] = [this.box.clientWidth / zoom, this.box.clientHeight / zoom];
    const stays = this.view?.w === w && this.view.h === h;
    const { x, y } = this.around(stays ? this.view : { x: this.home.x - w / 2, y: this.home.y - h / 2, w, h });
    const inside = (start, long, from, whole) => (long < whole ? kept(start, from, from + whole - long) : from - (long - whole) / 2);
    return { x: inside(x, w, this.whole.x, this.whole.w), y: inside(y, h, this.whole.y, this.whole.h), w, h };
  }

  // The same window, moved no farther than it must be to show the last tile and a little round it.
  around({ x, y, w, h }) {
    const along = (start, long, middle) => {
      const edge = Math.min(SOME * this.cell, long / 2);
      return kept(start, middle + edge - long, middle - edge);
    };
    return { x: along(x, w, this.home.x), y: along(y, h, this.home.y), w, h };
  }

  show(view) {
    this.view = view;
    this.svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    // An arrow at every edge beyond which more tiles lie; the picture may show a little more than the window asked for.
    const { x, y, width, height } = this.things;
    const seen = this.seen(view);
    const some = this.cell / 4;
    const out = { up: y + some < seen.y, left: x + some < seen.x, right: x + width - some > seen.x + seen.w, down: y + height - some > seen.y + seen.h };
    for (const [side, edge] of Object.entries(this.edges)) edge.hidden = !out[side];
  }

  seen(view) {
    const scale = Math.min(this.box.clientWidth / view.w, this.box.clientHeight / view.h) || 1;
    const [w, h] = [this.box.clientWidth / scale, this.box.clientHeight / scale];
    return { x: view.x - (w - view.w) / 2, y: view.y - (h - view.h) / 2, w, h };
  }

  zoom(factor, x = this.box.clientWidth / 2, y = this.box.clientHeight / 2) {
    const box = this.box.getBoundingClientRect();
    const point = new DOMPoint(box.left + x, box.top + y).matrixTransform(this.svg.getScreenCTM().inverse());
    const { w, h } = this.view;
    const wide = Math.min(Math.max(w / factor, this.cell * 2.5), Math.max(this.whole.w, this.whole.h * this.ratio) * 1.6);
    const grown = wide / w;
    this.mode = "own";
    this.show({ w: wide, h: h * grown, x: point.x - (point.x - this.view.x) * grown, y: point.y - (point.y - this.view.y) * grown });
  }

  pan(dx, dy) {
    const scale = this.svg.getScreenCTM().a;
    this.mode = "own";
    this.show({ ...this.view, x: this.view.x - dx / scale, y: this.view.y - dy / scale });
  }

  // Bring something that was picked into sight as a whole.
  enclose(thing) {
    const [box, own] = [this.box.getBoundingClientRect(), thing.getBoundingClientRect()];
    const over = (low, high, from, to) => (low < from ? from - low : Math.min(0, to - high));
    const [dx, dy] = [over(own.left, own.right, box.left, box.right), over(own.top, own.bottom, box.top, box.bottom)];
    const { mode } = this;
    if (dx || dy) this.pan(dx, dy);
    this.mode = mode;
  }

  // Bring a cell into sight when arrow keys walk off the window.
  reveal(cell) {
    const at = new DOMPoint(cell.x, cell.y).matrixTransform(this.svg.getScreenCTM());
    const box = this.box.getBoundingClientRect();
    const over = (value, low, high) => (value < low ? low - value : value > high ? high - value : 0);
    const [dx, dy] = [over(at.x, box.left + 40, box.right - 40), over(at.y, box.top + 40, box.bottom - 40)];
    if (dx || dy) this.pan(dx, dy);
  }

  press(event) {
    if (event.target.closest(".tools")) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) Object.assign(this, { busy: false, from: { x: event.clientX, y: event.clientY } });
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.busy && Math.hypot(now.x - this.from.x, now.y - this.from.y) > 8) {
      this.busy = true;
      this.box.classList.add("panning");
      this.box.setPointerCapture(event.pointerId);
    }
    if (this.busy && this.fingers.size === 1) this.pan(now.x - before.x, now.y - before.y);
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, now);
    this.fingers.set(event.pointerId, now);
  }

  pinch(id, before, now) {
    this.busy = true;
    const [other] = [...this.fingers].filter(([finger]) => finger !== id).map(([, place]) => place);
    const spread = (place) => Math.hypot(place.x - other.x, place.y - other.y);
    const box = this.box.getBoundingClientRect();
    this.zoom(spread(now) / Math.max(1, spread(before)), (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
  }

  release(event) {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size) return;
    this.box.classList.remove("panning");
    // The click that ends a drag is no pick: whoever asks in this turn still finds the camera busy.
    setTimeout(() => (this.busy = false));
  }

  wheel(event) {
    event.preventDefault();
    const box = this.box.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey) this.zoom(Math.exp(-event.deltaY / 120), event.clientX - box.left, event.clientY - box.top);
    else this.turned?.(Math.sign(event.deltaY));
  }
}
