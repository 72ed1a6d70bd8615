/** The answer of /privacy to a script. */
export interface SignAnswer {
  done: boolean;
  /** Why it failed, for people. */
  message: string | null;
}

/**
 * The intent of a button in a screen's form that accepts the disclaimer without JavaScript and returns the form as
 * typed.
 */
export const signIntent = (formIntent: string, version: string) => `sign:${formIntent}:${version}`;

/** Parses such an intent: the form's intent and the version that was read; null for other buttons. */
export function readSignIntent(intent: string): { formIntent: string; version: string } | null {
  const found = /^sign:(\w+):(.*)$/.exec(intent);
  return found ? { formIntent: found[1] ?? "", version: found[2] ?? "" } : null;
}
