import { leave } from "./doors.js";
import { $, kept, root, toast } from "./page.js";

// Buttons that act on the page itself.
const SAYS = { "": "as the device", light: "light", dark: "dark" };
let awake = null;
const tells = () => kept.get("moot.tell") === "on";
const keys = () => kept.get("moot.keys") !== "off";
function show() {                                                             // the current settings, on buttons that may be new
  for (const el of document.querySelectorAll("[data-act=scheme] [data-says]")) el.textContent = SAYS[root.dataset.scheme ?? ""];
  for (const el of document.querySelectorAll("[data-act=awake]")) el.setAttribute("aria-pressed", String(!!awake));
  for (const el of document.querySelectorAll("[data-act=tell]")) el.setAttribute("aria-pressed", String(tells()));
  for (const el of document.querySelectorAll("[data-act=keys]")) el.setAttribute("aria-pressed", String(keys()));
}
const acts = {
  scheme() {
    const next = { "": "light", light: "dark", dark: "" }[root.dataset.scheme ?? ""];
    if (next) root.dataset.scheme = next; else delete root.dataset.scheme;
    document.cookie = `moot_scheme=${next}; path=/; max-age=31536000; samesite=lax`;
    kept.set("moot.scheme", next);
  },
  async awake() {
    try {
      if (awake) { await awake.release(); awake = null; } else awake = await navigator.wakeLock.request("screen");
    } catch { toast("This device does not let a page keep the screen on."); }
  },
  leave,
  print: () => print(),
  async tell() {
    kept.set("moot.tell", tells() ? "off" : "on");
    if (tells()) await globalThis.Notification?.requestPermission?.().catch(() => {});
  },
  keys() { kept.set("moot.keys", keys() ? "off" : "on"); },
  async copy(button) {
    const from = $(button.dataset.from);
    try {
      await navigator.clipboard.writeText(from.textContent.trim());
      toast("Copied.");
    } catch {                                                                 // on plain http, as on most home networks
      getSelection().selectAllChildren(from);
      toast(document.execCommand("copy") ? "Copied." : "This device does not let a page copy. The text is selected: copy it yourself.");
    }
  },
  step(button) {
    const input = $("input", button.closest(".counter"));
    input[button.dataset.by > 0 ? "stepUp" : "stepDown"]();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  },
};
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-act]");
  if (!button) return;
  await acts[button.dataset.act]?.(button);
  show();
});
document.addEventListener("visibilitychange", async () => {
  if (!awake || document.hidden) return;
  awake = await navigator.wakeLock.request("screen").catch(() => null);
  show();
});
if (!root.dataset.scheme && kept.get("moot.scheme")) root.dataset.scheme = kept.get("moot.scheme");
show();
document.addEventListener("htmx:after:swap", show);
