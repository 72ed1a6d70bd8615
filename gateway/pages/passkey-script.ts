import { createHash } from "node:crypto";

/**
 * The one script of the pages that the gateway serves itself: it shows the passkey's form where the browser can use
 * one, and puts the browser's answer into it. At another domain than the passkey's it shows a sentence instead.
 */
export const passkeyScript = `"use strict";
const form = document.querySelector("form[data-passkey]");
if (form && window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON) {
  const message = form.querySelector("[role=alert]");
  const { rpId } = JSON.parse(form.dataset.passkey);
  // The browser refuses passkeys of another domain.
  const here = location.hostname === rpId || location.hostname.endsWith("." + rpId);
  (here ? form : document.getElementById("passkeys-elsewhere")).hidden = false;
  form.addEventListener("submit", async (event) => {
    if (form.elements.passkey.value) return;
    event.preventDefault();
    message.hidden = true;
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.passkey));
      const credential = await navigator.credentials.get({ publicKey });
      form.elements.passkey.value = JSON.stringify(credential.toJSON());
      form.requestSubmit();
    } catch {
      message.hidden = false;
    }
  });
}
`;

export const passkeyScriptPath = "/gateway/passkey.js";
const version = createHash("sha256").update(passkeyScript).digest("base64url").slice(0, 12);
/** Its address changes with its content, so that browsers keep it for ever. */
export const passkeyScriptUrl = `${passkeyScriptPath}?v=${version}`;
