import { isBegun } from "./drafts.js";
import { $, seat, toast } from "./page.js";

// Doors: a label whose form is fetched when somebody opens it. Things: whatever people point at opens in a sheet, with
// what can be done with it. What is open is fetched again when something happens at the table, so that it stays true.
const sheet = $("#sheet"), inside = sheet && $(".sheet-body", sheet);
const body = (door) => $(":scope > .door", door);
const shown = new WeakMap();                                                  // element -> what it was last filled with
const NO_ANSWER = "<p class=\"soft\">No answer came. Close this, and open it again when you are connected.</p>";
async function fetched(way) {                                                 // what is looked for may be over by now, which is not an error
  try {
    const headers = { "HX-Request": "true", "Moot-Looks": "1", ...(seat && { "Moot-Seat": seat }) };
    const answer = await fetch(way, { headers });
    return { status: Number(answer.headers.get("Moot-Status") ?? answer.status), html: await answer.text() };
  } catch { return { status: 0, html: NO_ANSWER }; }
}
const over = (status) => [401, 403, 404, 409].includes(status);               // other errors pass: what is shown stays
const asking = new WeakMap();                                                 // element -> the last time it was asked for
async function fill(room, way, first) {
  const ticket = {};
  asking.set(room, ticket);
  const { status, html } = await fetched(way);
  if (asking.get(room) !== ticket || !room.isConnected) return true;           // something newer is on its way
  if (shown.get(room) === html || !(first || status === 200 || over(status))) return !over(status);
  shown.set(room, html);
  if (window.htmx) await window.htmx.swap({ sourceElement: room, target: room, swap: "innerMorph", text: html });
  else room.innerHTML = html;
  if (status === 200) room.dispatchEvent(new Event("moot:opened", { bubbles: true }));
  return !over(status);
}
const open = (door, first = true) => fill(body(door), door.dataset.door, first);
document.addEventListener("toggle", ({ target: door }) => {
  if (door.dataset?.door && door.open) open(door);
}, true);

// The sheet: from below on a phone, beside the page on a laptop. Escape, its button and the way back close it.
let from = null;
const opened = () => !!sheet?.open;
let coming = false;                                                           // a sheet is on its way, perhaps just as another one closes
export async function look(address) {
  coming = !opened();
  if (coming) from = document.activeElement;
  sheet.dataset.way = address;
  inside.replaceChildren();
  shown.delete(inside);
  begun = false;
  await fill(inside, address, true);
  if (sheet.dataset.way !== address) return;
  if (!opened()) {
    sheet.showModal();
    if (!history.state?.sheet) history.pushState({ sheet: true }, "");
  }
  coming = false;
  begin();
}
let begun = false;
function begin() {                                                            // once, when the sheet is open and something stands in it
  if (begun || !opened() || !inside.firstElementChild) return;
  begun = true;
  sheet.scrollTop = inside.scrollTop = 0;                                     // a browser keeps how far down the last one was read
  $("#find-words", inside)?.focus();
  const only = inside.querySelectorAll(".verbs > [data-door]");
  if (only.length === 1 && !$(".sheet", inside)) only[0].open = true;
}
document.addEventListener("moot:opened", ({ target }) => { if (target === inside) begin(); });
export const leave = () => opened() && sheet.close();
sheet?.addEventListener("close", () => {
  if (coming) return;
  delete sheet.dataset.way;
  asking.delete(inside);
  if (history.state?.sheet) history.back();
  if (from?.isConnected) from.focus({ preventScroll: true });
});
if (history.state?.sheet) history.replaceState(null, "");                     // a page that was loaded again has it closed
addEventListener("popstate", leave);
// A press beside the sheet begins and ends there: text that is marked past its edge, or a row that goes under the finger, is not one.
const beside = ({ target, clientX: x, clientY: y }) => {
  const box = target === sheet && sheet.getBoundingClientRect();
  return box && (x < box.left || x > box.right || y < box.top || y > box.bottom);
};
let began = false;
document.addEventListener("pointerdown", (event) => { began = beside(event); }, true);
document.addEventListener("click", (event) => {
  if (began && beside(event)) return leave();
  const thing = event.target.closest?.("a.thing, [data-opens]");
  if (!thing || event.ctrlKey || event.metaKey || event.shiftKey || !sheet) return;
  event.preventDefault();
  look(thing.getAttribute("href"));
});
// What was pressed is put away: the sheet, or a door on the page, unless its form can be pressed again as it stands.
let filled = false;
document.addEventListener("moot:done", ({ target }) => { filled = isBegun(target); }, true);
document.addEventListener("moot:done", (event) => {
  const door = event.target.closest("#ask details.tool[data-door]");
  if (event.defaultPrevented) return;
  if (sheet?.contains(event.target)) { if (!$("[data-stays]", sheet)) leave(); }
  else if (door && filled) {
    door.open = false;
    $("summary", door).focus({ preventScroll: true });
    $("#now").scrollTop = 0;                                                  // to what came of it
  }
});

// Something happened: what is open is fetched again.
let due = 0;
async function again() {
  const way = sheet?.dataset.way;
  if (way && !(await fill(inside, way, false)) && way === sheet.dataset.way) { leave(); toast("That is over: the game has moved on."); }
  for (const door of document.querySelectorAll("details[open][data-door]:not(.why), details[open][data-door*=\"/form?\"]")) open(door, false);
}
document.addEventListener("htmx:sse:after:message", () => {
  clearTimeout(due);
  due = setTimeout(again, 60);
});

// Everything on offer is found by typing: the list is there whole, and only what has the typed words stays shown.
function sift() {
  const words = $("#find-words, #house-words")?.value.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  for (const door of document.querySelectorAll("#found details:not(.heap), .options-here > section > .option")) {
    const text = (door.matches("details") ? $("summary", door) : door).textContent.toLowerCase();
    door.hidden = !words.every((word) => text.includes(word));
  }
  for (const list of document.querySelectorAll("#found .verbs")) {
    const heap = list.closest(".heap");
    (heap ?? list.previousElementSibling).hidden = ![...list.children].some((one) => !one.hidden);
    if (heap && words.length) heap.open = true;
  }
}
document.addEventListener("input", ({ target }) => { if (target.matches("#find-words, #house-words")) sift(); });
document.addEventListener("moot:opened", ({ target }) => { if (target === inside) sift(); });
document.addEventListener("submit", (event) => { if (event.target.matches(".find") && sheet?.open) event.preventDefault(); }, true);
