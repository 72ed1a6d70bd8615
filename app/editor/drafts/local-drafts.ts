import { type DraftValues, noValues, valueNames } from "./draft";

/** A draft in this browser's storage, for when the server cannot be reached or the session has ended. */
export interface LocalDraft {
  values: DraftValues;
  /** The time of typing, in milliseconds. */
  at: number;
  /** The server's revision that this draft is based on. */
  revision: number;
  /** Whether the server has this text. */
  synced: boolean;
}

const keyOf = (uid: number, target: string) => `draft:${uid}:${target}`;

/** Whether this browser has a draft of a target, from any account. The server may not have it. */
export function hasLocalDraft(target: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("draft:") && key.endsWith(`:${target}`));
  } catch {
    return false;
  }
}

/** Null when nothing is stored, or when the stored value is no draft. */
export function readLocal(uid: number, target: string): LocalDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(uid, target)) ?? "null") as LocalDraft | null;
    if (!stored) return null;
    const values = { ...noValues, ...stored.values };
    return valueNames.every((name) => typeof values[name] === "string") ? { ...stored, values } : null;
  } catch {
    return null;
  }
}

/** Returns false when the browser does not store it: the storage is full or disabled. */
export function writeLocal(uid: number, target: string, draft: LocalDraft): boolean {
  try {
    localStorage.setItem(keyOf(uid, target), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropLocal(uid: number, target: string): void {
  try {
    localStorage.removeItem(keyOf(uid, target));
  } catch {
    // No storage, so nothing to delete.
  }
}
