import { cookieNames, pageChoices, plainCookie } from "~/cookies/names";

const month = 30 * 86_400;

/** Resolves when the page has all that it asked for by itself. */
const loaded = () =>
  document.readyState === "complete"
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));

function switchOn(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener("error", reject, { once: true });
    link.disabled = false;
  });
}

/**
 * After a first visit, whose styles came with the page: has the browser fetch the sheets too, when nothing
 * else is waiting, and notes that it has kept them, so that the next page does not bring them.
 */
export async function keepStyles(): Promise<void> {
  await loaded();
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]');
  if (links.length === 0) return;
  try {
    await Promise.all(Array.from(links, switchOn));
  } catch {
    // Then the next page brings its styles again.
    return;
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
  document.cookie = plainCookie(cookieNames.styles, pageChoices.styles[0], month);
}
