// What is put together in the open: everybody sees it grow, twice a second at most.
const PACE = 500;
const due = new WeakMap();
function show(form) {
  due.delete(form);
  if (!form.isConnected || form.hasAttribute("aria-busy")) return;
  const headers = { "HX-Request": "true", "Moot-Looks": "1" };                // it is only to look at: no matter if it is over
  fetch(form.dataset.open, { method: "POST", headers, body: new URLSearchParams(new FormData(form)) }).catch(() => {});
}
document.addEventListener("change", ({ target: { form } }) => {
  if (form?.dataset.open && !due.has(form)) due.set(form, setTimeout(show, PACE, form));
});
