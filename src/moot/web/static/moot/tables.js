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
