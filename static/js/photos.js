// Photographs just taken: how many, how large, and what they are, before they go. The server checks again.
(() => {
  const megabytes = (bytes) => (bytes / 1048576).toLocaleString("pt-BR", { maximumFractionDigits: 1 });

  const setUp = (box) => {
    const input = box.querySelector("input[type=file]");
    const list = box.querySelector("[data-photos-list]");
    const note = box.querySelector("[data-photos-note]");
    const maxCount = Number(box.dataset.maxCount);
    const maxBytes = Number(box.dataset.maxMb) * 1048576;
    let addresses = [];

    const preview = (file) => {
      const item = document.createElement("li");
      const frame = document.createElement("span");
      frame.className = "photo";
      const caption = document.createElement("small");
      caption.textContent = `${megabytes(file.size)} MB`;
      const named = () => {
        const name = document.createElement("span");
        name.className = "photo-name";
        name.textContent = file.name;
        return name;
      };
      const picture = document.createElement("img");
      picture.alt = file.name;
      picture.src = URL.createObjectURL(file);
      addresses.push(picture.src);
      // HEIC: most browsers cannot draw it; the server can.
      picture.addEventListener("error", () => picture.replaceWith(named()));
      frame.append(picture, caption);
      item.append(frame);
      return item;
    };
    const show = () => {
      addresses.forEach((address) => URL.revokeObjectURL(address));
      addresses = [];
      const files = Array.from(input.files);
      list.replaceChildren(...files.map(preview));
      const total = files.reduce((sum, file) => sum + file.size, 0);
      const large = files.filter((file) => file.size > maxBytes).map((file) => file.name);
      const problem = files.length > maxCount ? `São no máximo ${maxCount} de cada vez.`
        : large.length ? `Passa de ${box.dataset.maxMb} MB: ${large.join(", ")}.` : "";
      input.setCustomValidity(problem);
      const count = files.length === 1 ? "1 fotografia" : `${files.length} fotografias`;
      note.textContent = files.length ? `${count}, ${megabytes(total)} MB. ${problem}`.trim() : "";
    };
    input.addEventListener("change", show);
    window.addEventListener("pageshow", show);
  };
  document.querySelectorAll("[data-photos]").forEach(setUp);
})();
