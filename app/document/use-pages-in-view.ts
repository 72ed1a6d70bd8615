import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Pages are drawn so far outside of the view, in shares of its height. */
const around = "75%";

/**
 * Which pages of a scrolled list are in view or near it, and which one is read. The page of the address is shown
 * whenever it changes, and the page that is read stays where it is when all sizes change.
 * @param onRead called with the page that is read, when scrolling changed it
 */
export function usePagesInView(
  scroller: RefObject<HTMLElement>,
  total: number,
  page: number,
  scale: number,
  onRead: (page: number) => void,
) {
  const [current, setCurrent] = useState(page);
  const [inView, setInView] = useState<ReadonlySet<number>>(new Set());
  const read = useRef(page);
  /** The page that was asked for, and where it is: the last ones may not reach the top. */
  const asked = useRef<{ page: number; top: number } | null>(null);
  const told = useRef(onRead);
  told.current = onRead;

  const show = useCallback(
    (next: number) => {
      const target = Math.max(1, Math.min(total, next));
      const [list, element] = [scroller.current, scroller.current?.querySelector(`[data-page="${target}"]`)];
      if (!list || !(element instanceof HTMLElement)) return;
      list.scrollTop = element.offsetTop - 8;
      asked.current = { page: target, top: list.scrollTop };
      read.current = target;
      setCurrent(target);
    },
    [scroller, total],
  );
  /** Shows a page as scrolling to it would: the address follows. */
  const turn = (next: number) => {
    const before = read.current;
    show(next);
    if (read.current !== before) told.current(read.current);
  };
  useEffect(() => {
    if (total > 0) show(page);
  }, [page, total, show]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is read stays when the scale changes
  useEffect(() => {
    if (total > 0) show(read.current);
  }, [scale]);

  useEffect(() => {
    const list = scroller.current;
    if (!list || total === 0) return undefined;
    const observer = new IntersectionObserver(
      (entries) =>
        setInView((before) => {
          const next = new Set(before);
          for (const { target, isIntersecting } of entries) {
            const number = Number((target as HTMLElement).dataset.page);
            if (isIntersecting) next.add(number);
            else next.delete(number);
          }
          return next;
        }),
      { root: list, rootMargin: `${around} 0px` },
    );
    const pages = [...list.querySelectorAll<HTMLElement>("[data-page]")];
    for (const each of pages) observer.observe(each);
    let frame = 0;
    const look = () => {
      frame = 0;
      if (asked.current && Math.abs(list.scrollTop - asked.current.top) < 1) return;
      asked.current = null;
      const middle = list.scrollTop + list.clientHeight / 3;
      // Pages are in their order: the last one that begins above the upper third is read.
      let [low, high] = [0, pages.length - 1];
      while (low < high) {
        const at = Math.ceil((low + high) / 2);
        if ((pages[at]?.offsetTop ?? 0) <= middle) low = at;
        else high = at - 1;
      }
      if (low + 1 === read.current) return;
      read.current = low + 1;
      setCurrent(low + 1);
      told.current(low + 1);
    };
    const scrolled = () => {
      frame ||= requestAnimationFrame(look);
    };
    list.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener("scroll", scrolled);
      cancelAnimationFrame(frame);
    };
  }, [scroller, total]);
  return { current, inView, show, turn };
}
