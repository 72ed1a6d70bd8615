/** A question before an action that cannot be undone. */
export interface Question {
  /** The intent of the pressed button; the confirming button sends it again. */
  intent: string;
  title: string;
  /** What will be lost and how much of it, one line each. */
  says: string[];
  /** The label of the confirming button. */
  button: string;
  /** For many things: the number that the member must type. */
  count?: number;
  /** Identifies the question, so that a yes to one question is not a yes to another. */
  key: string;
}

/** From this number on the member must type the number. */
export const typedFrom = 20;

/** The field for that number. */
export const howManyField = "howMany";

/**
 * The intent of the cancel button, followed by a colon and the pressed button's intent: the form comes back
 * unchanged.
 */
export const keepIntent = "keep";
