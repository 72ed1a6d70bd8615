import { withoutUnseen } from "contract/base/unseen";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * The text as it was typed, for what cannot be rendered. At most six times as long: never beyond what a text
 * may render to.
 */
export function asTyped(source: string): string {
  const escaped = withoutUnseen(source).replace(/[&<>"]/g, (character) => escapes[character] ?? "");
  return `<p>${escaped.trim().replace(/\n/g, "<br>\n")}</p>`;
}
