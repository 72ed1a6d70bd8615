import { withoutUnseen } from "contract/base/unseen";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * The source as escaped HTML, for a text that cannot be rendered. Escaping makes it at most six times as long, and the
 * limit of rendered texts allows that.
 */
export function asTyped(source: string): string {
  const escaped = withoutUnseen(source).replace(/[&<>"]/g, (character) => escapes[character] ?? "");
  return `<p>${escaped.trim().replace(/\n/g, "<br>\n")}</p>`;
}
