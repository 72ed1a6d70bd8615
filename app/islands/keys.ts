/**
 * Single keys (j, k, r, g, ?, and those over a moderator's list) once the page is alive: what they do comes with the first press. Never while somebody
 * types, composes or holds a modifier (decision 145).
 */
export function listenForKeys(): void {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (
      !/^[jkrgftm?xXaeidcbyno]$/.test(key) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.isComposing
    )
      return;
    if (
      target instanceof Element &&
      target.closest("input:not([type=checkbox]),textarea,select,[contenteditable],[role=listbox]")
    )
      return;
    import("./shortcuts").then(
      ({ press }) => press(event),
      () => undefined,
    );
  });
}
