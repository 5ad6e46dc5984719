/** Code of guides and reference: a button that copies each, and the chosen language on every page. */
const LANGUAGE = "language";

const radios = [...document.querySelectorAll("input[name=language]")];
const kept = radios.find((radio) => radio.value === localStorage.getItem(LANGUAGE));
if (kept) kept.checked = true;
for (const radio of radios) {
  radio.addEventListener("change", () => localStorage.setItem(LANGUAGE, radio.value));
}

// Browsers have a clipboard over https and on this machine only.
for (const code of navigator.clipboard ? document.querySelectorAll("main pre > code") : []) {
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "copy other",
    textContent: "Copy",
  });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  code.before(button);
}

// Each call can be sent; the script for it is loaded at the first press.
const { send, renewal } = document.querySelector(".columns")?.dataset ?? {};
for (const form of document.querySelectorAll("[data-call]")) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await import(send).then(({ press }) => press(form, renewal));
    } catch (error) {
      form.querySelector("[role=status]").textContent = "This cannot be loaded now. Reload the page.";
      throw error;
    }
  });
}

// The contents fold when a part is chosen, which they would hide.
const jump = document.querySelector(".jump");
jump?.addEventListener("click", (event) => (jump.open &&= !event.target.closest("a")));
