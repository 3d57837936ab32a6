// A table that waits for company: the page turns into the game when the last seat is taken.
import { Line } from "./live.js";

const { table, invite, number } = document.getElementById("main").dataset;
const query = new URLSearchParams({ since: number, ...(invite ? { invite } : {}) });
new Line(
  () => `${location.origin.replace(/^http/, "ws")}/api/v1/tables/${table}/socket?${query}`,
  (update) => update.events?.length && location.reload(),
  () => {},
);
