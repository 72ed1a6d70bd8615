/**
 * The key handler's module, loaded at the first key press. One promise for all presses keeps the keys in order: the
 * promises of two imports could resolve in the other order.
 */
let pressing: Promise<(event: KeyboardEvent) => void> | undefined;

/**
 * Listens for single keys (j, k, r, g, ?, and those of a moderator's list) after hydration. The handler is loaded at
 * the first press. Ignores keys in fields, in compositions and with a modifier.
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
