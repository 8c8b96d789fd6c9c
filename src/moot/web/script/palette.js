import { leave, look } from "./doors.js";
import { $, seat } from "./page.js";

// Everything is found by typing. What is on offer is there whole, and only what has the typed words stays shown; people
// and things, rules and lines of the story are looked for at the table. Arrows go from row to row.
const sought = (text) => text.toLowerCase().replaceAll("’", "'");                 // apostrophes as keyboards have them
const said = (line) => sought(line?.value ?? "").split(/\s+/).filter(Boolean);
const words = () => said($("#find-words, #house-words"));
const PAUSE = 150;                                                             // ms without a key until the table is asked
// A row is found by its heading, too: that of the rows among which it stands, or of the list that it is in.
function heading(row, room) {
  for (let el = row; el !== room && !el.matches(".thing-open > .verbs"); el = el.parentElement)
    for (let before = el.previousElementSibling; before; before = before.previousElementSibling) {
      if (before.matches("h4, .sub, .board-head")) return before;
      if (!before.matches(".row-thing, .option, details")) break;
    }
  return null;
}
function siftRows(all, room, asked) {
  const headings = new Map();                                                  // each with whether a row under it is shown
  for (const row of all) {
    const over = heading(row, room), text = sought(`${($("summary", row) ?? row).textContent} ${over?.textContent ?? ""}`);
    row.hidden = !asked.every((word) => text.includes(word));
    if (over) headings.set(over, headings.get(over) || !row.hidden);
  }
  for (const [over, shown] of headings) over.hidden = !shown;
}
function sift() {
  const asked = words(), has = (text) => asked.every((word) => sought(text).includes(word));
  for (const list of document.querySelectorAll(".options-here > section")) siftRows(list.querySelectorAll(":scope > .option"), list, asked);
  for (const list of document.querySelectorAll("#found .verbs")) {
    const heap = list.closest(".heap"), heading = heap ? $("summary", heap) : list.previousElementSibling;
    for (const door of list.children) door.hidden = !has(`${($("summary", door) ?? door).textContent} ${heading.textContent}`);
    (heap ?? heading).hidden = ![...list.children].some((one) => !one.hidden);
    if (heap && asked.length) heap.open = true;
  }
  say();
}
const rows = () => [...document.querySelectorAll("#found summary, #beyond summary, #beyond a")].filter((row) => row.checkVisibility() && !row.closest(".door"));
const say = () => { const none = $("#nothing-found"); if (none) none.hidden = !words().length || rows().length > 0; };
let due = 0, last = 0;
async function beyond() {
  const line = $("#find-words"), room = $("#beyond"), ticket = ++last;
  if (!line) return;                                                           // another sheet took its place
  const asked = new URLSearchParams([["q", line.value], ["seat", seat]]);
  const answer = await fetch(`${room.dataset.found}?${asked}`).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  if (ticket !== last || !room.isConnected) return;                            // more was typed since
  room.innerHTML = html;
  say();
}
document.addEventListener("input", ({ target }) => {
  if (!target.matches("#find-words, #house-words")) return;
  sift();
  clearTimeout(due);
  if (target.id === "find-words") due = setTimeout(beyond, PAUSE);
});
document.addEventListener("moot:opened", ({ target }) => {
  if ($("#find-words, #house-words", target)) sift();
  for (const line of target.querySelectorAll(".here-words")) siftHere(line);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".find") || !$("#sheet")?.open) return;
  event.preventDefault();
  const [row] = rows();
  row?.focus();
  row?.click();
}, true);
// A long list has a line of its own: only its rows are looked through then, and where none has the words, Enter looks everywhere.
const listed = (line) => [...line.closest(".thing-open").querySelectorAll(".verbs > *, .row-thing")];
const siftHere = (line) => siftRows(listed(line), line.closest(".thing-open"), said(line));
const rowsHere = (line) => listed(line).filter((row) => row.checkVisibility()).map((row) => $("summary, a, button", row)).filter(Boolean);
document.addEventListener("input", ({ target }) => { if (target.matches(".here-words")) siftHere(target); });
async function everywhere(asked) {
  await look(`${location.pathname}/find`);
  const line = $("#find-words");
  if (!line) return;
  line.value = asked;
  line.dispatchEvent(new Event("input", { bubbles: true }));
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches(".here-words")) return;
  event.preventDefault();
  const [row] = rowsHere(event.target);
  if (!row) return everywhere(event.target.value);
  row.focus();
  row.click();
});
document.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key], here = $(".here-words", event.target.closest(".thing-open") ?? document.createElement("p"));
  const line = here ?? $("#find-words");
  if (!by || !line || !event.target.closest(".sheet-body, .sheet-beside") || !(event.target === line || event.target.matches("summary, a"))) return;
  const every = [line, ...(here ? rowsHere(here) : rows())], to = every[every.indexOf(event.target) + by];
  event.preventDefault();
  to?.focus();
});
// A line of the story that is on the page is gone to there; any other is a link to the journal.
document.addEventListener("click", (event) => {
  const told = event.target.closest?.("#beyond a.told"), line = told && document.getElementById(new URL(told.href).hash.slice(1));
  if (!line?.closest("#lines") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  leave();
  $("#tab-journal").click();
  line.tabIndex = -1;
  line.scrollIntoView({ block: "center" });
  line.focus({ preventScroll: true });
});
