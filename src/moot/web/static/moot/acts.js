import { $, kept, root, toast } from "./page.js";

// Buttons that act on the page itself.
let awake = null;
const acts = {
  scheme(button) {
    const next = { "": "light", light: "dark", dark: "" }[root.dataset.scheme ?? ""];
    if (next) root.dataset.scheme = next; else delete root.dataset.scheme;
    document.cookie = `moot_scheme=${next}; path=/; max-age=31536000; samesite=lax`;
    kept.set("moot.scheme", next);
    ($("[data-says]", button) ?? button).textContent = { "": "as the device", light: "light", dark: "dark" }[next];
  },
  async awake(button) {
    try {
      if (awake) { await awake.release(); awake = null; } else awake = await navigator.wakeLock.request("screen");
      button.setAttribute("aria-pressed", String(!!awake));
    } catch { toast("This device does not let a page keep the screen on."); }
  },
  keys(button) {
    kept.set("moot.keys", kept.get("moot.keys") === "off" ? "on" : "off");
    button.setAttribute("aria-pressed", String(kept.get("moot.keys") !== "off"));
  },
  async copy(button) {
    await navigator.clipboard.writeText($(button.dataset.from).textContent.trim());
    toast("Copied.");
  },
  step(button) {
    const input = $("input", button.closest(".counter"));
    input[button.dataset.by > 0 ? "stepUp" : "stepDown"]();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  },
};
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  acts[button?.dataset.act]?.(button);
});
document.addEventListener("visibilitychange", async () => {
  if (awake && !document.hidden) awake = await navigator.wakeLock.request("screen").catch(() => null);
});
if (!root.dataset.scheme && kept.get("moot.scheme")) root.dataset.scheme = kept.get("moot.scheme");
