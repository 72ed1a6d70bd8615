import type { Context } from "hono";
import type { Services } from "../../server/context";
import { type GoodSignature, signedSeconds } from "../storage/signed";
import { readRange } from "./range";

/** Of an address with this query the bytes are answered here, whoever asks: it is the content network that does. */
const here = "direct";

/** For how long a browser may remember where it was sent: a video is asked for part by part. */
const rememberedSeconds = 3_600;

interface Sent {
  location: string | null;
  signed: GoodSignature;
  contentType: string;
  headers: Record<string, string>;
}

/** Whether a request is one for the file from its first byte on: one that counts. */
export const beginsAtFirstByte = ({ req }: Context): boolean => {
  const range = readRange(req.header("range"), Number.MAX_SAFE_INTEGER);
  return req.method === "GET" && (range === null || (range !== "unsatisfiable" && range.first === 0));
};

/**
 * Where a browser fetches an open file with a signed address straight from the store, or from the content network that
 * keeps what it asks for here: by an address that is good for as long as this one, and the same for everybody. Null
 * where it is answered here.
 */
export async function directAddress(
  context: Context,
  { settings, files: stores }: Pick<Services, "settings" | "files">,
  { location, signed, contentType, headers }: Sent,
): Promise<string | null> {
  const { filesUrl } = settings;
  const { req } = context;
  // An address of the store is good for one method.
  if (!filesUrl || req.method !== "GET" || req.query(here) !== undefined) return null;
  const address = await (async () => {
    if (stores.target !== "s3") {
      const { pathname, search } = new URL(req.url);
      return `${filesUrl}${pathname}${search}&${here}=1`;
    }
    if (!location?.startsWith("s3:")) return null;
    const { store, key } = stores.at(location);
    return store.directAddress(key, {
      type: contentType,
      disposition: headers["content-disposition"] ?? "attachment",
      // The same for everybody, and so of no moment.
      cacheControl: "public, max-age=21600, immutable",
      from: signed.from,
      seconds: signedSeconds,
    });
  })();
  if (address)
    context.header("cache-control", `public, max-age=${Math.min(signed.seconds, rememberedSeconds)}`);
  return address;
}
