import { $, seat, toast } from "./page.js";
import { lifted } from "./press.js";

// Doors: a label whose form is fetched when somebody opens it. Things: whatever people point at opens in a sheet, with
// what can be done with it. The page's stream keeps what is open true: each opening has a number that it goes by.
const sheet = $("#sheet"), inside = sheet && $(".sheet-body", sheet);
const beside = Object.assign(document.createElement("div"), { className: "sheet-beside", tabIndex: -1, role: "region", ariaLabel: "Chosen in the list" });
sheet?.append(beside);
const body = (door) => $(":scope > .door", door);
const shown = new WeakMap();                                                  // element -> what it was last filled with
const NO_ANSWER = "<p class=\"soft\">No answer came. Close this, and open it again when you are connected.</p>";
let line = "", last = 0;                                                      // what the stream calls itself; the last number
const openings = new Map();                                                   // number -> { room, way, by: the line that keeps it true, told: the place of what came last }
const isOpen = ({ room, way }) => room.isConnected && !room.closest("dialog:not([open], [data-way])")
  && (room === inside ? sheet.dataset.way === way : room === beside ? beside.dataset.way === way
    : room.parentElement.open && room.parentElement.dataset.door === way);
const isKept = (room) => !!line && [...openings.values()].some((one) => one.room === room && one.by === line && isOpen(one));
let closing = [];
function close(at) {                                                          // the stream need not tell of it any more
  openings.delete(at);
  if (!line) return;
  if (!closing.length) setTimeout(() => {
    const said = new URLSearchParams([["moot.seat", seat], ...closing.map((one) => ["opening", one])]);
    closing = [];
    fetch(`${location.pathname}/closed`, { method: "POST", body: said, keepalive: true }).catch(() => {});
  });
  closing.push(`${line} ${at}`);
}
const shut = (room) => { for (const [at, one] of openings) if (room.contains(one.room)) { asking.delete(one.room); close(at); } };
function number(room, way) {
  for (const [at, one] of openings) if (one.room === room) if (one.way === way) return at; else close(at);
  openings.set(++last, { room, way });
  return last;
}
async function fetched(way, at) {                                             // what is looked for may be over by now, which is not an error
  const headers = { "HX-Request": "true", "Moot-Looks": "1", ...(seat && { "Moot-Seat": seat }) };
  const by = line, opening = Object.assign(openings.get(at), { by, told: 0 });
  if (by) headers["Moot-Opening"] = `${by} ${at}`;
  try {
    const answer = await fetch(way, { headers }), told = Number(answer.headers.get("Moot-Told"));
    if (!told) opening.by = "";
    return { by, told, status: Number(answer.headers.get("Moot-Status") ?? answer.status), html: await answer.text() };
  } catch {
    opening.by = "";
    return { by, told: 0, status: 0, html: NO_ANSWER };
  }
}
const over = (status) => [401, 403, 404, 409].includes(status);               // other errors pass: what is shown stays
async function answered(room) {                                               // a form that was sent stays until its answer, which else nobody hears
  await lifted();
  while ($("form[aria-busy]", room)) await new Promise((go) => document.addEventListener("htmx:finally:request", () => setTimeout(go), { once: true }));
}
const asking = new WeakMap();                                                 // element -> the last time it was asked for
async function fill(room, way, first) {
  const ticket = {}, at = number(room, way);
  asking.set(room, ticket);
  const { by, told, status, html } = await fetched(way, at);
  await answered(room);
  const opening = openings.get(at);
  if (asking.get(room) !== ticket || !opening || !room.isConnected) return true;   // something newer is on its way
  if (by === line && told < opening.told) return true;                        // or the stream was quicker
  opening.told = told;
  return show(room, status, html, first);
}
async function show(room, status, html, first) {
  if (shown.get(room) === html || !(first || status === 200 || over(status))) return !over(status);
  shown.set(room, html);
  if (window.htmx) await window.htmx.swap({ sourceElement: room, target: room, swap: "innerMorph", text: html });
  else room.innerHTML = html;
  if (status === 200) room.dispatchEvent(new Event("moot:opened", { bubbles: true }));
  return !over(status);
}
const open = (door, first = true) => fill(body(door), door.dataset.door, first);
document.addEventListener("toggle", async ({ target: door }) => {
  const meant = $(":scope > summary", door) === document.activeElement;       // by who pressed it, who then sees what is behind it
  if (door.dataset?.door) if (door.open) await open(door); else shut(body(door));
  if (meant && door.open && door.closest("#now, .sheet-body")) door.scrollIntoView({ block: "nearest" });
}, true);

// The sheet: from below on a phone, beside the page on a laptop. Escape, its button and the way back close it.
let from = null;
const opened = () => !!sheet?.open;
let coming = false;                                                           // a sheet is on its way, perhaps just as another one closes
let going = false;                                                            // the way back of one that was closed is not gone yet
export async function look(address) {
  coming = !opened();
  if (coming) from = document.activeElement;
  shut(inside);
  putAside();
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
document.addEventListener("moot:goes-on", async ({ detail: { way, then } }) => { await look(way); then(); });
// A list is a drawer with room to work in, where there is room: what is chosen in it opens beside it, and both stay.
const wide = matchMedia("(min-width: 64rem)");
const isDrawer = () => wide.matches && opened() && !!$("[data-list]", inside);
function putAside() {
  shut(beside);
  shown.delete(beside);
  delete beside.dataset.way;
  beside.replaceChildren();
}
async function lay(thing) {
  putAside();
  const way = beside.dataset.way = thing.getAttribute("href");
  mark();
  await fill(beside, way, true);
  if (beside.dataset.way !== way) return;
  beside.scrollTop = 0;
  beside.focus({ preventScroll: true });
}
function mark() {                                                             // which row of the list is the one beside it
  for (const row of inside.querySelectorAll("a.thing")) {
    if (row.getAttribute("href") === beside.dataset.way) row.setAttribute("aria-current", "true"); else row.removeAttribute("aria-current");
  }
}
document.addEventListener("moot:opened", ({ target }) => { if (target === inside) mark(); });
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
  if (coming || opened()) return;                                              // it is told with the next frame, and may be open again by then
  delete sheet.dataset.way;
  shut(inside);
  putAside();
  if (history.state?.sheet && !going) { going = true; history.back(); }
  if (from?.isConnected) from.focus({ preventScroll: true });
});
if (history.state?.sheet) history.replaceState(null, "");                     // a page that was loaded again has it closed
addEventListener("popstate", () => {
  if (!going) return leave();
  going = false;                                                              // and what was opened since stays
  if (opened() && !history.state?.sheet) history.pushState({ sheet: true }, "");
});
// A press beside the sheet begins and ends there: text that is marked past its edge, or a row that goes under the finger, is not one.
const isOutside = ({ target, clientX: x, clientY: y }) => {
  const box = target === sheet && sheet.getBoundingClientRect();
  return box && (x < box.left || x > box.right || y < box.top || y > box.bottom);
};
let began = false;
document.addEventListener("pointerdown", (event) => { began = isOutside(event); }, true);
document.addEventListener("click", (event) => {
  if (began && isOutside(event)) return leave();
  const thing = event.target.closest?.("a.thing, [data-opens]");
  if (!thing || event.ctrlKey || event.metaKey || event.shiftKey || !sheet) return;
  event.preventDefault();
  if (isDrawer() && sheet.contains(thing)) lay(thing); else look(thing.getAttribute("href"));
});
// What was pressed is put away: the sheet, or a door on the page.
document.addEventListener("moot:done", (event) => {
  const door = event.target.closest("#ask details.tool[data-door]");
  if (event.defaultPrevented) return;
  if (sheet?.contains(event.target)) {
    const behind = event.target.closest("details[data-door]"), stays = $("[data-stays]", sheet)?.dataset.stays;
    const [verb] = ($("[name='moot.offer']", event.target)?.value ?? "").split(":");
    const worksOn = !!stays && stays.split(" ").includes(verb);               // the thing itself is being made
    if (isDrawer() || worksOn) { if (behind) { behind.open = false; $("summary", behind).focus({ preventScroll: true }); } } else if (stays !== "") leave();
  }
  else if (door) {
    door.open = false;
    $("summary", door).focus({ preventScroll: true });
    $("#now").scrollTop = 0;                                                  // to what came of it
  }
});

// The stream tells of what is open and changed. What no stream keeps true is fetched again when something happened: it was
// opened while there was no line, or another line since.
function end(room, way) {
  if (room === beside && way === beside.dataset.way) putAside();
  else if (room === inside && way === sheet.dataset.way) { leave(); toast("That is over: the game has moved on."); }
}
document.addEventListener("moot:line", ({ detail }) => { line = detail.data; });
document.addEventListener("moot:opening", async ({ detail: { data } }) => {
  const head = data.indexOf("\n"), [at, told, status] = data.slice(0, head).split(" ").map(Number);
  const opening = openings.get(at);
  if (opening) await answered(opening.room);
  if (openings.get(at) !== opening || !opening || !isOpen(opening)) return close(at);
  if (told < opening.told) return;
  opening.told = told;
  if (!(await show(opening.room, status, data.slice(head + 1), false))) end(opening.room, opening.way);
});
let due = 0;
async function again() {
  for (const [room, holder] of [[inside, sheet], [beside, beside]]) {
    const way = holder?.dataset.way;
    if (way && !isKept(room) && !(await fill(room, way, false))) end(room, way);
  }
  for (const door of document.querySelectorAll("details[open][data-door]"))
    if (!door.closest("dialog:not([open])") && !isKept(body(door))) open(door, false);
}
document.addEventListener("htmx:sse:after:message", () => {
  clearTimeout(due);
  due = setTimeout(again, 60);
});
