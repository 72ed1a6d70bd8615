import { formatTime } from "contract/base/time";
import { noticeOf } from "./offline-notice";
import { discardUnsent, keepUnsent, sendUnsent, unsentOf } from "./unsent";

/** The event for a form whose request failed in the network (forms/network-failure.ts). */
export interface LostForm {
  action: string;
  fields: Record<string, string>;
}

const clock = (at: number) => formatTime(at, "HH:mm");

/** Shows the forms that wait to be sent, with a button for each possible action. */
function showUnsent(uid: number): void {
  const notice = noticeOf("unsent");
  const [first, ...others] = unsentOf(uid);
  if (!first) {
    notice.clear();
    return;
  }
  const more = others.length > 0 ? `（还有 ${others.length} 篇）` : "";
  const what = first.fields.title || first.fields.content?.trim() || "";
  const message = `没有发出，已存在本机：${[...what].slice(0, 20).join("")}${more}`;
  const send = async () => {
    notice.say("正在发送……");
    const result = await sendUnsent(uid, first);
    if (result === "offline") notice.say("还没有网络，联网后点“发送”", buttons);
  };
  const drop = () => {
    discardUnsent(uid, first);
    showUnsent(uid);
  };
  const buttons = { 发送: () => void send(), 丢弃: drop };
  notice.say(message, buttons);
}

let writer: number | undefined;

/** Stores a member's forms that failed in the network, and deletes them when the server has received them. */
function watchForms(uid: number): void {
  const first = writer === undefined;
  writer = uid;
  if (uid !== 0) showUnsent(uid);
  if (!first) return;
  window.addEventListener("form-lost", (event) => {
    const { detail } = event as CustomEvent<LostForm>;
    if (!writer || !keepUnsent(writer, detail)) return;
    // A cancelled event makes the form say that it is stored.
    event.preventDefault();
    showUnsent(writer);
  });
  window.addEventListener("form-sent", (event) => {
    if (!writer) return;
    discardUnsent(writer, (event as CustomEvent<LostForm>).detail);
    showUnsent(writer);
  });
  window.addEventListener("online", () => noticeOf("offline").clear());
}

/**
 * Starts offline reading and writing on a page: registers the service worker, tells it whose page this is, and shows
 * a notice when the page is a stored copy.
 */
export async function startOffline(uid: number): Promise<void> {
  watchForms(uid);
  const container = navigator.serviceWorker;
  if (!container || !window.isSecureContext) return;
  if (!navigator.onLine) {
    const keptAt = await keptSince();
    if (keptAt) noticeOf("offline").say(`离线：这是 ${clock(keptAt)} 时的样子`);
    return;
  }
  await container.register("/sw.js", { updateViaCache: "none" });
  const worker = (await container.ready).active;
  worker?.postMessage({ type: "read", address: location.href.replace(/#.*$/, ""), account: uid });
}

/** When this page was stored, if it came from the service worker; null if it came from the network. */
async function keptSince(): Promise<number | null> {
  const page = await caches.match(location.href.replace(/#.*$/, ""));
  return Number(page?.headers.get("x-kept-at")) || null;
}
