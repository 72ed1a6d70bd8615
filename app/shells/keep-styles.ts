import { cookieNames, pageChoices, plainCookie } from "~/cookies/names";

const month = 30 * 86_400;

/** Resolves after the page's load event. */
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

/**
 * Sets a cookie once the page's style sheets have loaded: the browser has them cached, and the next page need not
 * contain their text.
 */
export async function rememberSheets(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  try {
    await Promise.all(Array.from(links, hasCome));
  } catch {
    // The next page then contains its styles again.
    return;
  }
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = plainCookie(cookieNames.styles, pageChoices.styles[0], month);
}
