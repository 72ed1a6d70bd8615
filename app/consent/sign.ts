/** The answer of /privacy to a script that posted a decision. */
export interface SignAnswer {
  done: boolean;
  /** Why not, for people. */
  message: string | null;
}

/**
 * The button of a screen's own form that accepts the disclaimer before JavaScript and gives the form back:
 * nothing typed is lost.
 */
export const signIntent = (formIntent: string, version: string) => `sign:${formIntent}:${version}`;

/**
 * Reads a button's value: the intent of its form and the version that the person read; null for other
 * buttons.
 */
export function readSignIntent(intent: string): { formIntent: string; version: string } | null {
  const found = /^sign:(\w+):(.*)$/.exec(intent);
  return found ? { formIntent: found[1] ?? "", version: found[2] ?? "" } : null;
}
