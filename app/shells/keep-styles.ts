import { cookieNames, pageChoices, plainCookie } from "~/cookies/names";

const month = 30 * 86_400;

/** Resolves when the page has all that it asked for by itself. */
export const loaded = (): Promise<unknown> =>
  document.readyState === "complete"
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));

function hasCome(link: HTMLLinkElement): Promise<unknown> {
  if (link.sheet) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener("error", reject, { once: true });
  });
}

/** Notes, once the page's sheets have come, that this browser has kept them: the next page does not bring their text. */
export async function rememberSheets(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  try {
    await Promise.all(Array.from(links, hasCome));
  } catch {
    // Then the next page brings its styles again.
    return;
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
  document.cookie = plainCookie(cookieNames.styles, pageChoices.styles[0], month);
}
