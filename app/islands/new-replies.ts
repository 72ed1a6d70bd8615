import { paths } from "~/navigation/paths";

export interface TopicNews {
  replies: number;
  lastFloor: number;
}

/** Milliseconds: first and longest between two questions, and after which nothing is asked any more. */
const first = 30_000;
const longest = 300_000;
const end = 3_600_000;

/**
 * Asks now and then, while the page is in sight, how many replies its topic has by now: half as often again each
 * time, and for an hour. @returns what stops it.
 */
export function watchReplies(tid: number, hear: (news: TopicNews) => void): () => void {
  const started = Date.now();
  let wait = first;
  let timer: ReturnType<typeof setTimeout>;
  let stopped = false;
  const later = () => {
    clearTimeout(timer);
    if (!stopped && !document.hidden && Date.now() - started < end) timer = setTimeout(ask, wait);
  };
  const ask = async () => {
    const answer = await fetch(`${paths.reading()}?tid=${tid}`)
      .then((response) => response.json() as Promise<{ news: TopicNews | null }>)
      .catch(() => null);
    if (answer?.news && !stopped) hear(answer.news);
    wait = Math.min(wait * 1.5, longest);
    later();
  };
  document.addEventListener("visibilitychange", later);
  later();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", later);
  };
}
