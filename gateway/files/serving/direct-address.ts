import { servedHere } from "contract/base/wire";
import type { Context } from "hono";
import type { Services } from "../../server/context";
import { type GoodSignature, signedSeconds } from "../storage/signed";
import { readRange } from "./range";

/** How long a browser may cache the redirect, because it requests a video in many parts. */
const rememberedSeconds = 3_600;

interface Sent {
  location: string | null;
  signed: GoodSignature;
  contentType: string;
  headers: Record<string, string>;
}

/** Whether a request begins at the file's first byte. Only such requests are counted. */
export const beginsAtFirstByte = ({ req }: Context): boolean => {
  const range = readRange(req.header("range"), Number.MAX_SAFE_INTEGER);
  return req.method === "GET" && (range === null || (range !== "unsatisfiable" && range.first === 0));
};

/**
 * Returns the address where a browser fetches an open file with a signed address: directly from the store, or from the
 * content network, which caches the files from here. It is valid as long as this one, and the same for everybody. Null
 * if the file is served here.
 */
export async function directAddress(
  context: Context,
  { settings, files: stores }: Pick<Services, "settings" | "files">,
  { location, signed, contentType, headers }: Sent,
): Promise<string | null> {
  const { filesUrl } = settings;
  const { req } = context;
  // An address of the store is valid for only one method.
  if (!filesUrl || req.method !== "GET" || req.query(servedHere) !== undefined) return null;
  const address = await (async () => {
    if (stores.target !== "s3") {
      const { pathname, search } = new URL(req.url);
      return `${filesUrl}${pathname}${search}&${servedHere}=1`;
    }
    if (!location?.startsWith("s3:")) return null;
    const { store, key } = stores.at(location);
    return store.directAddress(key, {
      type: contentType,
      disposition: headers["content-disposition"] ?? "attachment",
      // The same for everybody, so it must not depend on the time of the request.
      cacheControl: "public, max-age=21600, immutable",
      from: signed.from,
      seconds: signedSeconds,
    });
  })();
  if (address)
    context.header("cache-control", `public, max-age=${Math.min(signed.seconds, rememberedSeconds)}`);
  return address;
}
