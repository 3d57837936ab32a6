// The table's line: a socket that resumes where it broke off and heals by itself.
import { interrupted, offline, refused } from "./api.js";

const PAUSES = [0.5, 1, 2, 3, 5];
const SIGNED_OUT = 4401;
// Seconds in which a command is answered.
const ANSWER = 12;
// Seconds of silence after which the page says that it is offline, while it still waits for the answer.
const DOUBT = 1.5;

export class Line {
  // `address` gives the socket's address for what is known so far; `heard` gets every message, `state` true or false.
  constructor(address, heard, state) {
    Object.assign(this, { address, heard, state, tries: 0, closed: false, asked: new Map(), count: 0 });
    window.addEventListener("online", () => this.again(0));
    // What the browser knows at once need not be found out by waiting.
    window.addEventListener("offline", () => !this.closed && this.lose());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && !this.open && this.again(0));
    window.addEventListener("pagehide", () => this.close());
    // A form that leads to another page, as no dialog's does: logging out must not reload this one.
    window.addEventListener("submit", (event) => event.defaultPrevented || event.target.method === "dialog" || this.close());
    window.addEventListener("pageshow", (event) => event.persisted && this.reopen());
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.timer);
    if (this.closed || this.socket?.readyState <= WebSocket.OPEN) return;
    const socket = (this.socket = new WebSocket(this.address()));
    socket.addEventListener("message", (event) => {
      this.tries = 0;
      this.state(true);
      const message = JSON.parse(event.data);
      if (this.asked.has(message.id)) this.answer(message);
      else this.heard(message);
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.socket) return;
      this.drop();
      if (this.closed) return;
      // Logged out, or logged in anew, elsewhere: the page shows what this browser may see now.
      if (code === SIGNED_OUT) return location.reload();
      this.state(false);
      this.again(PAUSES[Math.min(this.tries++, PAUSES.length - 1)]);
    });
  }

  // Send a command; what comes back is `done` or a refusal. Whether it was heard is unknown when the line drops.
  ask(command) {
    const id = String(++this.count);
    const send = () => this.socket.send(JSON.stringify({ ...command, id }));
    // A line that is only just being opened sends it as soon as it is there.
    if (!this.open && (this.tries || this.socket?.readyState !== WebSocket.CONNECTING)) return Promise.reject(offline());
    const answered = new Promise((done, refuse) => this.asked.set(id, { done, refuse }));
    if (this.open) send();
    else this.socket.addEventListener("open", send, { once: true });
    // A line can be dead without anybody noticing.
    setTimeout(() => this.asked.has(id) && this.state(false), DOUBT * 1000);
    setTimeout(() => this.asked.has(id) && this.restart(), ANSWER * 1000);
    return answered;
  }

  answer(message) {
    const { done, refuse } = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (message.is === "refused") refuse(refused(message.problem.status, message.problem));
    else done(message);
  }

  drop() {
    for (const { refuse } of this.asked.values()) refuse(interrupted());
    this.asked.clear();
  }

  // Begin anew: nothing is heard here any more, or the page and the server do not agree on what it shows.
  restart() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.drop();
    this.connect();
  }

  // The line is down: whoever waits hears it, and it is opened again when it can be.
  lose() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.tries ||= 1;
    this.drop();
    this.state(false);
    this.again(PAUSES[0]);
  }

  again(seconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), seconds * 1000);
  }

  reopen() {
    this.closed = false;
    this.connect();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    // One that is still being opened goes as soon as it is there: browsers complain about anything sooner.
    if (this.open) this.socket.close();
    else this.socket?.addEventListener("open", ({ target }) => target.close());
  }
}
