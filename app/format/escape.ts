const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * HTML-escapes a text (spec 5.7, navigation). Existing escapes stay unchanged, because a source is escaped more than
 * once.
 */
export function escapeHtml(text: string): string {
  return text.replace(
    /&(?!(?:amp|lt|gt|quot|#39);)|[<>"']/g,
    (character) => entities[character] ?? character,
  );
}
