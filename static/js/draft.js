// Keeps what was typed on this device until the server has it.
//
//   <form data-draft-key="inspection-new-17">      what is typed here is kept under this key
//   <p data-draft-note></p>                        inside it: says what was kept or brought back
//   <body data-draft-clear="inspection-new-17">    the page after a success: the server has it, forget it
//   <form data-draft-key="…" data-draft-server>    the server sent typed values itself: do not put older ones over them
//
// Never kept: passwords, files, hidden fields (CSRF token, signature), fields with data-no-draft.
//
// A form whose answer never came may be sent again from a page loaded anew: while nothing in it has changed it goes
// with the idempotency key of the first time, so that the server knows it for the same.
(() => {
  const PREFIX = "rascunho:";
  const DAYS = 7;
  const storage = (() => {
    try {
      localStorage.setItem("rascunho?", "1");
      localStorage.removeItem("rascunho?");
      return localStorage;
    } catch {
      return null; // private window or full disk: the server-side draft remains
    }
  })();
  if (!storage) return;

  const forgetOld = () => {
    const limit = Date.now() - DAYS * 24 * 60 * 60 * 1000;
    for (const name of Object.keys(storage).filter((key) => key.startsWith(PREFIX))) {
      const draft = read(name);
      if (!draft || draft.at < limit) storage.removeItem(name);
    }
  };
  const read = (name) => {
    try {
      return JSON.parse(storage.getItem(name));
    } catch {
      return null;
    }
  };
  const kept = (field) =>
    field.name && !["hidden", "password", "file", "submit", "button", "reset", "image"].includes(field.type) && !("noDraft" in field.dataset);
  const fieldsOf = (form) => Array.from(form.elements).filter(kept);
  const valueOf = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked;
    if (field.multiple) return Array.from(field.selectedOptions, (option) => option.value);
    return field.value;
  };
  // Boxes share a name: each is known by name and value, other repeated names by their order.
  const namesOf = (fields) => {
    const seen = new Map();
    return fields.map((field) => {
      const base = field.type === "checkbox" || field.type === "radio" ? `${field.name}=${field.value}` : field.name;
      const count = seen.get(base) || 0;
      seen.set(base, count + 1);
      return count ? `${base}#${count}` : base;
    });
  };
  const snapshot = (form) => {
    const fields = fieldsOf(form);
    const names = namesOf(fields);
    return Object.fromEntries(fields.map((field, index) => [names[index], valueOf(field)]));
  };
  const putBack = (form, values) => {
    const fields = fieldsOf(form);
    const names = namesOf(fields);
    let changed = 0;
    fields.forEach((field, index) => {
      const value = values[names[index]];
      if (value === undefined || JSON.stringify(value) === JSON.stringify(valueOf(field))) return;
      if (field.type === "checkbox" || field.type === "radio") field.checked = value;
      else if (field.multiple) for (const option of field.options) option.selected = value.includes(option.value);
      else field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      changed += 1;
    });
    return changed;
  };
  const clock = (moment) => new Date(moment).toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" });

  const watch = (form) => {
    const name = PREFIX + form.dataset.draftKey;
    const note = form.querySelector("[data-draft-note]");
    const say = (text) => { if (note) note.textContent = text; };
    const draft = read(name);
    if (draft && !("draftServer" in form.dataset) && putBack(form, draft.values)) {
      say(`Recuperado deste aparelho: o que foi digitado às ${clock(draft.at)}.`);
    }
    let sent = draft && draft.sent;
    let timer = 0;
    const keep = () => {
      clearTimeout(timer);
      timer = 0;
      try {
        storage.setItem(name, JSON.stringify({ at: Date.now(), values: snapshot(form), sent }));
        say(`Guardado neste aparelho às ${clock(Date.now())}.`);
      } catch {
        say("O aparelho está sem espaço: salve o rascunho no servidor.");
      }
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, 400);
    };
    form.addEventListener("input", soon);
    form.addEventListener("change", soon);
    form.addEventListener("submit", () => {
      const key = form.elements.namedItem("idempotency_key");
      const values = JSON.stringify(snapshot(form));
      if (key && sent && sent.values === values) key.value = sent.key;
      if (key) sent = { key: key.value, values };
      keep();
    });
    window.addEventListener("pagehide", () => { if (timer) keep(); });
  };

  for (const page of document.querySelectorAll("[data-draft-clear]")) {
    for (const key of page.dataset.draftClear.split(" ")) storage.removeItem(PREFIX + key);
  }
  forgetOld();
  document.querySelectorAll("form[data-draft-key]").forEach(watch);
})();
