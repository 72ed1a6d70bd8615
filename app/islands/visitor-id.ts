import { escapeHtml } from "~/format/escape";

const storageKey = "visitorId";

/** This browser's random id, created once and stored (spec 3.5). Empty when nothing can be stored. */
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
