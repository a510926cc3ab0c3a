// The frame of the page: what works without JavaScript works a little better with it.
(() => {
  // The list of errors takes the focus also in browsers that ignore autofocus on a <div>.
  const summary = document.querySelector("[data-error-summary]");
  if (summary) summary.focus();

  // On a narrow screen the filter that is on comes into sight.
  for (const chip of document.querySelectorAll(".chips [aria-current]")) {
    const chips = chip.closest(".chips");
    chips.scrollLeft = chip.getBoundingClientRect().left - chips.getBoundingClientRect().left - 24;
  }

  // The user menu is a <details>: it also closes on Escape and on a tap outside.
  const menu = document.querySelector("details[data-menu]");
  if (!menu) return;
  document.addEventListener("click", (event) => {
    if (menu.open && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
})();
