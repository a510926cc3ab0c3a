// Signature on the screen: a canvas writes a PNG data URL into the hidden input beside it. Empty means not signed.
(() => {
  const setUp = (box) => {
    const canvas = box.querySelector("canvas");
    const input = box.querySelector("input[type=hidden]");
    const note = box.querySelector("[data-signature-note]");
    const pen = canvas.getContext("2d");
    let strokes = [];
    let current = null;

    const say = (text) => { if (note) note.textContent = text; };
    const point = (event) => {
      const area = canvas.getBoundingClientRect();
      return [(event.clientX - area.left) / area.width, (event.clientY - area.top) / area.height];
    };
    const draw = () => {
      const { width, height } = canvas;
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, width, height);
      pen.strokeStyle = "#10213d";
      pen.lineWidth = Math.max(2, height / 70);
      pen.lineCap = pen.lineJoin = "round";
      for (const stroke of strokes) {
        pen.beginPath();
        pen.moveTo(stroke[0][0] * width, stroke[0][1] * height);
        for (const [x, y] of stroke) pen.lineTo(x * width, y * height);
        pen.stroke();
      }
    };
    // The paper turns with the phone: strokes are kept as fractions and drawn again.
    const fit = () => {
      const area = canvas.getBoundingClientRect();
      if (!area.width) return;
      const ratio = Math.min(window.devicePixelRatio || 1, 2);
      canvas.width = Math.round(area.width * ratio);
      canvas.height = Math.round(area.height * ratio);
      draw();
    };
    const save = () => {
      input.value = strokes.length ? canvas.toDataURL("image/png") : "";
      say(strokes.length ? "Assinatura colhida." : "Assine com o dedo no espaço acima.");
      input.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const finish = () => {
      if (!current) return;
      current = null;
      save();
    };

    canvas.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      canvas.setPointerCapture(event.pointerId);
      current = [point(event)];
      strokes.push(current);
      draw();
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!current) return;
      current.push(point(event));
      draw();
    });
    canvas.addEventListener("pointerup", finish);
    canvas.addEventListener("pointercancel", finish);
    box.querySelector("[data-signature-clear]").addEventListener("click", () => {
      strokes = [];
      draw();
      save();
    });
    new ResizeObserver(fit).observe(canvas);
    if (input.value) say("Há uma assinatura colhida. Assine de novo para trocá-la.");
  };
  document.querySelectorAll("[data-signature]").forEach(setUp);
})();
