const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * HTML-escapes a text (spec 5.7, navigation). What is escaped already stays as it is: a source passes several
 * hands.
 */
export function escapeHtml(text: string): string {
  return text.replace(
    /&(?!(?:amp|lt|gt|quot|#39);)|[<>"']/g,
    (character) => entities[character] ?? character,
  );
}
