import { unreadBadge } from "~/format/text";
import { paths } from "~/navigation/paths";
import type { Unread } from "~/session/unread";

/** Milliseconds after a request until the counters are asked for (spec 9). */
const debounce = 15_000;
/**
 * Requests that the browser makes by itself, and which do not count as activity: spec 7.1 leaves out topic
 * drafts.
 */
const quiet = [paths.unread(), paths.reading(), "/editor/draft", "/editor/discard"];

const sum = ({ system, forum, inner }: Unread) => system + forum + inner;

function isRequest(entry: PerformanceEntry): boolean {
  const { initiatorType, name } = entry as PerformanceResourceTiming;
  return (
    ["fetch", "xmlhttprequest"].includes(initiatorType) &&
    !quiet.includes(new URL(name, location.href).pathname)
  );
}

/** A place whose changes are read out, once somebody is done reading what they are at. */
function createVoice(): HTMLElement {
  const voice = document.createElement("p");
  voice.className = "visually-hidden";
  voice.setAttribute("role", "status");
  document.body.append(voice);
  return voice;
}

/**
 * The unread refresh of spec 4: 15 s after the last request of this page, the document itself among them, the
 * counters are asked for. `hear` gets them; more than before are said politely. Nothing happens when the
 * session has ended or nothing answers (spec 8). @param present what the page shows now. @returns what stops
 * it.
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
