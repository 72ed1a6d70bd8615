import { dayOf, formatTime, isMoment } from "contract/base/time";
/** The values of a draft, named as the form's fields. Fields that a form does not have are empty. */
export interface DraftValues {
  title: string;
  content: string;
  fid: string;
  classId: string;
  tags: string;
  /** The post that a reply answers. */
  parent: string;
}

/** A draft as the server stores it. */
export interface SavedDraft {
  revision: number;
  savedAt: string;
  values: DraftValues;
}

/** The draft that the server sends with a form. */
export interface DraftState {
  target: string;
  /** The draft that fills the form; null without one, or when it equals the published text. */
  restored: SavedDraft | null;
  /** The newest revision that this form knows of, 0 for none. */
  revision: number;
  /** The form's values without a draft. */
  clean: DraftValues;
}

export const noValues: DraftValues = { title: "", content: "", fid: "", classId: "", tags: "", parent: "" };
export const valueNames = Object.keys(noValues) as (keyof DraftValues)[];

/** Windows, Mac and Unix line ends count as equal. */
const flat = (text: string) => text.replace(/\r\n?/g, "\n");

export function isSameText(one: DraftValues, other: DraftValues): boolean {
  return valueNames.every((name) => flat(one[name]) === flat(other[name]));
}

/** A time as HH:mm in China's time zone, with the date when it is not today. */
export function clockTime(at: string | number, now = new Date()): string {
  // An upstream may send no time: then the text is empty.
  if (!isMoment(at)) return "";
  return formatTime(at, dayOf(at) === dayOf(now) ? "HH:mm" : "MM-DD HH:mm");
}
