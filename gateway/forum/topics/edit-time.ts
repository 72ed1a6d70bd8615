import { isSameTime } from "contract/base/time";

/** The time of a text's edit. An edit within 20 seconds after writing does not count (spec 9). */
export function editTime(createdAt: Date, editedAt: Date | null): string | null {
  if (!editedAt || isSameTime(createdAt, editedAt)) return null;
  return editedAt.toISOString();
}
