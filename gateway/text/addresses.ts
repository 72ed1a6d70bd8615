import { attachmentsPrefix, filesPrefix } from "contract/base/wire";

/** Attachments of a post: the paths of the stored files by their `cid:` names (spec 9). */
export type Attachments = Record<string, string>;

/** The sizes of stored pictures in pixels, by their address. */
export type PictureSizes = ReadonlyMap<string, { width: number; height: number }>;

/** Whether a link leads to an attachment in this portal, which browsers download. */
export const isAttachment = (url: string) => url.startsWith(attachmentsPrefix);

const external = /^https?:\/\/[^\s/]/i;
/** A path or an anchor in this portal. Browsers read `//host` and `/\host` as other hosts. */
const internal = /^(?:\/(?![/\\])|#)/;
const contact = /^(?:mailto:|tel:)[^\s]/i;

export type AddressKind = "external" | "internal" | "contact";

/**
 * What kind of address a link names; null for one that must not be followed (`javascript:`, `data:`, `file:`,
 * relative …).
 */
export function addressKind(url: string): AddressKind | null {
  if (external.test(url)) return "external";
  if (internal.test(url)) return "internal";
  return contact.test(url) ? "contact" : null;
}

/**
 * An address with the network form of its host: `例子.中国` becomes `xn--fsqu00a.xn--fiqs8s`, and `[fe80::1]` keeps its
 * brackets. The Markdown parser percent-encodes both, and only browsers understand that. Other addresses do not change.
 */
export function withPlainHost(url: string): string {
  const [, before = "", host = "", after = ""] =
    /^(https?:\/\/|mailto:[^@?]+@)([^/?#@]*%[^/?#@]*)(.*)$/is.exec(url) ?? [];
  if (!host) return url;
  try {
    const decoded = decodeURIComponent(host);
    const plain = /[\s/?#@\\%]/.test(decoded) ? null : new URL(`http://${decoded}`).host;
    return plain ? before + plain + after : url;
  } catch {
    return url;
  }
}

/**
 * The address of a picture: http(s), a root-relative path, or the stored file that a `cid:` names; null for
 * any other.
 */
export function pictureAddress(url: string, attachments: Attachments): string | null {
  const name = /^cid:(.+)$/i.exec(url)?.[1];
  if (name !== undefined) {
    const path = Object.hasOwn(attachments, name) ? attachments[name] : undefined;
    return path?.startsWith(filesPrefix) ? path : null;
  }
  const kind = addressKind(url);
  return kind === "external" || (kind === "internal" && url.startsWith("/")) ? url : null;
}
