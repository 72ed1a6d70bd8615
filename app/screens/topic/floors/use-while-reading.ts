import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { TopicPage } from "../model/topic-page";

/**
 * Loads what a reader needs later: on the first scroll of a long topic the current floor, and on the first selection
 * of a member who may reply the quote button.
 */
export function useWhileReading(page: TopicPage): void {
  const navigate = useNavigate();
  const latest = useRef(page);
  latest.current = page;
  const { mayReply } = page;
  const isLong = page.topic.milestones.length > 0;
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // If the code cannot load, the page stays readable.
    const load = (work: () => Promise<unknown>) => void work().catch(() => undefined);
    if (isLong) {
      const options = { signal, once: true };
      window.addEventListener(
        "scroll",
        () => load(() => import("./progress").then((m) => m.follow(signal))),
        options,
      );
    }
    if (mayReply) {
      const look = () => {
        if (getSelection()?.isCollapsed === false)
          load(() => import("./quote").then((m) => m.offerQuote(latest.current, navigate)));
      };
      document.addEventListener("selectionchange", look, { signal });
    }
    return () => stop.abort();
  }, [isLong, mayReply, navigate]);
}
