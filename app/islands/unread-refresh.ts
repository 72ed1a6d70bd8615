import { unreadBadge } from "~/format/text";
import { paths } from "~/navigation/paths";
import type { Unread } from "~/session/unread";

/** Milliseconds between a request and the refresh of the counters (spec 9). */
const debounce = 15_000;
/** Requests that the browser sends by itself and that are no activity of a person; spec 7.1 excludes topic drafts. */
const quiet = [paths.unread(), paths.reading(), "/editor/draft", "/editor/discard"];

const sum = ({ system, forum, inner }: Unread) => system + forum + inner;

function isRequest(entry: PerformanceEntry): boolean {
  const { initiatorType, name } = entry as PerformanceResourceTiming;
  return (
    ["fetch", "xmlhttprequest"].includes(initiatorType) &&
    !quiet.includes(new URL(name, location.href).pathname)
  );
}

/** A live region: screen readers read its changes when they are idle. */
function createVoice(): HTMLElement {
  const voice = document.createElement("p");
  voice.className = "visually-hidden";
  voice.setAttribute("role", "status");
  document.body.append(voice);
  return voice;
}

/**
 * The unread refresh of spec 4: 15 s after this page's last request (or its load), gets the counters and passes them
 * to `hear`; a higher count is announced politely. Does nothing when the session has ended or the request fails (spec
 * 8).
 * @param present returns the counters that the page shows now
 * @returns a function that stops it
 */
export function startUnreadRefresh(present: () => Unread, hear: (counts: Unread) => void): () => void {
  const voice = createVoice();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, debounce);
  };
  const refresh = async () => {
    const answer = await fetch(paths.unread(), { headers: { accept: "application/json" } })
      .then((response) => response.json() as Promise<{ unread: Unread | null }>)
      .catch(() => null);
    if (stopped || !answer?.unread) return;
    const isMore = sum(answer.unread) > sum(present());
    hear(answer.unread);
    if (isMore) voice.textContent = `有 ${unreadBadge(answer.unread)} 条未读消息`;
  };
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isRequest)) later();
  });
  observer.observe({ type: "resource" });
  later();
  return () => {
    stopped = true;
    clearTimeout(timer);
    observer.disconnect();
    voice.remove();
  };
}
