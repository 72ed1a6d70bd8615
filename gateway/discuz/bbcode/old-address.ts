/**
 * Addresses of a Discuz! X board. `parseOldAddress` says what one named; `newAddress` of its neighbour finds where that
 * stands now.
 */

export type OldKind = "topic" | "post" | "section" | "member" | "file" | "article";

/** What an old address names. A page counts from 1. */
export interface OldTarget {
  kind: OldKind;
  id: number;
  page?: number;
}

const idMaximum = 9_007_199_254_740_991;

function idOf(text: string | null | undefined): number | null {
  if (!text || !/^\d{1,16}$/.test(text)) return null;
  const id = Number(text);
  return id > 0 && id <= idMaximum ? id : null;
}

const pageOf = (text: string | null | undefined): number => {
  const page = idOf(text);
  return page === null || page > 100_000 ? 1 : page;
};

const target = (kind: OldKind, id: number | null, page?: number): OldTarget | null =>
  id === null ? null : { kind, id, ...(page !== undefined && page > 1 ? { page } : {}) };

/** Links to attachments carry `aid|check|time|…` in base64; older ones the bare number. */
function attachmentId(aid: string | null): number | null {
  if (!aid) return null;
  const plain = idOf(aid);
  if (plain !== null) return plain;
  if (!/^[A-Za-z0-9+/=_ -]{4,400}$/.test(aid)) return null;
  const text = Buffer.from(aid.replaceAll(" ", "+"), "base64").toString("latin1");
  return idOf(/^(\d{1,16})\|/.exec(text)?.[1]);
}

/** `thread-45-2-1.html` and its likes, which the board's rewrite rules made. */
const rewritten: [RegExp, OldKind][] = [
  [/^(?:forum\/)?thread-(\d+)-(\d+)(?:-\d+)?\.html$/, "topic"],
  [/^forum-(\d+)-(\d+)\.html$/, "section"],
  [/^space-uid-(\d+)(\.html)$/, "member"],
  [/^article-(\d+)-(\d+)\.html$/, "article"],
];

function topicOf(query: URLSearchParams): OldTarget | null {
  const post = idOf(query.get("pid"));
  if (query.get("goto") === "findpost" && post !== null) return target("post", post);
  return target("topic", idOf(query.get("tid") ?? query.get("ptid")), pageOf(query.get("page")));
}

const forumPages: Record<string, (query: URLSearchParams) => OldTarget | null> = {
  viewthread: topicOf,
  redirect: (query) => topicOf(query) ?? target("topic", idOf(query.get("ptid") ?? query.get("tid"))),
  forumdisplay: (query) => target("section", idOf(query.get("fid")), pageOf(query.get("page"))),
  attachment: (query) => target("file", attachmentId(query.get("aid"))),
};

const scripts: Record<string, (query: URLSearchParams) => OldTarget | null> = {
  "forum.php": (query) => forumPages[query.get("mod") ?? ""]?.(query) ?? null,
  "viewthread.php": topicOf,
  "redirect.php": topicOf,
  "forumdisplay.php": (query) => target("section", idOf(query.get("fid")), pageOf(query.get("page"))),
  "space.php": (query) => target("member", idOf(query.get("uid"))),
  "attachment.php": (query) => target("file", attachmentId(query.get("aid"))),
  "home.php": (query) => (query.get("mod") === "space" ? target("member", idOf(query.get("uid"))) : null),
  "portal.php": (query) => (query.get("mod") === "view" ? target("article", idOf(query.get("aid"))) : null),
};

/** `archiver/?tid-45.html` and `archiver/tid-45.html`, with `-page-2` on later pages. */
function archived(rest: string): OldTarget | null {
  const match = /^\??(tid|fid)-(\d+)(?:-page-(\d+))?(?:\.html)?$/.exec(rest);
  return match ? target(match[1] === "tid" ? "topic" : "section", idOf(match[2]), pageOf(match[3])) : null;
}

/**
 * What an address of a Discuz! X board named; null for any other address.
 * @param address path and query, with or without the leading slash
 */
export function parseOldAddress(address: string): OldTarget | null {
  const bare = (address.split("#", 1)[0] ?? "").replace(/^\/+/, "");
  const at = bare.indexOf("?");
  const path = at < 0 ? bare : bare.slice(0, at);
  const query = at < 0 ? "" : bare.slice(at + 1);
  const archiver = /^archiver\/(?:index\.php)?(.*)$/.exec(path);
  if (archiver) return archived(archiver[1] || query.replace(/=$/, ""));
  for (const [pattern, kind] of rewritten) {
    const match = pattern.exec(path);
    if (match) return target(kind, idOf(match[1]), pageOf(match[2]));
  }
  const script = Object.hasOwn(scripts, path) ? scripts[path] : undefined;
  // Links in texts are written with `&amp;` now and then.
  return script?.(new URLSearchParams(query.replaceAll("&amp;", "&"))) ?? null;
}

/** This portal's own folder of topics, whose pages have addresses like the board's. */
const own = /^\/hsforum\//;

/** The same for a board in a folder, which has its name before every path. */
export const parseOldPath = (path: string): OldTarget | null =>
  parseOldAddress(path) ?? (own.test(path) ? null : parseOldAddress(path.replace(/^\/[^/?]+(?=\/)/, "")));

/** A key of a target, by which links are looked up; pages of a topic have their own. */
export const targetKey = ({ kind, id, page = 1 }: OldTarget): string =>
  kind === "topic" && page > 1 ? `${kind} ${id} ${page}` : `${kind} ${id}`;

/**
 * The target of a link in a text of the board: a relative link, or one to the board's own hosts; null for others.
 * @param hosts the hosts of the board, in small letters
 */
export function parseOldLink(url: string, hosts: readonly string[]): OldTarget | null {
  const match = /^(?:https?:)?\/\/([^/?#]+)(.*)$/i.exec(url);
  if (!match) return /^[a-z][a-z0-9+.-]*:/i.test(url) ? null : parseOldAddress(url);
  if (!hosts.includes((match[1] ?? "").toLowerCase())) return null;
  return parseOldPath(match[2] ?? "");
}
