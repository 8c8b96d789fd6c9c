import { $ } from "./page.js";

// Long lists. One thing to choose from them: a button says what is chosen, and opens a field to type into above rows to tap. The select
// beside it stays what the form sends; without script it is what people see.
const rooms = () => document.querySelectorAll(".picker");
const select = (room) => room.parentElement.querySelector("select");
const made = (tag, has = {}, ...inside) => {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(has)) el.setAttribute(name, value);
  el.append(...inside);
  return el;
};
const PICTURE = "http://www.w3.org/2000/svg";
function emblem(address) {
  const svg = document.createElementNS(PICTURE, "svg"), use = document.createElementNS(PICTURE, "use");
  svg.setAttribute("class", "emblem");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", address);
  svg.append(use);
  return svg;
}
const isOwed = (option) => !option.value && option.text === "–";               // nothing is chosen, and something must be
const label = (option) => option.dataset.label ?? option.text;
const reason = (option) => option.text.slice(label(option).length).replace(/^ · /, "");
const looks = (option) => [...(option.dataset.emblem ? [emblem(option.dataset.emblem)] : []), made("span", {}, label(option))];
function hint(el, option) {                                                   // what the option says beside its label
  const why = reason(option);
  if (why) el.lastChild.append(" ", made("span", { class: "choice-hint" }, why));
}
const hue = (option) => (option.dataset.seat ? `seat-${option.dataset.seat}` : "");

function begin(room) {
  const { id } = select(room), describes = select(room).getAttribute("aria-describedby") ?? "";
  const button = made("button", {
    type: "button", class: "picked", id: `${id}-picked`, "aria-haspopup": "listbox", "aria-expanded": "false",
    "aria-labelledby": `${id}-label ${id}-picked`, "aria-describedby": describes });
  room.append(button);
}
function say(room) {                                                          // the button says what the select does
  const [option] = select(room).selectedOptions, button = room.firstChild, chosen = option?.value;
  button.className = `picked ${chosen ? hue(option) : "nothing"}`;
  button.replaceChildren(...(option && !isOwed(option) ? looks(option) : ["Choose…"]));
  if (chosen) hint(button, option);
}
const settle = () => rooms().forEach((room) => { if (!room.firstChild) begin(room); say(room); });

// Open: the rows are those that can be chosen now.
const opened = (room) => $(".rows", room);
const rows = (room) => [...room.querySelectorAll("[role=option]:not([hidden])")];
function row(option, id) {
  const el = made("div", { role: "option", id, class: hue(option), "aria-selected": option.selected, "data-value": option.value }, ...looks(option));
  hint(el, option);
  return el;
}
function unfold(room) {
  const from = select(room), { id } = from, list = made("div", { role: "listbox", id: `${id}-rows`, class: "rows", tabindex: "-1", "aria-labelledby": `${id}-label` });
  const groups = new Map();
  [...from.options].forEach((option, at) => {
    if (option.disabled || option.hidden || isOwed(option)) return;
    const title = option.parentElement.label ?? "";
    if (!groups.has(title)) {
      const heading = made("p", { class: "label", id: `${id}-group-${groups.size}` }, title);
      groups.set(title, title ? made("div", { role: "group", "aria-labelledby": heading.id }, heading) : list);
      if (title) list.append(groups.get(title));
    }
    groups.get(title).append(row(option, `${id}-row-${at}`));
  });
  const field = made("input", {
    type: "search", id: `${id}-find`, form: "", role: "combobox", autocomplete: "off", placeholder: "Type to find", "aria-expanded": "true",
    "aria-autocomplete": "list", "aria-controls": list.id, "aria-labelledby": `${id}-label`, enterkeyhint: "done" });
  room.append(field, list, made("p", { class: "hint", role: "status" }));
  room.firstChild.setAttribute("aria-expanded", "true");
  const chosen = $("[aria-selected=true]", list);
  if (chosen) chosen.scrollIntoView({ block: "nearest" });
  if (!matchMedia("(pointer: coarse)").matches) field.focus();                // on a phone the keys would cover the rows
  room.lastChild.previousSibling.scrollIntoView({ block: "nearest" });
}
function fold(room, back = true) {
  if (!opened(room)) return;
  while (room.lastChild !== room.firstChild) room.lastChild.remove();
  room.firstChild.setAttribute("aria-expanded", "false");
  if (back) room.firstChild.focus();
}
function choose(room, value) {
  const from = select(room);
  from.value = value;
  for (const name of ["input", "change"]) from.dispatchEvent(new Event(name, { bubbles: true }));
  fold(room);
}
function point(room, el) {                                                    // the row that Enter takes
  for (const one of room.querySelectorAll(".at")) one.classList.remove("at");
  el?.classList.add("at");
  el?.scrollIntoView({ block: "nearest" });
  if (el) $("input", room).setAttribute("aria-activedescendant", el.id);
  else $("input", room).removeAttribute("aria-activedescendant");
}
const plain = (text) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")}`;     // each word begins after a space
function sifted(field, all, heading, status) {                                // shows what has the typed words, and what is ticked
  const words = plain(field.value).split(" ").filter(Boolean);
  for (const el of all) {
    const text = plain(`${el.textContent} ${heading(el)?.textContent ?? ""}`);
    el.hidden = !$(":checked", el) && !words.every((word) => text.includes(` ${word}`));
  }
  status.textContent = all.some((el) => !el.hidden) || !words.length ? "" : "Nothing here matches.";
  return words.length > 0;
}
function sift(room) {
  const all = [...room.querySelectorAll("[role=option]")];
  const asked = sifted($("input", room), all, (el) => $(":scope > .label", el.parentElement), room.lastChild);
  for (const group of room.querySelectorAll("[role=group]")) group.hidden = !$("[role=option]:not([hidden])", group);
  point(room, asked ? rows(room)[0] : null);
}

// Many to tick: a field above them finds among them.
const title = ({ previousElementSibling: above }) => (above?.matches(".label") ? above : null);
function siftTicks(among) {
  sifted($(":scope > [type=search]", among.parentElement), [...among.querySelectorAll(".choice")], (el) => title(el.parentElement), among.nextElementSibling);
  for (const list of among.querySelectorAll(".choices")) {
    list.hidden = !$(".choice:not([hidden])", list);
    if (title(list)) title(list).hidden = list.hidden;
  }
}
const siftAll = () => document.querySelectorAll(".among").forEach(siftTicks);

document.addEventListener("click", ({ target }) => {
  const room = target.closest(".picker"), named = target.closest("label[for]")?.parentElement.querySelector(":scope > .picker");
  if (named) return named.firstChild.focus();
  if (!room) return;
  const taken = target.closest("[role=option]");
  if (taken) choose(room, taken.dataset.value);
  else if (target.closest(".picked")) { if (opened(room)) fold(room); else unfold(room); }
});
document.addEventListener("input", ({ target }) => {
  const room = target.closest(".picker"), among = target.matches("[type=search]") && target.nextElementSibling;
  if (room) sift(room);
  else if (among && among.matches(".among")) siftTicks(among);
});
document.addEventListener("keydown", (event) => {
  const room = event.target.closest?.(".picker");
  if (!room || event.isComposing) return;
  const open = opened(room), all = open ? rows(room) : [], at = all.findIndex((el) => el.matches(".at"));
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
  if (step && open) point(room, all[Math.max(0, Math.min(all.length - 1, at + step))]);
  else if (event.key === "ArrowDown") unfold(room);
  else if (event.key === "Escape" && open) fold(room);
  else if (event.key === "Enter" && event.target.matches("input")) { if (all[at]) choose(room, all[at].dataset.value); }
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("focusout", ({ target, relatedTarget: to }) => {
  const room = target.closest(".picker");
  if (room && to && !room.contains(to)) fold(room, false);
});
document.addEventListener("change", ({ target }) => { if (target.form && $(".picker", target.form)) settle(); });
document.addEventListener("reset", ({ target }) => {                           // the next one finds all of it
  for (const among of target.querySelectorAll(".among")) $(":scope > [type=search]", among.parentElement).value = "";
  setTimeout(() => { settle(); siftAll(); });
});
document.addEventListener("htmx:after:swap", () => setTimeout(() => { settle(); siftAll(); }));
document.addEventListener("moot:opened", settle);
addEventListener("pageshow", settle);
