/**
 * What keys do, once one was pressed. One promise for all: a second import can be there before the first, and
 * keys have an order.
 */
let pressing: Promise<(event: KeyboardEvent) => void> | undefined;

/**
 * Single keys (j, k, r, g, ?, and those over a moderator's list) once the page is alive: what they do comes
 * with the first press. Never while somebody types, composes or holds a modifier.
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
    pressing ??= import("./shortcuts").then(({ press }) => press);
    pressing.then(
      (press) => press(event),
      () => {
        pressing = undefined;
      },
    );
  });
}
