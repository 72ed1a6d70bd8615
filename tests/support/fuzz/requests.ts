import { contract } from "contract";
import { type Call, developerIdFlag, isWrapped, wirePath } from "contract/base/call";
import { attachmentsPrefix, filesPrefix } from "contract/base/wire";
import { z } from "zod";
import { endpoints } from "../../../app/navigation/endpoints";
import { routeId } from "../../../app/navigation/screen-row";
import { type Screen, screens } from "../../../app/navigation/screens";
import { Random } from "./random";
import { type JsonSchema, textFor, valueFor } from "./values";

/** Who sends a request; the sender adds the person's cookies and tokens. */
export const people = ["visitor", "member", "moderator"] as const;
export type Who = (typeof people)[number];

export interface GeneratedRequest {
  who: Who;
  method: string;
  /** Path and query, exactly as they are sent. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Whether the person's token is sent: as a header of a call, or as a field of a form. */
  token: boolean;
}

/** Pages of the gateway that are not calls. */
const gatewayPages = [
  ...[
    "signin",
    "register",
    "reset",
    "logout",
    "outbox",
    "captcha",
    "complaint",
    "unsubscribe",
    "healthz",
    "nothing",
  ].map((name) => `/gateway/${name}`),
  `${filesPrefix}0123456789abcdef0123456789abcdef.png`,
  `${attachmentsPrefix}1/手册.pdf`,
  "/gateway/exports/1",
];
const signInFields = [
  "account",
  "password",
  "code",
  "nickname",
  "agree",
  "redirect",
  "mode",
  "by",
  "captcha",
  "messageId",
  "intent",
];
const formFields = [
  "intent",
  "content",
  "title",
  "fid",
  "classId",
  "tags",
  "pid",
  "uid",
  "tid",
  "back",
  "submissionId",
  "kind",
  "reason",
  "target",
];

/**
 * Percent-encodes as a browser does, or leaves characters as they are where HTTP allows it. A lone surrogate has no
 * encoding.
 */
function encoded(random: Random, text: string): string {
  const short = text.slice(0, 600).replace(/\p{Surrogate}/gu, "\ufffd");
  return random.chance(0.05) && /^[\x21-\x7e]*$/.test(short)
    ? short.replaceAll("#", "")
    : encodeURIComponent(short);
}

function queryOf(random: Random, names: readonly string[], share = 0.35): string {
  const pieces = random.some(names, share).map((name) => `${name}=${encoded(random, textFor(random, name))}`);
  if (random.chance(0.15))
    pieces.push(
      `${encoded(random, random.pick(["utm_source", "page", "_data", "index", "policy", "view", "a[]", "=", ""]))}=${encoded(random, textFor(random, "x"))}`,
    );
  if (random.chance(0.05) && pieces[0]) pieces.push(pieces[0]);
  return pieces.length > 0 ? `?${pieces.join("&")}` : "";
}

function pathOf(random: Random, { path }: Pick<Screen, "path">): string {
  return path
    .replace(":thread", () =>
      random.chance(0.7)
        ? `thread-${1 + random.below(30)}-${1 + random.below(3)}-1.html`
        : encoded(random, textFor(random, "tid")),
    )
    .replace(/:\w+|\*/g, () => encoded(random, textFor(random, "id")));
}

const browserHeaders = ["text/html,application/xhtml+xml", "*/*", "application/json", ""];
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
/** Unusual headers that Node can send: a value has no line ends and no characters beyond Latin-1. */
const strangeHeaders: (readonly [string, readonly string[]])[] = [
  ["origin", ["", "null", "https://evil.example", "http://", "x", "http://127.0.0.1"]],
  ["referer", ["", "x", "http://[", "https://evil.example/", "/forum/all"]],
  ["user-agent", [phone, "", "x".repeat(4_000), "\u00ff\u00fe"]],
  ["sec-ch-ua-mobile", ["?1", "?0", "1", ""]],
  ["accept-encoding", ["br", "gzip", "identity;q=0", "*;q=0", "br;q=NaN", ",,,"]],
  ["accept-language", ["zh-CN", "x".repeat(500), ";q="]],
  ["range", ["bytes=0-", "bytes=-1", "bytes=9-1", "bytes=0-0,5-6", "x"]],
  ["if-none-match", ["*", 'W/"x"', "x", '"']],
  ["if-modified-since", ["Sat, 21 Nov 2026 15:34:30 GMT", "x", "0"]],
  ["if-range", ['"x"', "x"]],
  ["x-forwarded-for", ["1.2.3.4", "x", "::"]],
  ["x-forwarded-host", ["evil.example", "a b"]],
  ["x-forwarded-proto", ["https", "javascript"]],
  ["x-trace-id", ["x".repeat(500), "\u00e9", "'"]],
  ["x-csrf-token", ["x", ""]],
  ["content-encoding", ["gzip", "br", "x"]],
  ["expect", ["100-continue", "x"]],
  [
    "cookie",
    [
      "gateway_session=",
      "gateway_session=x",
      "portal_session=%00",
      "a=b;;;=;",
      "x".repeat(2_000),
      "shell_choice=h5; color_scheme=dark",
    ],
  ],
  ["purpose", ["prefetch"]],
];

function headersFor(random: Random): Record<string, string> {
  const headers: Record<string, string> = { accept: random.pick(browserHeaders) };
  for (const [name, values] of strangeHeaders) if (random.chance(0.04)) headers[name] = random.pick(values);
  return headers;
}

const contentTypes = [
  "application/x-www-form-urlencoded",
  "application/json",
  "multipart/form-data; boundary=x",
  "text/plain",
];
const strangeTypes = [
  "",
  "multipart/form-data",
  "application/json; charset=utf-16",
  "x",
  "application/x-www-form-urlencoded; charset=gbk",
];

function multipart(random: Random, fields: [string, string][]): string {
  const parts = fields.map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (random.chance(0.5)) {
    const name = random.pick(["a.png", "木马.exe", '"', "../a.pdf", ""]);
    parts.push(
      `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n\x89PNG\r\n`,
    );
  }
  const end = random.chance(0.9) ? "--x--\r\n" : "";
  return parts.join("") + end;
}

/** A body of the content type: whole, cut off, or of another type. */
function bodyOf(random: Random, fields: [string, string][], json: unknown, type: string): Buffer {
  if (random.chance(0.04))
    return Buffer.from(
      random.pick(["", "{", "[".repeat(20_000), "\0\0\0", "=&=&=", "%", "null", "x".repeat(300_000)]),
    );
  let text: string;
  if (type.startsWith("multipart/")) text = multipart(random, fields);
  else if (type.startsWith("application/json")) text = JSON.stringify(json) ?? "";
  else text = String(new URLSearchParams(fields));
  const body = Buffer.from(text);
  return random.chance(0.03) ? body.subarray(0, random.below(body.length + 1)) : body;
}

const oddMethods = ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"];

/** A request for a page or its data, or a form posted to it. */
function pageRequest(
  random: Random,
  path: string,
  query: readonly string[],
  fields: readonly string[],
  data: string[],
): Omit<GeneratedRequest, "who"> {
  const headers = headersFor(random);
  const posts = random.chance(0.3);
  const method = random.chance(0.06) ? random.pick(oddMethods) : posts ? "POST" : "GET";
  let address = path;
  const names = [...query];
  if (data.length > 0 && random.chance(0.15)) {
    address = path === "/" ? "/_root.data" : `${path}.data`;
    if (random.chance(0.5))
      return {
        method,
        path: `${address}?_routes=${encodeURIComponent(random.some(data, 0.5).join(","))}`,
        headers,
        body: undefined,
        token: false,
      };
  }
  const target = address + queryOf(random, names);
  if (method !== "POST" && !(posts && method !== "HEAD"))
    return { method, path: target, headers, body: undefined, token: false };
  const type = random.chance(0.1)
    ? random.pick(strangeTypes)
    : random.pick(contentTypes.slice(0, random.chance(0.8) ? 1 : 4));
  const values = random
    .some(fields, 0.5)
    .map((name): [string, string] => [random.chance(0.02) ? `${name}[0].x` : name, textFor(random, name)]);
  if (type) headers["content-type"] = type;
  if (random.chance(0.05)) headers["transfer-encoding"] = "chunked";
  return {
    method,
    path: target,
    headers,
    body: bodyOf(random, values, Object.fromEntries(values), type),
    token: random.chance(0.9),
  };
}

const schemas = new Map<string, JsonSchema>();
function schemaOf(name: string, call: Call): JsonSchema {
  let schema = schemas.get(name);
  if (!schema) {
    schema = z.toJSONSchema(call.request, { io: "input", unrepresentable: "any" }) as JsonSchema;
    schemas.set(name, schema);
  }
  return schema;
}

/** A call of the contract as the portal makes it, sometimes slightly wrong. */
function callRequest(random: Random, name: string, call: Call): Omit<GeneratedRequest, "who"> {
  const headers = headersFor(random);
  const request = valueFor(random, schemaOf(name, call), name);
  const entries = Object.entries((request ?? {}) as object).map(([key, value]): [string, string] => [
    key,
    typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
  ]);
  const token = random.chance(0.9);
  const method = random.chance(0.04) ? random.pick(oddMethods) : call.method;
  if (call.body === "query") {
    const query = entries
      .map(([key, value]) => `${encoded(random, key)}=${encoded(random, value)}`)
      .join("&");
    return { method, path: `${wirePath(call)}${query ? `?${query}` : ""}`, headers, body: undefined, token };
  }
  const json =
    isWrapped(call) && random.chance(0.97)
      ? { developerId: developerIdFlag(call), headers: [], requestBody: request }
      : request;
  const right = call.body === "form" ? "application/x-www-form-urlencoded" : "application/json";
  const type = random.chance(0.06) ? random.pick([...contentTypes, ...strangeTypes]) : right;
  if (type) headers["content-type"] = type;
  if (random.chance(0.03)) headers["transfer-encoding"] = "chunked";
  const body = bodyOf(random, entries, json, call.body === "form" ? type : "application/json");
  return { method, path: wirePath(call), headers, body, token };
}

/**
 * Endless requests over all screens, endpoints and calls, valid and mutated. The same seed gives the same requests. New
 * routes and new calls of the contract are included.
 */
export function* generateRequests(seed: number): Generator<GeneratedRequest> {
  const random = new Random(seed);
  const calls = Object.entries(contract as Record<string, Call>);
  for (;;) {
    const who = random.pick(people);
    const kind = random.number();
    if (kind < 0.4) {
      const [name, call] = random.pick(calls);
      yield { who, ...callRequest(random, name, call) };
    } else if (kind < 0.8) {
      const screen = random.pick(screens);
      const shell = random.pick(["desktop", "h5"] as const);
      const path = (shell === "h5" ? "/h5" : "") + pathOf(random, screen);
      const query = screen.query === "all" ? ["id", "page"] : screen.query;
      yield {
        who,
        ...pageRequest(random, path, query, formFields, ["root", shell, routeId(shell, screen), "x"]),
      };
    } else if (kind < 0.92) {
      const endpoint = random.pick(endpoints);
      const path = `/${pathOf(random, endpoint)}`;
      yield {
        who,
        ...pageRequest(random, path, endpoint.query === "all" ? [] : endpoint.query, formFields, []),
      };
    } else {
      yield {
        who,
        ...pageRequest(
          random,
          random.pick(gatewayPages).replaceAll(/[^\x21-\x7e]/g, encodeURIComponent),
          signInFields,
          signInFields,
          [],
        ),
      };
    }
  }
}
