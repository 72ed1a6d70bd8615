import { escapeHtml } from "~/format/escape";

const storageKey = "visitorId";

/** This browser's own random id: made once and kept (spec 3.5). Empty where nothing can be kept. */
export function visitorId(): string {
  try {
    const stored = localStorage.getItem(storageKey);
    if (stored && /^[\w-]{8,64}$/.test(stored)) return stored;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const id = escapeHtml([...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
    localStorage.setItem(storageKey, id);
    return id;
  } catch {
    return "";
  }
}
