import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isUnchanged } from "../../app/request/conditional";
import { encodeBody } from "../responses/compress";
import { type Encoding, preferredEncoding } from "../responses/negotiation";
import type { PlainResponse } from "../responses/plain-response";
import {
  hashInline,
  type PolicyFor,
  securityHeaders,
  transportSecurity,
} from "../responses/security-headers";

/** A complete answer, ready to be sent: its bytes, and its headers as `writeHead` takes them. */
export interface PageEntry {
  status: number;
  etag: string;
  /** The answer's own Last-Modified, if it has one. */
  modified?: string | undefined;
  headers: string[];
  body: Uint8Array;
  /** The topics that it links to, by tid; empty when they are unknown. */
  topics: ReadonlySet<number>;
  /** How many bytes it takes in the cache, with its compressed forms. */
  size: number;
}

/** The result of making a page: an entry for the cache, or an answer for the one visitor only. */
export type PageResult = { entry: PageEntry } | { response: PlainResponse };

const cacheableStatuses = new Set([200, 301, 302, 404]);
/** The status of a single-fetch answer that redirects. */
const dataRedirectStatus = 202;
const cacheableTypes = /^text\/(?:html|x-script)/;
/** The types of texts: entries are read as text, which breaks the bytes of any other file. */
const textTypes = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/;
/** Headers that we set ourselves, or that are true for this one answer only. */
const ownHeaders = new Set([
  "cache-control",
  "content-length",
  "content-security-policy",
  "date",
  "etag",
  "transfer-encoding",
  "vary",
]);

/** An address of a topic, as `paths.topic` builds it (app/navigation). */
const topicAddress = /\/hsforum\/thread-(\d{1,15})-/g;

/** The topics that a page shows, found by their links. Data for scripts contains no links. */
const topicsIn = (html: string) => new Set(Array.from(html.matchAll(topicAddress), ([, tid]) => Number(tid)));

const isPublic = (declared: string) => declared.startsWith("public");

/**
 * Whether an answer may be shared: a page, a redirect, a "not found", or an answer declared public; without cookies,
 * and not declared private.
 */
export function isShareable(response: Response): boolean {
  if (!cacheableStatuses.has(response.status) && response.status !== dataRedirectStatus) return false;
  if (response.headers.getSetCookie().length > 0) return false;
  const declared = response.headers.get("cache-control") ?? "";
  if (/no-store|private/.test(declared)) return false;
  const type = response.headers.get("content-type");
  if (type && !textTypes.test(type)) return false;
  if (isPublic(declared)) return true;
  return type ? cacheableTypes.test(type) : response.headers.has("location");
}

/**
 * Reads a shareable answer to its end and makes an entry that can be sent any number of times, with the hashes of its
 * scripts in the policy.
 * @param nonce the nonce that the page was rendered with; it is removed
 */
export async function createEntry(
  response: Response,
  nonce: string,
  policyFor: PolicyFor,
  secure: boolean,
): Promise<PageEntry> {
  const { html, scripts, styles } = hashInline(await response.text(), nonce);
  const identity = Buffer.from(html);
  const etag =
    response.headers.get("etag") ??
    `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  // A page depends on the visitor's browser and choices; an answer declared public is the same for all.
  const declared = response.headers.get("cache-control") ?? "";
  const [caching, vary] = isPublic(declared)
    ? [declared, "Accept-Encoding"]
    : ["public, max-age=0, must-revalidate", "Accept-Encoding, Cookie, User-Agent, Sec-CH-UA-Mobile"];
  const headers: string[] = [];
  for (const [name, value] of response.headers) if (!ownHeaders.has(name)) headers.push(name, value);
  for (const [name, value] of Object.entries(securityHeaders)) headers.push(name, value);
  if (secure) headers.push("strict-transport-security", transportSecurity);
  headers.push(
    "content-security-policy",
    policyFor(scripts, styles),
    // Browsers revalidate each time and mostly get 304; members never get this page.
    "cache-control",
    caching,
    "vary",
    vary,
    "etag",
    etag,
    // The time it took to make the page means nothing to later visitors.
    "server-timing",
    "kept",
  );
  return {
    status: response.status,
    etag,
    modified: response.headers.get("last-modified") ?? undefined,
    headers,
    body: identity,
    topics: topicsIn(html),
    size: Math.ceil(1.5 * identity.length) + 4 * headers.join("").length,
  };
}

interface Form {
  headers: string[];
  body: Uint8Array;
}

function formOf({ headers }: PageEntry, bytes: Uint8Array, encoding: Encoding): Form {
  const coding = encoding === "identity" ? [] : ["content-encoding", encoding];
  return { body: bytes, headers: [...headers, "content-length", String(bytes.length), ...coding] };
}

/** An entry's encoded forms, each made at the first request for it, since few pages are requested in all three. */
const forms = new WeakMap<PageEntry, Partial<Record<Encoding, Form | Promise<Form>>>>();

function formIn(entry: PageEntry, encoding: Encoding): Form | Promise<Form> {
  const encodedForms = forms.get(entry) ?? {};
  forms.set(entry, encodedForms);
  encodedForms[encoding] ??=
    encoding === "identity"
      ? formOf(entry, entry.body, encoding)
      : encodeBody(entry.body, encoding).then((bytes) => {
          const form = formOf(entry, bytes, encoding);
          encodedForms[encoding] = form;
          return form;
        });
  return encodedForms[encoding];
}

/** Sends an entry in the encoding that the browser accepts, or 304 if the browser has it. */
export function sendEntry(request: IncomingMessage, response: ServerResponse, entry: PageEntry): void {
  const { headers } = request;
  if (entry.status === 200 && isUnchanged(headers, entry)) {
    response.writeHead(304, entry.headers).end();
    return;
  }
  const send = (form: Form) => {
    response.writeHead(entry.status, form.headers);
    response.end(request.method === "HEAD" ? undefined : form.body);
  };
  const form = formIn(entry, preferredEncoding(headers["accept-encoding"]));
  if (form instanceof Promise) form.then(send, () => send(formOf(entry, entry.body, "identity")));
  else send(form);
}
