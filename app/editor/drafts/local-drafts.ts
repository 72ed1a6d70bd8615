import { type DraftValues, noValues, valueNames } from "./draft";

/**
 * A draft as this browser keeps it: for when the server cannot be reached or nobody is signed in any more.
 */
export interface LocalDraft {
  values: DraftValues;
  /** When it was typed, in milliseconds. */
  at: number;
  /** The server's revision that it builds on. */
  revision: number;
  /** Whether the server has it. */
  synced: boolean;
}

const keyOf = (uid: number, target: string) => `draft:${uid}:${target}`;

/** Whether this browser keeps a draft of a target for anybody that the server may not have. */
export function hasLocalDraft(target: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("draft:") && key.endsWith(`:${target}`));
  } catch {
    return false;
  }
}

/** Null where there is none, or what is kept is no draft. */
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

/** False when the browser does not keep it: storage is full or switched off. */
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
    // Nothing is kept where nothing can be.
  }
}
