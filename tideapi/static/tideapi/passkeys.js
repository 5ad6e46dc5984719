// Passkeys are the one thing here that needs a script. Its buttons are dead until the script is there.
"use strict";

for (const id of ["passkey_login", "passkey_use", "passkey_add"]) {
  const button = document.getElementById(id);
  if (button) button.disabled = !window.PublicKeyCredential;
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const place = document.getElementById("passkey_fault");
  if (place) place.textContent = place.dataset.said; // The page says it in her language.
});
