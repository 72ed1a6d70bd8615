import { paths } from "~/navigation/paths";

export interface TopicNews {
  replies: number;
  lastFloor: number;
}

/** In milliseconds: the first and the longest wait between two requests, and when the requests end. */
const first = 30_000;
const longest = 300_000;
const end = 3_600_000;

/**
 * Asks regularly, while the page is visible, how many replies its topic has. Each wait is half as long again, and
 * after an hour it ends. @returns a function that stops it
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
