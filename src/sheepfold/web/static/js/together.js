// A shared replay: where one goes all go, over the table's socket, with its talk beside it.
import { Line } from "./live.js";
import { showLine } from "./talk.js";
import { complain } from "./toast.js";

// Seconds between two positions that are told to the others: who drags the slider passes many.
const PACE = 0.3;

// ``goTo`` shows a position, ``stopOf`` says which of the replay's moves it is after.
export function follow(main, goTo, stopOf) {
  const { table, invite, together } = main.dataset;
  const [chat, said, form] = ["chat", "turned", "say"].map((id) => document.getElementById(id));
  let heard = 0;
  let latest; // where all are, as far as is known here
  let waiting; // where all are to go next
  let telling = false;
  const address = () => {
    const query = new URLSearchParams({ together, chat_since: heard, ...(invite && { invite }) });
    return `${location.origin.replace("http", "ws")}/api/v1/tables/${table}/socket?${query}`;
  };
  const line = new Line(address, (message) => {
    if (message.is === "turned") {
      latest = message;
      if (telling) return;
      said.textContent = `${message.by} shows move ${stopOf(message.ply)}.`;
      goTo(message.ply);
      return;
    }
    for (const each of message.chat ?? []) {
      heard = Math.max(heard, each.number);
      showLine(chat, each);
    }
  }, (open) => {
    if (!open) said.textContent = "The connection is down. Until it is back, you see your own moves only.";
  });

  async function tell() {
    telling = true;
    while (waiting !== undefined) {
      const ply = waiting;
      waiting = undefined;
      try {
        await line.ask({ do: "turn", ply });
        said.textContent = `You show move ${stopOf(ply)}.`;
      } catch (problem) {
        complain(problem);
      }
      await new Promise((done) => setTimeout(done, PACE * 1000));
    }
    telling = false;
    if (latest) goTo(latest.ply); // others may have gone on meanwhile
  }

  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = form.elements.text;
    try {
      await line.ask({ do: "say", text: field.value, ...(invite && { invite }) });
      field.value = "";
    } catch (problem) {
      complain(problem);
    }
  });

  return {
    turn(ply) {
      if (!form) return; // who only looks takes nobody along
      waiting = ply;
      if (!telling) tell();
    },
  };
}
