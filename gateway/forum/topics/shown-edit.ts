import { sameTimeSeconds } from "contract/base/constants";

/**
 * When a text was edited, unless that was within 20 seconds of writing it: such times count as equal (spec
 * 9).
 */
export function shownEdit(createdAt: Date, editedAt: Date | null): string | null {
  if (!editedAt || editedAt.getTime() - createdAt.getTime() <= sameTimeSeconds * 1000) return null;
  return editedAt.toISOString();
}
