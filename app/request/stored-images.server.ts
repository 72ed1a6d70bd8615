import { fileNameLength, fileNamesMax } from "contract/products/constants";
import { LRUCache } from "lru-cache";
import { escapeHtml } from "~/format/escape";
import { GatewayError } from "~/gateway-client/errors";
import type { Scope } from "./scope.server";

/** Addresses are the same for everybody: nobody's session goes along. */
type Asking = Pick<Scope, "publicGateway"> & { page?: Pick<Scope["page"], "pictures"> };

/** An address that says nothing of its end is asked for again after this. */
const unlimitedMilliseconds = 10 * 60_000;
/** Renewed this long before its end: the page that it goes into is still read for a while. */
const earlyMilliseconds = 5 * 60_000;

const addresses = new LRUCache<string, { address: string; until: number }>({ max: 2_000 });

function addressOf(name: string): string | undefined {
  const cached = addresses.get(name);
  return cached && cached.until > Date.now() ? cached.address : undefined;
}

/** Whether a name can be one (spec 9), and is not a video's, which nobody looks at beforehand. */
const isRequestable = (name: string) =>
  name !== "" && name.length < fileNameLength && !/\.(?:mp4|webm)$/i.test(name);

/** Until when an address is kept: signed ones say their end in `Expires`, in seconds since 1970. */
function expiryOf(address: string): number {
  const [, expires] = /[?&]Expires=(\d+)/i.exec(address) ?? [];
  return expires === undefined
    ? Date.now() + unlimitedMilliseconds
    : Number(expires) * 1_000 - earlyMilliseconds;
}

/** Spec 8: a failed lookup of addresses is nobody's error. */
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

/** The names that people see first are asked for together with the first that a page needs. */
let first: Promise<string[]> | undefined;

function firstNames({ publicGateway }: Asking): Promise<string[]> {
  first ??= orSilently(publicGateway.call("getAllS3Name", {}), null).then(
    (answer) => answer?.data.result ?? [],
  );
  return first;
}

/**
 * Addresses of stored pictures by name (spec 7.2, getAllS3Name and getBatchUrl; spec 9): each name is asked for
 * once and kept while its address is good. A name without an address is left out, a failed lookup is nobody's error.
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

/** Of a page's pictures these many are asked for with it: those further down come as they are read. */
const preloadedMax = 3;

/** The Link headers by which a browser loads a page's first pictures while it reads the page (spec 7.2). */
export const preloadLinks = (pictures: string[]): string[] =>
  [...new Set(pictures)]
    .filter((address) => !/[<>"\s]/.test(address))
    .slice(0, preloadedMax)
    .map((address) => `<${address}>; rel=preload; as=image`);

const reference = /\ssrc="cid:([^"]*)"/gi;

/**
 * A text of an upstream's whose pictures are named by `cid:` (spec 9), with their addresses. Ours puts them in when
 * a text is written. A picture without an address shows the words that stand for it.
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
