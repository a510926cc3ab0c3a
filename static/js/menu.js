// The user menu is a <details>: here it also closes on Escape and on a tap outside.
(() => {
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
  // The list of errors takes the focus also in browsers that ignore autofocus on a <div>.
  const summary = document.querySelector("[data-error-summary]");
  if (summary) summary.focus();
})();
