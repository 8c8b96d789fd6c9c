import { $ } from "./page.js";

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
  } catch { refuse(`“${file.name}” cannot be read: it is not text in UTF-8.`); }
});
document.addEventListener("click", ({ target }) => { if (target.dataset?.fills) target.value = ""; });  // a file that was changed is chosen again
document.addEventListener("reset", ({ target }) => {
  for (const chooser of target.querySelectorAll("[data-fills]")) $(`#${chooser.dataset.fills}-read`, target).textContent = "";
});
