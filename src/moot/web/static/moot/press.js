import { $ } from "./page.js";

// One press, one command. The id is kept when no answer came, so that trying again cannot act twice.
const token = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
const waiting = new WeakSet();
const settled = (form) => { waiting.delete(form); form.removeAttribute("aria-busy"); };
const answered = (form) => { const id = form.elements?.namedItem("moot.id"); if (id) id.value = ""; };
document.addEventListener("submit", (event) => {
  const form = event.target, id = form.elements.namedItem("moot.id");
  if (!id) return;
  if (waiting.has(form)) { event.preventDefault(); event.stopImmediatePropagation(); return; }
  id.value ||= token();
  $(".refusal", form)?.replaceChildren();
  waiting.add(form);
  form.setAttribute("aria-busy", "true");
}, true);
// The second click of a double click is no second press, even when the answer to the first was quicker: what lies under
// the pointer by then may be another form. Not every touch screen counts clicks; a held key presses again and again.
let press = { at: -Infinity };
document.addEventListener("input", () => { press = { at: -Infinity }; });
const presses = (el) => {
  const button = el.closest?.("button");
  return button?.type === "submit" && button.form?.elements.namedItem("moot.id") ? button : null;
};
document.addEventListener("click", (event) => {
  const button = event.detail && presses(event.target);                       // a key's click has no detail
  if (!button) return;
  const tappedAgain = event.pointerType !== "mouse" && button === press.button && event.timeStamp - press.at < 350;
  const again = event.detail > 1 || tappedAgain;
  if (again) event.preventDefault(); else press = { button, at: event.timeStamp };
}, true);
document.addEventListener("keydown", (event) => {
  const held = event.repeat && event.key === "Enter" && !event.target.matches?.("textarea");
  if (held && event.target.form?.elements.namedItem("moot.id")) event.preventDefault();
});
document.addEventListener("formdata", ({ target, formData }) => {              // the player's share of the luck
  if (target.elements.namedItem("moot.id")) formData.set("moot.nonce", token());
});
document.addEventListener("htmx:after:request", (event) => event.target.matches?.("form") && answered(event.target));
document.addEventListener("htmx:finally:request", (event) => {
  if (!event.target.matches?.("form")) return;
  settled(event.target);
  if (event.detail?.ctx?.response?.status === 204) event.target.dispatchEvent(new Event("moot:done", { bubbles: true }));
});
addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach(settled));
