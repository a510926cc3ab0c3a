// A form is sent once: the second tap on a slow network does nothing. The server does not rely on it (idempotency key).
// form[data-many] opts out (downloads); a page that comes back from the browser's cache may be sent again.
(() => {
  const sent = new WeakSet();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || "many" in form.dataset) return;
    if (event.submitter?.formTarget === "_blank") return; // looked up beside the form, which stays to be sent
    if (sent.has(form)) {
      event.preventDefault();
      return;
    }
    sent.add(form);
    const button = event.submitter;
    // After the browser has read the form: a disabled button would not be sent with its name.
    setTimeout(() => {
      if (!button || event.defaultPrevented) return;
      button.setAttribute("aria-disabled", "true");
      button.classList.add("disabled");
      if (button.dataset.busy) {
        button.dataset.label = button.textContent;
        button.textContent = button.dataset.busy;
      }
    }, 0);
  });
  const release = (root) => {
    for (const form of root.querySelectorAll("form")) sent.delete(form);
    for (const button of root.querySelectorAll("button[aria-disabled='true']")) {
      button.removeAttribute("aria-disabled");
      button.classList.remove("disabled");
      if (button.dataset.label) button.textContent = button.dataset.label;
    }
  };
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) release(document);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest("form");
    if (form && form.parentElement) release(form.parentElement);
  });
})();
