// When the passkey of the device is refused or the person gives up, the page says so.
document.addEventListener("allauth.error", () => {
  const note = document.querySelector("[data-passkey-note]");
  if (note) note.textContent = "A chave de acesso não foi usada. Tente de novo ou entre de outro modo.";
});
