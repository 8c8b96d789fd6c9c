// What every part of the script shares.

export const root = document.documentElement;
export const $ = (selector, from = document) => from.querySelector(selector);
export const seat = document.body.dataset.seat;                              // whose page this is
export const typing = (el) => el?.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
export const kept = { get: (k) => { try { return localStorage.getItem(k); } catch { return null; } },
                      set: (k, v) => { try { localStorage.setItem(k, v); } catch { /* private window */ } } };

export function toast(text) {
  const line = Object.assign(document.createElement("p"), { className: "toast", textContent: text });
  $(".toasts")?.append(line);
  setTimeout(() => line.remove(), 5000);
}
