import { feed } from "./line.js";
import { $, seat, typing } from "./page.js";

// What somebody has begun to fill in is theirs until it is answered, whatever others change around it meanwhile: new
// choices come, defaults change, forms move. A draft is what the fields of one form hold, by value and not by place.
const drafts = new Map();
const idOf = (form) => form?.getAttribute("id");                              // not .id, which a field of that name would hide
const ticks = (el) => el.matches("[type=radio], [type=checkbox]");
const blanks = (form) => [...form.elements].filter((el) => el.id && el.matches("input:not([type=hidden], [type=file]), textarea, select"));
const key = (el) => (ticks(el) ? `${el.name}=${el.value}` : el.id);
const picks = (form, name) => form.elements.namedItem(name);
const written = (form) => new Map(blanks(form).filter((el) => !ticks(el)).map((el) => [el.id, el.value]));
const sent = new WeakMap();                                                   // what a form said when it was pressed
document.addEventListener("submit", ({ target: form }) => sent.set(form, written(form)), true);
document.addEventListener("moot:done", (event) => {                            // the next question starts empty
  const form = event.target;
  const speaks = form.matches(".composer"), voice = speaks && picks(form, "as").value;
  const before = sent.get(form), later = [...written(form)].filter(([id, text]) => text !== before?.get(id));
  form.reset();
  if (speaks) picks(form, "as").value = voice;                                // the speaker goes on speaking
  for (const [id, text] of later) {                                           // and what was written since the press stays
    const said = speaks && text.startsWith(before?.get(id)) ? before.get(id) : "";
    document.getElementById(id).value = text.slice(said.length).trimStart();
  }
  if (speaks || later.length) keep({ target: { form } });
  if (later.length) event.preventDefault();                                   // so it is not put away
});
const paused = () => $(".banner.pause, dialog[open] .paused");                // forms go away for a while only
const folded = (form) => form.closest("details:not([open])");
const unfold = (form) => { for (let fold; (fold = folded(form)); ) fold.open = true; };
const folds = (form) => ({ folded: !!folded(form), open: [...form.querySelectorAll("details")].map((fold) => fold.open) });
function keep({ target: { form } }) {
  if (!idOf(form)) return;
  hand = idOf(form);
  const held = new Map(blanks(form).map((el) => [key(el), ticks(el) ? el.checked : el.value]));
  const door = form.closest("[data-door]"), apart = form.closest("[data-way]")?.dataset.way;
  const offer = `${location.pathname}/form?${new URLSearchParams([["offer", picks(form, "moot.offer")?.value]])}`;
  const behind = door?.id ?? (apart ? undefined : `${idOf(form)}-fold`);      // where it comes to stand when something else is asked
  drafts.set(idOf(form), { held, door: behind, way: door?.dataset.door ?? offer, apart, ...folds(form) });
}
document.addEventListener("input", keep);
document.addEventListener("change", keep);
document.addEventListener("reset", (event) => drafts.delete(idOf(event.target)));
function putBack(form, { held, folded, open }) {
  const every = blanks(form);
  for (const el of every) if (ticks(el) && !held.has(key(el))) el.checked = el.defaultChecked;
  for (const el of every) {
    const was = held.get(key(el));
    if (was === undefined) continue;
    if (ticks(el)) el.checked = was;
    else if (el.value !== was && (!el.options || [...el.options].some((one) => one.value === was))) el.value = was;
  }
  for (const el of every)                                                     // what was picked is gone: the default then
    if (el.type === "radio" && el.defaultChecked && !every.some((one) => one.name === el.name && one.checked)) el.checked = true;
  if (!folded) unfold(form);
  form.querySelectorAll("details").forEach((fold, at) => { fold.open = open[at] ?? fold.open; });
}
function noteFolds() {
  for (const [id, draft] of drafts) {
    const form = document.getElementById(id);
    if (form) Object.assign(draft, folds(form), { sent: form.hasAttribute("aria-busy") });
  }
}
let focus = null, hand = "";                                                  // the form that was filled in last: not every device gives the focus to what is tapped
document.addEventListener("htmx:before:swap", (event) => {
  if (!feed(event)) return;
  noteFolds();
  const el = document.activeElement, form = idOf(el.form) ?? hand;
  focus = ((typing(el) && el.id) || drafts.has(form)) && { id: el.id, form, caret: el.selectionStart == null ? null : [el.selectionStart, el.selectionEnd] };
});
function take({ id, caret }) {
  const el = document.getElementById(id);
  if (!el) return;
  unfold(el);
  if (document.activeElement === el) return;
  el.focus({ preventScroll: true });
  if (caret) el.setSelectionRange(...caret);
}
function putAllBack() {
  for (const [id, draft] of drafts) {
    const form = document.getElementById(id);
    if (form) putBack(form, draft);
    else if (!paused() && !draft.door) drafts.delete(id);
  }
}
// What was begun behind a door stands open again, where the door still is; else it is over.
function reopen(within = document.body, way) {
  for (const [id, { door: behind, apart, folded, sent }] of drafts) {
    if (!behind || apart !== way || document.getElementById(id)) continue;
    const door = sent ? null : $(`#${behind}`, within);
    if (door && !folded) { door.open = true; unfold(door); }
    else if (!door && !paused()) drafts.delete(id);
  }
}
// What is under the hand goes on in the sheet where it has no place on the page any more, as long as it can be sent.
async function goOn(at, draft) {
  const headers = { "HX-Request": "true", "Moot-Looks": "1", "Moot-Seat": seat };
  const answer = await fetch(draft.way, { headers }).catch(() => null);
  if (!answer?.ok || answer.headers.has("Moot-Status") || document.getElementById(at.form) || $("dialog[open]")) return;
  drafts.set(at.form, { ...draft, apart: draft.way });
  document.dispatchEvent(new CustomEvent("moot:goes-on", { detail: { way: draft.way, then: () => take(at) } }));
}
let waits = null;                                                             // what had the focus, while its door is opened again
document.addEventListener("moot:opened", ({ target }) => {                     // a form behind a door is there again
  for (const form of target.querySelectorAll("form[id]")) if (drafts.has(idOf(form))) putBack(form, drafts.get(idOf(form)));
  const way = target.dataset.way ?? target.parentElement.dataset.way;
  if (way) reopen(target, way);
  if (waits && target.contains(document.getElementById(waits.id))) {
    if (!typing(document.activeElement)) take(waits);
    waits = null;
  }
});
document.addEventListener("htmx:after:swap", (event) => {
  if (!feed(event)) return;
  const draft = focus && drafts.get(focus.form);
  reopen();
  putAllBack();
  if (!focus) return;
  if (document.getElementById(focus.id)) take(focus);
  else if (drafts.has(focus.form)) waits = focus;
  else if (draft && !draft.apart && !draft.sent) goOn(focus, draft);
});

// A phone may drop a page while it is in a pocket, and a page that was left is loaded anew: what was begun
// waits for it, in this tab only.
const shelf = `moot.drafts ${location.pathname} ${seat}`;
function shelve() {
  noteFolds();
  const laid = [...drafts].map(([id, draft]) => [id, { ...draft, held: [...draft.held] }]);
  try { sessionStorage.setItem(shelf, JSON.stringify(laid)); } catch { /* private window */ }
}
function takeUp() {
  let laid = [];
  try { laid = JSON.parse(sessionStorage.getItem(shelf) ?? "[]"); } catch { /* private window */ }
  for (const [id, draft] of laid) drafts.set(id, { ...draft, held: new Map(draft.held) });
  putAllBack();
}
if ($(".at-table")) {
  takeUp();
  reopen();
  addEventListener("pagehide", shelve);
  document.addEventListener("visibilitychange", () => document.hidden && shelve());
}
