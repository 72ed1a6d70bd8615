import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { TopicPage } from "../model/topic-page";

/**
 * What comes once somebody reads: on the first scroll which floor of a long topic is before them, and where they
 * may reply, on the first selection a button that quotes it.
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
    // Without them the page is there to read.
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
