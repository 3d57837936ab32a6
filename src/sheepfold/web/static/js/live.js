// The table's line: a socket that resumes where it broke off and heals by itself.

const PAUSES = [0.5, 1, 2, 3, 5];
const SIGNED_OUT = 4401;

export class Line {
  // `address` gives the socket's address for what is known so far; `heard` gets every message, `state` true or false.
  constructor(address, heard, state) {
    Object.assign(this, { address, heard, state, tries: 0, closed: false });
    window.addEventListener("online", () => this.again(0));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && !this.open && this.again(0));
    window.addEventListener("pagehide", () => this.close());
    window.addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.closed = false;
      this.connect();
    });
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
      this.heard(JSON.parse(event.data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.closed || socket !== this.socket) return;
      // Logged out, or logged in anew, elsewhere: the page shows what this browser may see now.
      if (code === SIGNED_OUT) return location.reload();
      this.state(false);
      this.again(PAUSES[Math.min(this.tries++, PAUSES.length - 1)]);
    });
  }

  again(seconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), seconds * 1000);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    // One that is still being opened goes as soon as it is there: browsers complain about anything sooner.
    if (this.open) this.socket.close();
    else this.socket?.addEventListener("open", ({ target }) => target.close());
  }
}
