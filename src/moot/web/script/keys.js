import { count } from "./journal.js";
import { look } from "./doors.js";
import { $, kept, typing } from "./page.js";

// Keys: 1-5 panels, n what is asked, j journal, ? help, Esc leaves a field. They can be switched off.
const visit = (el) => {                                                       // focusable only while visited
  const lent = el && !el.hasAttribute("tabindex");
  if (lent) el.tabIndex = -1;
  el?.focus({ preventScroll: true });
  if (lent) el.addEventListener("blur", () => el.removeAttribute("tabindex"), { once: true });
};
const first = (selector) => [...document.querySelectorAll(selector)].find((el) => el.checkVisibility());
const FIELDS = "#ask form :is(button, input, textarea, select):not(:disabled, [type=hidden])";
const show = (name) => { const tab = $(`#tab-${name}`); if (tab) { tab.checked = true; count(); } };
function within(event) {
  const line = first("dialog[open] .find input");
  event.preventDefault();
  if (line) line.focus(); else look(`${location.pathname}/find`);
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.isComposing || event.keyCode === 229) return;                     // Safari ends a composition before its last key
  if (event.key === "Escape") return document.activeElement?.blur();
  if (event.key === "Enter" && !event.shiftKey && event.target.matches?.(".composer textarea") && matchMedia("(hover: hover)").matches) {
    event.preventDefault();
    return event.repeat || event.target.form.requestSubmit();
  }
  if (typing(event.target) || kept.get("moot.keys") === "off" || !$(".at-table")) return;
  if ($("dialog[open]")) return event.key === "/" && within(event);           // in a sheet, to the line where one finds
  const panel = ["now", "me", "everyone", "journal", "more"][event.key - 1];
  if (panel) { show(panel); visit($(`#${panel}`)); }
  else if (event.key === "n") { show("now"); (first(FIELDS) ?? first("#bar button") ?? first("#ask summary"))?.focus(); }
  else if (event.key === "j") { show("journal"); $(".composer textarea")?.focus(); }
  else if (event.key === "/") look(`${location.pathname}/find`);
  else if (event.key === "?") look(`${location.pathname}/keys`);
  else return;
  event.preventDefault();
});
document.addEventListener("click", (event) => {                               // past all that stands between, to the button in the bar
  const to = () => $("#bar button"), meant = event.target.closest?.('a[href="#bar"]') && to()?.getAttribute("form");
  if (!meant) return;
  event.preventDefault();
  const go = () => {
    if (to()?.getAttribute("form") !== meant) return;                         // another question came, and has the focus
    if (to().closest("[inert]")) setTimeout(go, 50); else to().focus();       // it takes no press while it is new
  };
  go();
});
