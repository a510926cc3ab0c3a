// Measured facts belong to a finding: they open when it is checked and leave when it is not.
// An input[data-facts="id"] points to the element that holds its facts (a <details>, closed but reachable without JavaScript).
(() => {
  const choices = Array.from(document.querySelectorAll("input[data-facts]"));
  const show = () => {
    const open = new Set(choices.filter((choice) => choice.checked).map((choice) => choice.dataset.facts));
    for (const id of new Set(choices.map((choice) => choice.dataset.facts))) {
      const facts = document.getElementById(id);
      if (!facts) continue;
      const wasHidden = facts.hidden;
      facts.hidden = !open.has(id);
      if (facts instanceof HTMLDetailsElement && wasHidden && open.has(id)) facts.open = true;
      // What is out of sight is not asked for, nor may it stop the form.
      for (const field of facts.querySelectorAll("input, select, textarea")) field.disabled = facts.hidden;
    }
  };
  if (!choices.length) return;
  document.addEventListener("change", (event) => {
    if (event.target.matches("input[type=radio], input[data-facts]")) show();
  });
  window.addEventListener("pageshow", show);
  for (const id of new Set(choices.map((choice) => choice.dataset.facts))) {
    const facts = document.getElementById(id);
    if (facts) facts.hidden = true;
  }
  show();
})();
