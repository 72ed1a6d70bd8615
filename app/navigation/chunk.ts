/** How long a piece of code may take to come (spec 9). */
export const chunkTimeout = 120_000;

/** Whether this document is already the one that was asked for again. */
let isRetry = false;

/** Keeps what is typed on this page for when it is loaded anew, which browsers do not do by themselves. */
export function keepTyped(): void {
  const all = [...document.querySelectorAll<HTMLInputElement>("textarea,input")];
  const fields = all.filter(({ type }) => type.startsWith("text"));
  sessionStorage.typed = JSON.stringify([location.href, fields.map(({ id, value }) => [id, value])]);
}

/** Puts back what was kept, before the page comes alive, as if somebody had been quick. */
export function restoreTyped(): void {
  const [href, fields] = JSON.parse(sessionStorage.typed || "[]");
  sessionStorage.typed = "";
  isRetry = href === location.href;
  if (isRetry) for (const [id, value] of fields) Object.assign(document.getElementById(id) ?? {}, { value });
}

/**
 * Loads a piece of the page's code. One that fails, or takes too long, has the page loaded anew, once, with
 * what was typed: it may have other pieces by now. After that it is a chunk-load error (spec 2.1, 8).
 */
export const chunk =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    import.meta.env.SSR
      ? load()
      : Promise.race([
          load(),
          new Promise<never>((_, reject) => {
            setTimeout(reject, chunkTimeout);
          }),
        ]).catch(() => {
          if (isRetry) throw Error("ChunkLoadError");
          keepTyped();
          location.reload();
          return new Promise<never>(() => undefined);
        });
