import { exposure } from "contract/analytics/numbers";
import { isPrivate, shortened, targetOf, textOf } from "./elements";
import { Exposures } from "./exposure";
import { debounceEach, throttled, waitFor } from "./timing";

interface Click {
  /** The tag name of the element, or its `data-click`; empty when nothing can be clicked. */
  target: string;
  text: string;
  /** The advertisement that contains the click. */
  ad: string | null;
  /** The address of the clicked link; null for anything else. */
  href: string | null;
  /** Pixels from the top left corner of the page. */
  x: number;
  y: number;
}

/** Reports clicks outside of private areas, each element at most once in `debounce` milliseconds. */
export function listenForClicks(debounce: number, signal: AbortSignal, hear: (click: Click) => void): void {
  const isAnother = debounceEach(debounce);
  const onClick = ({ target: clicked, pageX, pageY }: MouseEvent) => {
    if (!(clicked instanceof Element) || isPrivate(clicked)) return;
    const target = targetOf(clicked);
    if (!isAnother(target ?? clicked, Date.now())) return;
    hear({
      target: target?.localName.slice(0, 40) ?? "",
      text: target ? textOf(target) : "",
      ad: target?.closest("[data-ad]")?.getAttribute("data-ad")?.slice(0, 80) ?? null,
      href: target?.closest("a")?.href ?? null,
      x: pageX,
      y: pageY,
    });
  };
  document.addEventListener("click", onClick, { signal, capture: true });
}

/** Reports each exposure name on this page once. @returns a function that stops it */
export function exposuresOn(tell: (name: string) => void): () => void {
  const exposures = new Exposures<Element>((element) => {
    if (!isPrivate(element)) tell(shortened(element.getAttribute("data-exposure") ?? "").slice(0, 80));
  });
  const observer = new IntersectionObserver(exposures.see, { threshold: exposure.ratio });
  for (const element of document.querySelectorAll("[data-exposure]")) observer.observe(element);
  return () => {
    observer.disconnect();
    exposures.stop();
  };
}

type Connected = Navigator & { connection?: { effectiveType?: string } };

/**
 * Measures the page for the positions of clicks. Before the heatmap wait has passed there is no position. Reports the
 * page's size then, and after each change of the window's size.
 */
export function measurePage(tell: (size: { width: number; height: number }) => void, signal: AbortSignal) {
  let size: { width: number; height: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const measure = () => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (size?.width === scrollWidth && size.height === scrollHeight) return;
    size = { width: scrollWidth, height: scrollHeight };
    tell(size);
  };
  const resized = throttled(() => size && measure());
  window.addEventListener("resize", resized.call, { signal, passive: true });
  return {
    begin() {
      size = null;
      clearTimeout(timer);
      timer = setTimeout(measure, waitFor((navigator as Connected).connection?.effectiveType));
    },
    /** The position in thousandths of the width and pixels from the top; undefined before the page is measured. */
    at(x: number, y: number): { x: number; y: number } | undefined {
      if (!size || size.width === 0) return undefined;
      const across = Math.round((1_000 * x) / size.width);
      return {
        x: Math.min(1_000, Math.max(0, across)),
        y: Math.min(1_000_000, Math.max(0, Math.round(y))),
      };
    },
    stop() {
      clearTimeout(timer);
      resized.stop();
    },
  };
}
