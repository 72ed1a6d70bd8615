/** What is asked before something is done that cannot be taken back. */
export interface Question {
  /** The intent of the button that was pressed, and that is pressed again. */
  intent: string;
  title: string;
  /** What goes, and how much of it, a line each. */
  says: string[];
  /** What the dangerous button says. */
  button: string;
  /** For the largest: the number that has to be typed. */
  count?: number;
  /** Says what was asked, so that a yes to one thing is none to another. */
  key: string;
}

/** From how many on the number has to be typed. */
export const typedFrom = 20;

/** The field in which it is typed. */
export const howManyField = "howMany";

/**
 * The way back from a question, with the pressed button's intent after a colon: the form comes back as it
 * was.
 */
export const keepIntent = "keep";
