import { $, seat, toast } from "./page.js";
import { hush, say, see } from "./refused.js";

// One press, one command. The id is kept when no answer came, so that trying again cannot act twice.
const PATIENCE = 10_000;                                                      // ms until a form that was not seen to be sent may be pressed again
const token = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
const acts = (form) => form?.getAttribute("method") === "post";
const stamp = (form) => form.elements.namedItem("moot.id");
const waiting = new WeakSet(), sent = new WeakSet();                          // pressed; and of these, on their way to the server
const words = (form) => (form.matches(".composer") ? form.elements.namedItem("text").value : "");
const said = new WeakMap(), next = new WeakSet();                             // a fast speaker has said more before the last was heard
const settled = (form) => { waiting.delete(form); sent.delete(form); busy(form, false); };
const busy = (form, is) => [form, ...apart(form)].forEach((el) => (is ? el.setAttribute("aria-busy", "true") : el.removeAttribute("aria-busy")));
const apart = (form) => document.querySelectorAll(`button[form="${form.getAttribute("id")}"]`);         // its button may be in the bar
function broken(form) {                                                       // a press that gets no answer
  if (!waiting.has(form) || sent.has(form)) return;
  settled(form);
  say(form, "Something on this page broke before this was sent. Press again; if that does not help, reload the page.");
}
const allBroken = () => setTimeout(() => document.querySelectorAll("form[hx-post][aria-busy]").forEach(broken));
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!acts(form)) return;
  if (waiting.has(form)) {
    if (words(form) !== said.get(form)) next.add(form);
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  said.set(form, words(form));
  if (stamp(form)) stamp(form).value ||= token();
  hush(form);
  waiting.add(form);
  busy(form, true);
  setTimeout(form.hasAttribute("hx-post") ? broken : settled, PATIENCE, form);
}, true);

// The second click of a double click is not a second press, even when the answer to the first was quicker: what is under
// the pointer by then may be another form. Not every touch screen counts clicks; a held key presses again and again.
// After something was written or picked in between, another press is meant, however quick.
let press = null, written = false;
const presses = (el) => {
  const button = el.closest?.("button");
  return button?.type === "submit" && acts(button.form) ? button : null;
};
document.addEventListener("click", (event) => {
  const button = event.detail && presses(event.target);                       // a key's click has no detail
  if (!button) return;
  const tappedAgain = event.pointerType !== "mouse" && button === press?.button && event.timeStamp - press.at < 350;
  const again = !written && (event.detail > 1 || tappedAgain);
  written = false;
  if (again) event.preventDefault(); else press = { button, at: event.timeStamp };
}, true);
document.addEventListener("input", () => { written = true; }, true);
document.addEventListener("keydown", (event) => {
  const held = event.repeat && event.key === "Enter" && !event.target.matches?.("textarea");
  if (held && acts(event.target.form)) event.preventDefault();
});
document.addEventListener("formdata", ({ target, formData }) => {              // whose page it is, and a random word for the luck
  if (seat && acts(target)) formData.set("moot.seat", seat);
  if (stamp(target)) formData.set("moot.nonce", token());
});

document.addEventListener("htmx:after:request", ({ target }) => { if (target.matches?.("form") && stamp(target)) stamp(target).value = ""; });
document.addEventListener("htmx:finally:request", ({ detail }) => {
  const form = detail?.ctx?.sourceElement, status = detail?.ctx?.response?.status;  // of a form that is gone by now the document tells
  if (!form?.matches?.("form")) return;
  settled(form);
  const more = next.delete(form);
  if (status === 204) {
    form.dispatchEvent(new Event("moot:done", { bubbles: true, cancelable: true }));
    if (more && words(form).trim()) form.requestSubmit();
  }
  else if (!status) say(form, "No answer came. Press again when you are connected: nothing is done twice.");
  else if (form.isConnected) see(form);
  else toast(new DOMParser().parseFromString(detail.ctx.text, "text/html").body.textContent.trim());
});
document.addEventListener("htmx:before:request", ({ target }) => sent.add(target));
document.addEventListener("htmx:error", ({ target }) => broken(target));       // also where htmx could not make a request of a form
addEventListener("error", allBroken);
addEventListener("unhandledrejection", allBroken);
addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach(settled));

// What lies under a finger stays there until the finger is lifted: what others do meanwhile is shown after the press, which
// else would begin on one thing and end on another that has come there, and so hit nothing.
const LONGEST = 2000, TAP = 100;                                              // ms: of a press; and from the finger to its click
let down = null, up = null, limit = 0;
function lift(wait) {
  clearTimeout(limit);
  limit = setTimeout(() => { up?.(); down = up = null; }, wait);
}
document.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest?.("a, button, input, label, select, summary, textarea, [role=option]")) return;
  down ??= new Promise((go) => { up = go; });
  lift(LONGEST);
}, true);
for (const [name, wait] of [["pointerup", TAP], ["pointercancel", 0], ["click", 0]]) document.addEventListener(name, () => lift(wait), true);
document.addEventListener("htmx:sse:before:message", ({ detail }) => { if (down) detail.waitUntil(down); });
export const lifted = () => down;

// The button in the bar changes while a hand moves: a press that was meant for the last question does nothing.
const bar = $("#bar"), STILL = 400;                                            // ms
const meant = () => [...bar.querySelectorAll("button")].map((button) => `${button.getAttribute("form")} ${button.value}`).join();
let lies = bar && meant(), still = 0;
function rest() {
  bar.inert = true;
  clearTimeout(still);
  still = setTimeout(() => { bar.inert = false; }, STILL);
}
if (bar) new MutationObserver(() => {
  if (lies === meant()) return;
  lies = meant();
  for (const button of bar.querySelectorAll("[aria-busy]"))
    if (!document.getElementById(button.getAttribute("form"))?.hasAttribute("aria-busy")) button.removeAttribute("aria-busy");
  rest();
}).observe(bar, { subtree: true, childList: true, attributes: true, attributeFilter: ["form", "value"] });
// While a form behind a door of the question is in hand, the bar gives way to its button (see .bar).
let hand = null;                                                              // a form of the question, or a door
function give() {
  const form = hand?.matches("form") ? hand : hand && $(":scope > .door > form", hand);
  const away = !!form?.checkVisibility() && form.closest("details[data-door]") !== null;
  if (away === bar.hasAttribute("data-aside")) return;
  for (const part of [bar, $("#now")]) part.toggleAttribute("data-aside", away);
  if (!away) rest();
}
async function take(el) {
  hand = el;
  await down;
  give();
}
if (bar) {
  for (const name of ["focusin", "pointerdown"])
    $("#now").addEventListener(name, ({ target }) => take(target.closest("#ask form") ?? target.closest("#ask details[data-door]")));
  document.addEventListener("moot:done", () => take(null));
  document.addEventListener("toggle", give, true);
  new MutationObserver(give).observe($("#ask"), { subtree: true, childList: true });
}
