/** How long a chunk of code may take to load, in milliseconds (spec 9). */
export const chunkTimeout = 120_000;

/** Whether this document is already the reload after a failed chunk. */
let isRetry = false;

/** Saves what is typed on this page in the session storage before a reload; browsers do not keep it themselves. */
export function keepTyped(): void {
  const all = [...document.querySelectorAll<HTMLInputElement>("textarea,input")];
  const fields = all.filter(({ type }) => type.startsWith("text"));
  sessionStorage.typed = JSON.stringify([location.href, fields.map(({ id, value }) => [id, value])]);
}

/** Puts the saved text back into the fields before hydration, which then treats it like text typed early. */
export function restoreTyped(): void {
  const [href, fields] = JSON.parse(sessionStorage.typed || "[]");
  sessionStorage.typed = "";
  isRetry = href === location.href;
  if (isRetry) for (const [id, value] of fields) Object.assign(document.getElementById(id) ?? {}, { value });
}

/**
 * Loads a chunk of the page's code. When it fails or takes too long, the page is reloaded once, with the typed text:
 * a new release has other chunks. A second failure is a chunk-load error (spec 2.1, 8).
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
