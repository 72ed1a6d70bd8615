import { dayOf, formatTime, isMoment } from "contract/base/time";
/** What a draft holds, as the form's fields have it. Those that a form does not have are empty. */
export interface DraftValues {
  title: string;
  content: string;
  fid: string;
  classId: string;
  tags: string;
  /** The post that a reply answers. */
  parent: string;
}

/** A draft as it is on the server. */
export interface SavedDraft {
  revision: number;
  savedAt: string;
  values: DraftValues;
}

/** What the server tells a form about its draft. */
export interface DraftState {
  target: string;
  /** The draft that stands in the form, null when there is none or it is what is published. */
  restored: SavedDraft | null;
  /** The newest revision that this form knows of, 0 for none. */
  revision: number;
  /** What the form shows without a draft. */
  clean: DraftValues;
}

export const noValues: DraftValues = { title: "", content: "", fid: "", classId: "", tags: "", parent: "" };
export const valueNames = Object.keys(noValues) as (keyof DraftValues)[];

/** Line ends count as one way, whichever they are. */
const flat = (text: string) => text.replace(/\r\n?/g, "\n");

export function isSameText(one: DraftValues, other: DraftValues): boolean {
  return valueNames.every((name) => flat(one[name]) === flat(other[name]));
}

/** A moment as HH:mm in China's time; with its day when that is another than today. */
export function clockTime(at: string | number, now = new Date()): string {
  // Nothing where an upstream does not say.
  if (!isMoment(at)) return "";
  return formatTime(at, dayOf(at) === dayOf(now) ? "HH:mm" : "MM-DD HH:mm");
}
