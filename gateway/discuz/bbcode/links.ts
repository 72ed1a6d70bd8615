import type { Conversion } from "./context";
import { parseOldLink, targetKey } from "./old-address";

const safe = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * The new address of a link: of a page of the old board where it stands now, without a host; null for an address that a
 * page must not link to.
 */
export function newLink(conversion: Conversion, typed: string): string | null {
  const url = typed.trim().replaceAll("&amp;", "&");
  // Control characters and blanks have no place in an address.
  if (!url || url.length > 2_000 || /[\p{Cc}\s]/u.test(url)) return null;
  const { links, hosts } = conversion.options;
  const old = parseOldLink(url, hosts);
  if (old) {
    const own = old.kind === "file" ? conversion.options.attachments[old.id]?.address : null;
    if (own) {
      // What the text links to need not stand at its end too.
      conversion.named.add(old.id);
      return own;
    }
    const known = links[targetKey(old)];
    if (known) return known;
    if (known === undefined) conversion.count("旧链接没有对应的内容");
    // It stays an old address, which leads there when the page comes over later.
    return url.replace(/^(?:https?:)?\/\/[^/?#]+/i, "").replace(/^\/*/, "/");
  }
  if (safe.test(url)) return url;
  if (/^\/\//.test(url)) return `https:${url}`;
  if (/^www\.[^/?#]+\.[a-z]{2,}/i.test(url)) return `http://${url}`;
  return null;
}

/** The addresses of a text that may name pages of the board, for one query before the conversion. */
export function oldLinksIn(source: string, hosts: readonly string[]) {
  const found =
    source.match(/[^\s[\]"'<>]*(?:\.php\?|thread-|forum-|space-uid-|archiver\/|article-)[^\s[\]"'<>]*/gi) ??
    [];
  return found.flatMap((text) => {
    const url = text.replace(/^(?:url|img|quote)=/i, "").replaceAll("&amp;", "&");
    return parseOldLink(url, hosts) ?? [];
  });
}
