import { contract } from "contract";
import { type Call, isWrapped, wirePath } from "contract/base/call";
import { csrfTokenHeader, gatewaySessionCookie, traceIdHeader } from "contract/base/wire";
import type { Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { checkAccess } from "./check-access";
import { callerAddress, readRequestCaller } from "./server/callers";
import type { CallContext, Caller, Handlers, Services } from "./server/context";
import { networkOf } from "./server/limits";
import { readPageCaller } from "./server/page-callers";
import { Refusal } from "./server/refusal";

type AnyHandler = (request: unknown, context: CallContext) => Promise<unknown>;

/**
 * Who makes a call of the contract: shared within a page view, but for calls that post, moderate or
 * administer.
 */
function readCallCaller(call: Call, context: Context, services: Services): Promise<Caller> {
  const token = getCookie(context, gatewaySessionCookie);
  if (!token || (call.access !== "visitor" && call.access !== "user"))
    return readRequestCaller(context, services);
  const traceId = context.req.header(traceIdHeader) ?? "";
  return readPageCaller(services, token, { address: callerAddress(context, services), traceId });
}

function unwrapped(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("requestBody" in body)) throw new Error("not wrapped");
  return body.requestBody;
}

/**
 * Puts the four parts of an upload together again (spec 7.1). What is no base64 is no file, and the row's
 * schema says so.
 */
function wholeFile(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null) return payload;
  const { file1, file2, file3, file4, ...rest } = payload as Record<string, unknown>;
  const parts = [file1, file2, file3, file4];
  if (!parts.every((part) => typeof part === "string")) return rest;
  const text = parts.join("");
  const file = Buffer.from(text, "base64");
  // The decoder leaves out what it does not know: a file is only one if nothing was left out.
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return text.length % 4 === 0 && file.byteLength === (text.length / 4) * 3 - padding
    ? { ...rest, file }
    : rest;
}

/**
 * Takes the request out of the form in which the row says it travels. Throws INVALID_REQUEST for what is not
 * that.
 */
async function readBody(call: Call, context: Context): Promise<unknown> {
  if (call.body === "query") return context.req.query();
  try {
    if (call.body === "form") return Object.fromEntries(new URLSearchParams(await context.req.text()));
    const body: unknown = await context.req.json();
    const payload = isWrapped(call) ? unwrapped(body) : body;
    return call.body === "file" ? wholeFile(payload) : payload;
  } catch {
    throw new Refusal("INVALID_REQUEST");
  }
}

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Whether a value cannot be stored: PostgreSQL takes no NUL in a text, and no half of a character in JSON.
 */
function isUnstorable(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || loneSurrogate.test(value);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return false;
  return Object.entries(value).some(([name, part]) => isUnstorable(name) || isUnstorable(part));
}

/**
 * The request as it was parsed: texts are cleaned by their schemas, and what still cannot be stored is
 * refused by its field.
 */
function storable(request: Record<string, unknown>): Record<string, unknown> {
  const wrong = Object.keys(request).filter((field) => isUnstorable(request[field]));
  if (wrong.length === 0) return request;
  throw new Refusal(
    "INVALID_REQUEST",
    Object.fromEntries(wrong.map((field) => [field, ["含有无法保存的字符"]])),
  );
}

/**
 * Parses the request by the row's schema; what is wrong comes back by field, in Chinese even where the schema
 * says nothing of its own.
 */
function parseRequest(call: Call, body: unknown): Record<string, unknown> {
  const parsed = call.request.safeParse(body, { error: () => "填写的内容有误" });
  if (parsed.success) return storable(parsed.data as Record<string, unknown>);
  const fields: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? "");
    if (!fields[field]?.includes(issue.message)) fields[field] = [...(fields[field] ?? []), issue.message];
  }
  throw new Refusal("INVALID_REQUEST", fields);
}

/** Whom limits count: an account wherever it is, and visitors by their network. */
const limitKey = ({ account, address }: Caller) => (account ? String(account.id) : networkOf(address));

/** Serves every row of the contract: body, session, CSRF token, access, limit, request, handler, response. */
export function serveCalls(app: Hono, services: Services, handlers: Handlers): void {
  for (const [name, row] of Object.entries(contract)) {
    const call: Call = row;
    const handler = handlers[name as keyof Handlers] as unknown as AnyHandler;
    app.on(call.method, wirePath(call), async (context) => {
      const caller = await readCallCaller(call, context, services);
      const callContext: CallContext = { ...services, caller, responseHeaders: new Headers() };
      // GET calls too: spec 7.2's userSigned is a GET that writes, and nobody else's page may read what is a
      // person's.
      if (caller.session && call.access !== "visitor") {
        if (context.req.header(csrfTokenHeader) !== caller.session.csrfToken)
          throw new Refusal("CSRF_TOKEN_MISMATCH");
      }
      // A visitor is told to sign in before being told what is wrong with the request.
      if (call.access !== "visitor" && !caller.account) throw new Refusal("NOT_SIGNED_IN");
      if (call.limit) await services.limits.spend(call.limit, limitKey(caller));
      const request = parseRequest(call, await readBody(call, context));
      await checkAccess(call, request, callContext);
      const response = await handler(request, callContext);
      for (const [header, value] of callContext.responseHeaders) context.header(header, value);
      context.header("cache-control", "no-store");
      return context.json(response as never);
    });
  }
}
