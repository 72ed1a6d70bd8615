import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** Our encodings, the smallest result first. The order in a browser's header has no meaning. */
const ours: Encoding[] = ["br", "gzip", "identity"];
/** Browsers send only a few different values; made-up ones evict each other. */
const encodings = new LRUCache<string, Encoding>({ max: 200 });

/** The best of our encodings that an Accept-Encoding header allows. */
export function preferredEncoding(accept: string | string[] | undefined): Encoding {
  if (!accept) return "identity";
  const text = String(accept);
  let encoding = encodings.get(text);
  if (!encoding) {
    const accepted = new Negotiator({ headers: { "accept-encoding": text } }).encodings(ours);
    encoding = ours.find((one) => accepted.includes(one)) ?? "identity";
    encodings.set(text, encoding);
  }
  return encoding;
}
