import { exposure } from "contract/analytics/numbers";
import { isPrivate, shortened, targetOf, textOf } from "./elements";
import { Exposures } from "./exposure";
import { debounceEach, throttled, waitFor } from "./timing";

interface Click {
  /** The kind of element, or its `data-click`; empty where nothing is to be clicked on. */
  target: string;
  text: string;
  /** The advertisement that it is on. */
  ad: string | null;
  /** Pixels from the page's corner. */
  x: number;
  y: number;
}

/** Hears clicks that are nobody's secret, each thing once in `debounce` milliseconds. */
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
      x: pageX,
      y: pageY,
    });
  };
  document.addEventListener("click", onClick, { signal, capture: true });
}

/** Watches what is marked on this page, and tells each name once. @returns what ends it. */
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
 * Where clicks are on a page: nowhere until it has stood for a while (heatmap wait), then by its size, which is told
 * then and after the window's size changed.
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
    /** Thousandths of the width, and pixels from the top; nothing before the page is measured. */
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
