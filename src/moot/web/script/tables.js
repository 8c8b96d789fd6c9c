// The list of your tables says which of them wait for you: each table knows its own seat, the list does not.
for (const row of document.querySelectorAll("[data-turn]"))
  fetch(row.dataset.turn).then((answer) => answer.ok && answer.json()).then((said) => {
    if (!said) return;
    const line = document.createElement("p"), turn = document.createElement("b");
    line.className = "about";
    turn.textContent = said.waits ? "Your turn. " : "";
    line.append(turn, said.headline);
    row.append(line);
    if (said.waits) row.parentElement.prepend(row);
  }).catch(() => {});                                                         // the list stands without it

// The form to open a table unfolds below the fold, and moves into view; one that stands open from the start does not.
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches(".open-table") && document.activeElement?.parentElement === target) target.scrollIntoView({ block: "nearest" });
}, true);
