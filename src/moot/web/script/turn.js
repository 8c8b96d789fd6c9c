import { $, kept, typing } from "./page.js";

// A new question comes to its top and takes the focus to its heading, unless somebody is writing. The title says whose turn it is;
// nobody waits for an answer to a free question.
const ask = $("#ask"), now = $("#now"), moment = $(".moment"), bar = $("#bar"), side = $(".story-side"), sheet = $("#sheet"), title = document.title;
const question = () => $("#question")?.dataset.question ?? "";
const turn = () => !!asked && !$("#question")?.hasAttribute("data-free");
let asked = question(), pressed = 0, sent = null, unseen = false;
const icon = $("link[rel=icon]"), usual = icon?.href;
const tell = () => {
  document.title = turn() ? `● Your turn – ${title}` : title;
  if (icon) icon.href = turn() ? usual.replace("moot.svg", "turn.svg") : usual;
};
// Those who asked to be told (see acts.js) hear two notes; away from the page they are told as the device allows.
function call() {
  if (kept.get("moot.tell") !== "on") return;
  const sound = new AudioContext(), at = sound.currentTime;
  [660, 880].forEach((pitch, n) => {
    const note = sound.createOscillator(), loud = sound.createGain();
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, at + n * 0.18);
    loud.gain.exponentialRampToValueAtTime(0.001, at + n * 0.18 + 0.3);
    note.connect(loud).connect(sound.destination);
    note.start(at + n * 0.18);
    note.stop(at + n * 0.18 + 0.3);
  });
  if (!document.hidden) return;
  navigator.vibrate?.([80, 60, 80]);
  if (globalThis.Notification?.permission === "granted") {
    const told = new Notification(`Your turn – ${title}`, { body: $("#ask .ask-title")?.textContent ?? "", tag: location.pathname });
    told.onclick = () => { window.focus(); told.close(); };
  }
}
function look() {
  side?.toggleAttribute("data-asked", bar !== null && $("button", bar) !== null);
  const gone = sent !== null && !sent.isConnected;
  if (gone) sent = null;
  if (asked !== question()) {
    asked = question();
    tell();
    if (turn()) call();
    unseen = sheet.open;
    if (typing(document.activeElement) || unseen) return;
    now.scrollTop = 0;
    heading();
  } else if (document.activeElement === document.body && !stays(held) && performance.now() - pressed < 5000) {
    if (gone) now.scrollTop = 0;                                              // to what came of it, once
    heading();
  }
}
function heading() {                                                          // but the focus does not leave another part of the page
  const at = document.activeElement, line = $(".ask-title", ask);
  if (!line || (!asked && performance.now() - pressed > 5000) || (at !== document.body && !moment.contains(at))) return;
  line.tabIndex = -1;
  line.focus({ preventScroll: true });
}
// What had the focus may go by what others do: then the question has it, or the part of the page that it stood in.
let held = null, room = null;
const stays = (el) => el?.checkVisibility() && !el.disabled;                    // and it is only about to hand the focus on
document.addEventListener("focusin", ({ target }) => { held = target; room = target.closest("dialog, .panel"); });
function mend() {
  if (!held || held.isConnected || document.activeElement !== document.body) return;
  const line = room && room !== now && room.checkVisibility() ? room : $(".ask-title", ask) ?? now;
  if (!line.hasAttribute("tabindex")) line.tabIndex = -1;
  line.focus({ preventScroll: true });
}
// What happens is read aloud from where it stands; behind another tab of a phone it cannot be, and is said here then.
const beat = $("#beat"), told = $("#told");
if (beat) new MutationObserver(() => {
  now.toggleAttribute("data-lobby", $(".lobby", beat) !== null);
  told.textContent = now.checkVisibility() ? "" : beat.textContent.replace(/\s+/g, " ");
}).observe(beat, { subtree: true, childList: true, characterData: true });
if (ask) {
  tell();
  const watch = new MutationObserver(look);
  watch.observe(ask, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-question"] });
  if (bar) watch.observe(bar, { subtree: true, childList: true });            // its button may go by itself, and the focus with it
  sheet.addEventListener("close", () => { if (unseen) now.scrollTop = 0; unseen = false; });
  new MutationObserver(mend).observe(document.body, { subtree: true, childList: true });
  document.addEventListener("submit", ({ target }) => { pressed = performance.now(); sent = ask.contains(target) ? target : null; }, true);
}
