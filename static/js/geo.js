// A button [data-geo] fills the position from the device, when the person allows; otherwise it says why not.
(() => {
  const REASONS = {
    1: "O aparelho não tem permissão para informar a posição. Libere a localização para este endereço nas configurações do navegador, ou siga só com o endereço.",
    2: "O aparelho não conseguiu a posição. Tente em lugar aberto, ou siga só com o endereço.",
    3: "O aparelho demorou demais. Tente de novo, ou siga só com o endereço.",
  };
  for (const button of document.querySelectorAll("button[data-geo]")) {
    const note = button.parentElement.querySelector("[data-geo-note]");
    const say = (text) => { if (note) note.textContent = text; };
    const put = (id, value) => {
      const field = id && document.getElementById(id);
      if (!field) return;
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    };
    button.addEventListener("click", () => {
      if (!window.isSecureContext || !navigator.geolocation) {
        say("Este navegador não informa a posição neste endereço. Siga só com o endereço escrito.");
        return;
      }
      say("Procurando a posição…");
      button.disabled = true;
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          const metres = Math.round(coords.accuracy);
          put(button.dataset.lat, coords.latitude.toFixed(6));
          put(button.dataset.lon, coords.longitude.toFixed(6));
          put(button.dataset.accuracy, String(metres));
          button.disabled = false;
          say(`Posição anotada, com precisão de ${metres} m.` + (metres > 100 ? " É pouco precisa: confira o endereço." : ""));
        },
        (error) => {
          button.disabled = false;
          say(REASONS[error.code] || REASONS[2]);
        },
        { enableHighAccuracy: true, timeout: 15000, maximumAge: 30000 },
      );
    });
  }
})();
