import { $, toast } from "./page.js";

// A refusal stands in its form: at the blank that it is about, which gets the focus and is heard with the words as what is
// said of it; else at the end, where it is an alert.
const line = (form) => $(".refusal", form);
const fold = (el) => el.closest("details:not([open])");
function control(form, name) {                                                // where one goes on: what has the focus or is picked, else the first
  const every = [...form.querySelectorAll(`[name="f.${name}"], [name^="f.${name}."], [name="moot.${name}"]`)];
  const open = every.filter((el) => el.type !== "hidden" && !el.disabled);
  const el = open.find((one) => one === document.activeElement) ?? open.find((one) => one.checked) ?? open[0];
  return (el?.matches("select") && $(".picker .picked", el.parentElement)) || el;
}
function place(form, name) {
  const el = control(form, name), words = line(form), room = el?.closest(".field, .by-hand, .components");
  if (!words || !room) return null;
  words.dataset.about = name;
  if (room.matches("table")) room.before(words);
  else if (words.parentElement !== room) room.firstElementChild.after(words);
  room.dataset.wrong = "";
  if (!el.matches("[type=radio], button")) el.ariaInvalid = "true";           // the two cannot be it, but for their room
  const said = el.getAttribute("aria-describedby") ?? "";
  if (!said.includes(words.id)) el.setAttribute("aria-describedby", `${said} ${words.id}`.trim());
  return el;
}
document.addEventListener("htmx:after:request", ({ target: form, detail }) => {   // the words come next, and are heard once
  const [, name] = (form.matches?.("form") && /data-about="([\w-]+)"/.exec(detail.ctx.text)) || [];
  const el = name && place(form, name);
  if (el && el !== document.activeElement) line(form).removeAttribute("role");
});
document.addEventListener("htmx:after:swap", () => {                          // what others do draws the form as it is at first
  for (const words of document.querySelectorAll(".refusal[data-about]:not(:empty)")) place(words.closest("form"), words.dataset.about);
});
export function see(form) {                                                   // wherever the button was
  const words = line(form), name = words?.dataset.about, el = name && control(form, name);
  if (!words?.firstChild) return;
  if (el) for (let shut; (shut = fold(el)); ) shut.open = true;
  el?.focus({ preventScroll: true });
  for (const one of [el?.closest("label") ?? el, words, name && words.previousElementSibling]) one?.scrollIntoView?.({ block: "nearest" });
}
export function say(form, words) {
  if (line(form) && form.isConnected) line(form).replaceChildren(words); else toast(words);
  see(form);
}
export function hush(form) {
  const words = line(form);
  words?.replaceChildren();
  if (!words?.dataset.about) return;
  delete words.dataset.about;
  words.setAttribute("role", "alert");
  form.append(words);
  for (const el of form.querySelectorAll("[data-wrong], [aria-invalid]")) { delete el.dataset.wrong; el.ariaInvalid = null; }
  for (const el of form.querySelectorAll(`[aria-describedby~="${words.id}"]`)) {
    const left = el.getAttribute("aria-describedby").split(" ").filter((id) => id !== words.id).join(" ");
    if (left) el.setAttribute("aria-describedby", left); else el.removeAttribute("aria-describedby");
  }
}
document.addEventListener("input", ({ target: { form, name } }) => {           // it is mended, as far as one can see
  const about = form && line(form)?.dataset.about;
  if (about && [`f.${about}`, `moot.${about}`].some((one) => name === one || name.startsWith(`${one}.`))) hush(form);
});
