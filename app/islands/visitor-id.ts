import { escapeHtml } from "~/format/escape";

const storageKey = "visitorId";

/** This browser's own random id: made once and kept (spec 3.5). Empty where nothing can be kept. */
export function visitorId(): string {
  try {
    const kept = localStorage.getItem(storageKey);
    if (kept && /^[\w-]{8,64}$/.test(kept)) return kept;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const made = escapeHtml([...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
    localStorage.setItem(storageKey, made);
    return made;
  } catch {
    return "";
  }
}
