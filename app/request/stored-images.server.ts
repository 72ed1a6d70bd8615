import { fileNameLength, fileNamesMax } from "contract/products/constants";
import { LRUCache } from "lru-cache";
import { escapeHtml } from "~/format/escape";
import { GatewayError } from "~/gateway-client/errors";
import type { Scope } from "./scope.server";

/** Addresses are the same for everybody, so the calls send no session. */
type Asking = Pick<Scope, "publicGateway"> & { page?: Pick<Scope["page"], "pictures"> };

/** How long an address without an expiry time is kept. */
const unlimitedMilliseconds = 10 * 60_000;
/** A signed address is renewed this long before it expires, because the page is read for a while. */
const earlyMilliseconds = 5 * 60_000;

const addresses = new LRUCache<string, { address: string; until: number }>({ max: 2_000 });

function addressOf(name: string): string | undefined {
  const cached = addresses.get(name);
  return cached && cached.until > Date.now() ? cached.address : undefined;
}

/** Whether a name may be an image's (spec 9). Videos are not looked up here. */
const isRequestable = (name: string) =>
  name !== "" && name.length < fileNameLength && !/\.(?:mp4|webm)$/i.test(name);

/** Until when an address is kept. Signed addresses have an `Expires` parameter, in seconds since 1970. */
function expiryOf(address: string): number {
  const [, expires] = /[?&]Expires=(\d+)/i.exec(address) ?? [];
  return expires === undefined
    ? Date.now() + unlimitedMilliseconds
    : Number(expires) * 1_000 - earlyMilliseconds;
}

/** A failed lookup of addresses is not an error of the page (spec 8). */
async function orSilently<Value, Without>(load: Promise<Value>, without: Without): Promise<Value | Without> {
  try {
    return await load;
  } catch (error) {
    if (error instanceof GatewayError) return without;
    throw error;
  }
}

async function ask({ publicGateway }: Asking, names: string[]): Promise<void> {
  const { result } = await orSilently(publicGateway.call("getBatchUrl", { s3names: names }), { result: [] });
  for (const [name, address] of result.flatMap(Object.entries))
    if (/^(?:https?:\/\/|\/(?![/\\]))/.test(address))
      addresses.set(name, { address, until: expiryOf(address) });
}

/** The first lookup also asks for the names that most people see. */
let first: Promise<string[]> | undefined;

function firstNames({ publicGateway }: Asking): Promise<string[]> {
  first ??= orSilently(publicGateway.call("getAllS3Name", {}), null).then(
    (answer) => answer?.data.result ?? [],
  );
  return first;
}

/**
 * Addresses of stored images by name (spec 7.2, getAllS3Name and getBatchUrl; spec 9). Each name is looked up once
 * and kept while its address is valid. Names without an address are left out; a failed lookup is ignored.
 */
async function storedImages(scope: Asking, names: string[]): Promise<ReadonlyMap<string, string>> {
  const lookups = [...new Set(names)].filter(isRequestable);
  const missing = lookups.filter((name) => addressOf(name) === undefined);
  if (missing.length > 0) {
    const ahead = addresses.size === 0 ? (await firstNames(scope)).filter(isRequestable) : [];
    await ask(scope, [...new Set([...missing, ...ahead])].slice(0, fileNamesMax));
  }
  return new Map(
    lookups.flatMap((name) => {
      const address = addressOf(name);
      return address ? [[name, address]] : [];
    }),
  );
}

/** How many of a page's images are preloaded; the others load when the reader comes near them. */
const preloadedMax = 3;

/**
 * The Link headers that make a browser load a page's first images while it reads the page (spec 7.2).
 * @param more further parameters of each link
 */
export const preloadLinks = (pictures: string[], more = ""): string[] =>
  [...new Set(pictures)]
    .filter((address) => !/[<>"\s]/.test(address))
    .slice(0, preloadedMax)
    .map((address) => `<${address}>; rel=preload; as=image${more}`);

const reference = /\ssrc="cid:([^"]*)"/gi;

/**
 * Replaces `cid:` image names in an upstream's text (spec 9) by addresses; the embedded gateway does that when a text
 * is written. An image without an address shows its description.
 */
export async function withStoredImages(scope: Asking, html: string): Promise<string> {
  const names = [...html.matchAll(reference)].map(([, name = ""]) => name);
  if (names.length === 0) return html;
  const images = await storedImages(scope, names);
  scope.page?.pictures.push(...new Set(names.flatMap((name) => images.get(name) ?? [])));
  return html.replace(reference, (_, name: string) => {
    const address = images.get(name);
    return address ? ` src="${escapeHtml(address)}"` : "";
  });
}
