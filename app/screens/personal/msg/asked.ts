import { id } from "contract/fields";
import { type MessageKind, messageKinds, type NoticeEvent, noticeEvents } from "contract/notices";

/** What the message centre's address asks for; what is no such thing counts as not asked. */
export function readAsked(url: URL) {
  const query = url.searchParams;
  const number = (name: string) => id.safeParse(query.get(name) ?? "").data;
  const place = (name: string) => (/^\d{1,15}_\d{1,10}$/.test(query.get(name) ?? "") ? (query.get(name) ?? undefined) : undefined);
  return {
    type: messageKinds.find((kind): kind is MessageKind => kind === query.get("type")),
    unread: query.get("unread") === "1",
    event: noticeEvents.find((event): event is NoticeEvent => event === query.get("event")),
    before: place("before"),
    after: place("after"),
    uid: number("with"),
    /** Places in a conversation are ids of its messages. */
    messageBefore: number("before"),
    messageAfter: number("after"),
    /** The last message that was read before; 0 where none was. */
    fresh: /^\d{1,9}$/.test(query.get("fresh") ?? "") ? Number(query.get("fresh")) : undefined,
    block: query.has("block"),
    remove: query.has("remove"),
    report: number("report"),
    reported: query.has("reported"),
    blocks: query.has("blocks"),
  };
}

export type Asked = ReturnType<typeof readAsked>;
