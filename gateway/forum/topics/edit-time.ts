import { isSameTime } from "contract/base/time";

/**
 * When a text was edited, unless that was within 20 seconds of writing it: such times count as equal (spec
 * 9).
 */
export function editTime(createdAt: Date, editedAt: Date | null): string | null {
  if (!editedAt || isSameTime(createdAt, editedAt)) return null;
  return editedAt.toISOString();
}
