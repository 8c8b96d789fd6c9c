// What a page cannot do without script, and nothing else: dice that land, keys, one press one command,
// a screen that stays awake, light or dark, and a word when the line is lost. Pages read well without it.

const root = document.documentElement;
const $ = (selector, from = document) => from.querySelector(selector);
const typing = (el) => el?.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
const kept = { get: (k) => { try { return localStorage.getItem(k); } catch { return null; } },
               set: (k, v) => { try { localStorage.setItem(k, v); } catch { /* private window */ } } };

export function toast(text) {
  const line = Object.assign(document.createElement("p"), { className: "toast", textContent: text });
  $(".toasts")?.append(line);
  setTimeout(() => line.remove(), 5000);
}

// Dice. A throw that arrives, or whose data-roll changes, lands. What was on the page at first lies still.
function land(el) {
  for (const dice of el.matches?.(".throw") ? [el] : el.querySelectorAll?.(".throw[data-roll]") ?? [])
    for (const die of dice.querySelectorAll(".die")) {
      die.classList.remove("rolling");
      void die.getBoundingClientRect();
      die.classList.add("rolling");
      die.addEventListener("animationend", () => die.classList.remove("rolling"), { once: true });
    }
}
new MutationObserver((changes) => {
  for (const { type, target, addedNodes, oldValue } of changes)
    if (type === "childList") addedNodes.forEach((node) => node.nodeType === 1 && land(node));
    else if (target.dataset.roll && target.dataset.roll !== oldValue) land(target);
}).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-roll"], attributeOldValue: true });

// One press, one command. The id is kept when no answer came, so that trying again cannot act twice.
const token = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
const waiting = new WeakSet(), sent = new WeakMap();
const settled = (form) => { waiting.delete(form); form.removeAttribute("aria-busy"); };
const answered = (form) => { const id = form.elements?.namedItem("moot.id"); if (id) id.value = ""; };
document.addEventListener("submit", (event) => {
  const form = event.target, id = form.elements.namedItem("moot.id");
  if (!id) return;
  if (waiting.has(form)) { event.preventDefault(); event.stopImmediatePropagation(); return; }
  id.value ||= token();
  $(".refusal", form)?.replaceChildren();
  waiting.add(form);
  sent.set(form, written(form));
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
  if (event.detail?.ctx?.response?.status === 204) afresh(event.target);      // done: whatever is asked next starts anew
});
addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach(settled));

// The line to the server. Only these events know about it: everything else asks the page's data-link.
export function showLink(state) { root.dataset.link = state; }
const feed = (event) => event.target?.matches?.("[hx-sse\\:connect]") && event.target;
document.addEventListener("htmx:sse:after:connection", () => showLink("up"));
document.addEventListener("htmx:sse:before:connection", (e) => {
  if (root.dataset.link === "gone") e.preventDefault();
  else if (e.detail.connection.attempt > 0 && !document.hidden) showLink("lost");
});
const gone = ({ detail }) => (detail?.status ?? detail?.ctx?.response?.status) === 401; // this seat is no more
document.addEventListener("htmx:sse:error", (e) => showLink(gone(e) ? "gone" : "lost"));
document.addEventListener("htmx:sse:close", (e) => {                          // "removed" is ours; any other end is a loss
  if (!["removed", "cleanup", "message"].includes(e.detail.reason)) again(feed(e));
});
for (const name of ["htmx:error", "htmx:response:error"])                     // the first connection failed: htmx does not retry it
  document.addEventListener(name, (e) => feed(e) && (gone(e) ? showLink("gone") : again(feed(e))));
function again(el) {
  if (root.dataset.link === "gone") return;
  showLink("lost");
  if (el) setTimeout(() => el.isConnected && el.dispatchEvent(new Event("moot:reconnect")), 2000 + 3000 * Math.random());
}
addEventListener("offline", () => showLink("lost"));

// Spreading dice over forms: giving one a die that another has, swaps the two.
document.addEventListener("change", (event) => {
  const spread = event.target.closest(".spread");
  if (!spread) return;
  const rows = [...spread.querySelectorAll(".slot")], mine = event.target.closest(".slot");
  const at = (row) => [...row.querySelectorAll("input")];
  const picked = at(mine).indexOf(event.target);
  const rival = rows.find((row) => row !== mine && at(row)[picked]?.checked);
  const free = at(mine).findIndex((_, i) => !rows.some((row) => at(row)[i]?.checked));
  if (rival && free >= 0) at(rival)[free].checked = true;
});

// What hangs on another choice is shut until that is made, and what has a price while the purse cannot pay it.
const whose = (el) => el.name ?? el.closest("select").name;
const made = (form) => new Set([...form.querySelectorAll(":checked")].map((el) => `${whose(el)}:${el.value}`));
function shut(el, is) {
  el.disabled = is;
  (el.closest("label") ?? el).hidden = is;
  for (const inner of el.querySelectorAll("input, select, textarea")) inner.disabled = is;
  if (is && el.matches("option:checked")) el.closest("select").value = "";
  else if (is && el.checked) {
    el.checked = false;
    const none = el.type === "radio" && $(`[name="${el.name}"][value=""]`, el.form);
    if (none) none.checked = true;
  }
}
function fit(form) {
  const tied = [...form.querySelectorAll("[data-needs]")], priced = [...form.querySelectorAll("[data-costs]")];
  const closed = (el) => el.dataset.needs && !el.dataset.needs.split(" ").some((need) => made(form).has(need));
  for (let round = 0; round < 3; round++) for (const el of tied) shut(el, !!closed(el));     // what is shut may shut more
  for (const field of new Set(tied.map((el) => el.closest("fieldset.field")).filter(Boolean)))
    field.hidden = [...field.querySelectorAll("input")].every((el) => el.disabled || !el.value);
  let left = +(form.dataset.purse ?? 0);
  for (const el of priced) if (el.checked) left -= +el.dataset.costs;
  for (const el of priced) if (!el.checked) el.disabled = !!closed(el) || +el.dataset.costs > left;
}

// A reckoning: what is tapped adds up, and of the rows that the server worked out the one for that sum is shown.
function reckon(box) {
  const taps = [...box.querySelectorAll("[data-adds]:checked:not(:disabled)")];
  const adds = new Map(taps.map((el) => [el.value, +el.dataset.adds]));
  const sum = [...adds.values()].reduce((all, one) => all + one, +box.dataset.reckon);
  for (const row of box.querySelectorAll("[data-at]")) row.hidden = +row.dataset.at !== sum;
}

// A look-up: the codes of what is chosen spell a key, and the row is shown that the server has worked out for it. The
// first of what holds only `data-when` several things are chosen adds to that, or gives a blank another code.
function look(box, met) {
  const form = box.closest("form"), names = box.dataset.look.split(/[ +]/), own = "alone" in box.dataset ? null : met;
  const code = (name) => own?.dataset[name] ?? $(`[name="${name}"]:checked`, form)?.dataset.code ?? "";
  const codes = names.map(code), key = (box.dataset.look.includes("+") ? codes.sort() : codes).join("");
  const at = JSON.parse(box.dataset.keys)[key] + +(own?.dataset.adds ?? 0);
  for (const row of box.querySelectorAll("[data-at]")) row.hidden = +row.dataset.at !== at;
}
function lookUp(form) {
  const chosen = made(form), whens = [...form.querySelectorAll("[data-when]")];
  const met = whens.find((el) => el.dataset.when.split(" ").every((one) => chosen.has(one)));
  for (const el of whens) el.hidden = el !== met;
  form.querySelectorAll("[data-look]").forEach((box) => look(box, met));
}
function settle(form) { fit(form); form.querySelectorAll("[data-reckon]").forEach(reckon); lookUp(form); }
const settleAll = () => document.querySelectorAll("form:has([data-needs], [data-costs], [data-reckon], [data-look])").forEach(settle);
document.addEventListener("change", (event) => event.target.form && settle(event.target.form));
document.addEventListener("reset", (event) => setTimeout(() => settle(event.target)));
document.addEventListener("htmx:after:swap", () => setTimeout(settleAll));
addEventListener("pageshow", settleAll);

// A file chosen beside a text is read into it, if it is text and fits.
document.addEventListener("change", async ({ target: chooser }) => {
  const text = chooser.dataset?.fills && document.getElementById(chooser.dataset.fills), [file] = chooser.files ?? [];
  if (!text || !file) return;
  const says = (words, wrong = false) => {
    const line = $(`#${text.id}-read`, chooser.form);
    line.textContent = words;
    line.classList.toggle("harm", wrong);
    chooser.setAttribute("aria-invalid", String(wrong));
  };
  const refuse = (words) => { chooser.value = ""; says(words, true); };
  const most = text.maxLength, limit = `${most.toLocaleString("en")} characters at most`;
  if (file.size > 4 * most) return refuse(`“${file.name}” is too large: ${limit}.`);
  try {
    const words = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()).replaceAll("\r\n", "\n");
    if (words.length > most) return refuse(`“${file.name}” has ${words.length.toLocaleString("en")} characters: ${limit}.`);
    text.value = words;
    text.dispatchEvent(new Event("input", { bubbles: true }));
    says(`This is “${file.name}”. Look it through, then send it.`);
  } catch { refuse(`“${file.name}” is no text that can be read here (UTF-8).`); }
});
document.addEventListener("click", ({ target }) => { if (target.dataset?.fills) target.value = ""; });  // a file that was changed is chosen again
document.addEventListener("reset", ({ target }) => {
  for (const chooser of target.querySelectorAll("[data-fills]")) $(`#${chooser.dataset.fills}-read`, target).textContent = "";
});

// What somebody has begun to fill in is theirs until it is answered, whatever others change around it meanwhile: new
// choices come, defaults change, forms move. A draft is what the fields of one form hold, by value and not by place.
const drafts = new Map();
const idOf = (form) => form?.getAttribute("id");                              // not .id, which a field of that name would hide
const ticks = (el) => el.matches("[type=radio], [type=checkbox]");
const blanks = (form) => [...form.elements].filter((el) => el.id && el.matches("input:not([type=hidden], [type=file]), textarea, select"));
const key = (el) => (ticks(el) ? `${el.name}=${el.value}` : el.id);
const picks = (form, name) => form.elements.namedItem(name);
const written = (form) => new Map(blanks(form).filter((el) => !ticks(el)).map((el) => [el.id, el.value]));
function afresh(form) {
  const speaks = form.matches(".composer"), voice = speaks && picks(form, "as").value;
  const before = sent.get(form), later = [...written(form)].filter(([id, text]) => text !== before?.get(id));
  form.reset();
  if (speaks) picks(form, "as").value = voice;                                // who speaks goes on speaking
  for (const [id, text] of later) {                                           // and what was written since the press stays
    const said = speaks && text.startsWith(before.get(id)) ? before.get(id) : "";
    document.getElementById(id).value = text.slice(said.length).trimStart();
  }
  if (speaks || later.length) keep({ target: { form } });
}
const folded = (form) => form.closest("details:not([open])");
const unfold = (form) => { for (let fold; (fold = folded(form)); ) fold.open = true; };
const folds = (form) => ({ folded: !!folded(form), open: [...form.querySelectorAll("details")].map((fold) => fold.open) });
function keep({ target: { form } }) {
  if (!idOf(form)) return;
  const held = new Map(blanks(form).map((el) => [key(el), ticks(el) ? el.checked : el.value]));
  drafts.set(idOf(form), { held, ...folds(form) });
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
  for (const el of every)                                                     // what was picked is gone: what is usual then
    if (el.type === "radio" && el.defaultChecked && !every.some((one) => one.name === el.name && one.checked)) el.checked = true;
  if (!folded) unfold(form);
  form.querySelectorAll("details").forEach((fold, at) => { fold.open = open[at] ?? fold.open; });
}
let focus = null;
document.addEventListener("htmx:before:swap", (event) => {
  if (!feed(event)) return;
  for (const [id, draft] of drafts) {
    const form = document.getElementById(id);
    if (form) Object.assign(draft, folds(form));
  }
  const el = document.activeElement;
  focus = typing(el) && el.id && { id: el.id, caret: el.selectionStart == null ? null : [el.selectionStart, el.selectionEnd] };
});
document.addEventListener("htmx:after:swap", (event) => {
  if (!feed(event)) return;
  for (const [id, draft] of drafts) {
    const form = document.getElementById(id);
    if (form) putBack(form, draft);
    else if (!$(".banner.pause")) drafts.delete(id);                          // a pause takes forms away for a while only
  }
  const el = focus && document.getElementById(focus.id);
  if (!el) return;
  unfold(el);
  if (document.activeElement === el) return;
  el.focus({ preventScroll: true });
  if (focus.caret) el.setSelectionRange(...focus.caret);
});

// How much came to the journal since it was last to be seen: a number at its tab, said with the tab's name.
const journal = $("#lines"), unread = $("#badge-journal");
const numberOf = (line) => Number(line?.id.split("-")[1] ?? 0);
let heard = numberOf(journal?.lastElementChild);
function count() {
  if (!journal || !unread) return;
  if (!heard || journal.getClientRects().length) heard = numberOf(journal.lastElementChild);
  const lines = [...journal.children].filter((line) => numberOf(line) > heard).length, tab = $("#tab-journal");
  unread.textContent = lines > 99 ? "99+" : lines || "";
  if (lines) tab.setAttribute("aria-label", `Journal, ${lines} new`); else tab.removeAttribute("aria-label");
}
if (journal) new MutationObserver(count).observe(journal, { childList: true });
$(".thumb")?.addEventListener("change", count);
addEventListener("resize", count);

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

// Keys: 1-5 panels, n what is asked, j journal, ? help, Esc leaves a field. They can be switched off.
const visit = (el) => {                                                       // focusable only while visited
  const lent = el && !el.hasAttribute("tabindex");
  if (lent) el.tabIndex = -1;
  el?.focus({ preventScroll: true });
  if (lent) el.addEventListener("blur", () => el.removeAttribute("tabindex"), { once: true });
};
const show = (name) => { const tab = $(`#tab-${name}`); if (tab) { tab.checked = true; count(); } };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape") return document.activeElement?.blur();
  if (event.key === "Enter" && !event.shiftKey && event.target.matches?.(".composer textarea") && matchMedia("(hover: hover)").matches) {
    event.preventDefault();
    return event.repeat || event.target.form.requestSubmit();
  }
  if (typing(event.target) || kept.get("moot.keys") === "off") return;
  const panel = ["now", "me", "everyone", "journal", "more"][event.key - 1];
  if (panel) { show(panel); visit($(`#${panel}`)); }
  else if (event.key === "n") { show("now"); $("#ask :is(button, input, textarea, select, a):not(:disabled, [type=hidden])")?.focus(); }
  else if (event.key === "j") { show("journal"); $(".composer textarea")?.focus(); }
  else if (event.key === "?") $("#help")?.togglePopover?.();
  else return;
  event.preventDefault();
});
