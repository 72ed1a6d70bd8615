/** How far from the window something may be and still count as near it. */
const margin = "600px";
/** What a person does before they can do anything else on a page. */
const signs = ["pointerdown", "keydown", "focusin", "popstate"] as const;

/**
 * Resolves once the element with this id comes near the window, or the person does anything at all on the page; at once
 * where there is no such element, as when the page was not made by the server. For code that somebody who only reads
 * never needs: what the server sent works until then.
 */
export function whenNear(id: string): Promise<void> {
  const element = document.getElementById(id);
  if (!element) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      for (const sign of signs) window.removeEventListener(sign, done, true);
      resolve();
    };
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && done(), {
      rootMargin: margin,
    });
    observer.observe(element);
    for (const sign of signs) window.addEventListener(sign, done, { capture: true, passive: true });
  });
}
