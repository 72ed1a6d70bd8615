import { type CallName, contract } from "contract";
import { staleAnswers } from "contract/base/answers";
import { actsForAccount, type Call, isWrapped, standsAt, wirePath, wirePaths } from "contract/base/call";
import type { CallDirectly } from "contract/base/direct";
import { mayKeep } from "contract/base/keep-for";
import type { CallOutcome } from "contract/base/pages";
import { traced } from "contract/base/trace";
import { csrfTokenHeader, gatewaySessionCookie } from "contract/base/wire";
import type { Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { checkAccess, checkRecent } from "./check-access";
import { fromReplica } from "./database/replica";
import { handlers } from "./domains";
import { refusalOf } from "./refusal-of";
import { answeredAs } from "./see-as";
import { accountOwner, forget, keep, sessionOwner } from "./server/answers";
import type { CallContext, Caller, GatewayBindings, Services } from "./server/context";
import { networkOf } from "./server/limits";
import { countRefusal } from "./server/metrics";
import { Refusal } from "./server/refusal";
import { bindingsOf, callerAddress, traceIdIn } from "./server/sessions/callers";
import { hashToken, readCaller } from "./server/sessions/sessions";
import { noStanding } from "./server/sessions/standing";

type AnyHandler = (request: unknown, context: CallContext) => Promise<unknown>;

/** The client's data from the cookie and headers of a call. */
interface Asking {
  sessionToken: string | undefined;
  csrfToken: string | undefined;
  address: string;
  traceId: string;
  noteAccount?: GatewayBindings["noteAccount"] | undefined;
}

/** The calls of one page view arrive within this time and share the look-up of the caller. */
const callerSeconds = 1;

/**
 * The caller of a call. All calls of a page view have the same trace id and share one look-up, except calls that post,
 * moderate or administer.
 */
function readCallCaller(call: Call, asking: Asking, services: Services): Promise<Caller> {
  const { sessionToken, address, traceId } = asking;
  const from = { address, traceId };
  const read = () => readCaller(services, sessionToken, from);
  if (!sessionToken || traceId === "" || (call.access !== "visitor" && call.access !== "user")) return read();
  const owner = sessionOwner(hashToken(sessionToken));
  return keep(services, ["caller", traceId, address], { seconds: callerSeconds, owner }, read);
}

function unwrapped(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("requestBody" in body)) throw new Error("not wrapped");
  return body.requestBody;
}

/**
 * Joins the four parts of an upload (spec 7.1). Invalid base64 gives no file, and then the row's schema rejects the
 * request.
 */
function wholeFile(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null) return payload;
  const { file1, file2, file3, file4, ...rest } = payload as Record<string, unknown>;
  const parts = [file1, file2, file3, file4];
  if (!parts.every((part) => typeof part === "string")) return rest;
  const text = parts.join("");
  const file = Buffer.from(text, "base64");
  // The decoder skips invalid characters, so the length shows whether all characters were valid.
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return text.length % 4 === 0 && file.byteLength === (text.length / 4) * 3 - padding
    ? { ...rest, file }
    : rest;
}

/**
 * Reads the request in the encoding that the contract row names. Throws INVALID_REQUEST for another encoding.
 */
async function readBody(call: Call, context: Context): Promise<unknown> {
  if (call.body === "query") return context.req.query();
  try {
    if (call.body === "form") {
      const beside = Object.fromEntries(
        (call.inQuery ?? []).map((field) => [field, context.req.query(field)]),
      );
      return { ...Object.fromEntries(new URLSearchParams(await context.req.text())), ...beside };
    }
    const body: unknown = await context.req.json();
    const payload = isWrapped(call) ? unwrapped(body) : body;
    if (!standsAt(call, context.req.path, payload)) throw new Error("asks for something else");
    return call.body === "file" ? wholeFile(payload) : payload;
  } catch {
    throw new Refusal("INVALID_REQUEST");
  }
}

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Whether a value cannot be stored: PostgreSQL rejects NUL in texts and lone surrogates in JSON.
 */
function isUnstorable(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || loneSurrogate.test(value);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return false;
  return Object.entries(value).some(([name, part]) => isUnstorable(name) || isUnstorable(part));
}

/**
 * The parsed request, whose texts the schemas have cleaned. Throws, for its field, when a value still cannot be stored.
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
 * Parses the request by the row's schema. Throws the problems by field, in Chinese even when the schema has no message.
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

/** The caller for shared answers, which are the same for everybody. */
const nobody: Caller = { ...noStanding, session: null, sessionEnded: false, address: "", traceId: "" };

/** The key for limits: the account, or a visitor's network. */
const limitKey = ({ account, address }: Caller) => (account ? String(account.id) : networkOf(address));

/**
 * Answers a call, however it came: session, CSRF token, access, limit, request, a recent sign-in, handler, in this order. Throws
 * the refusal.
 * @param readInput takes the request out of the form in which it travelled
 */
function answerCall(
  name: CallName,
  asking: Asking,
  services: Services,
  readInput: () => unknown,
): Promise<{ response: unknown; headers: Headers }> {
  const spanOf = () => ({ name, attributes: { "portal.call": name } });
  return traced(spanOf, () => answerNow(name, asking, services, readInput));
}

async function answerNow(
  name: CallName,
  asking: Asking,
  services: Services,
  readInput: () => unknown,
): Promise<{ response: unknown; headers: Headers }> {
  const call: Call = contract[name];
  const handler = handlers[name] as unknown as AnyHandler;
  const asker = await readCallCaller(call, asking, services);
  if (asker.account) asking.noteAccount?.(asker.account.id);
  // The check includes GET calls: userSigned (spec 7.2) is a GET that writes, and other sites must not read personal
  // data. It includes writes that are open to visitors, because a signed-in person makes them for the account.
  if (asker.session && actsForAccount(call) && asking.csrfToken !== asker.session.csrfToken)
    throw new Refusal("CSRF_TOKEN_MISMATCH");
  const caller = answeredAs(call, asker);
  const context: CallContext = { ...services, caller, responseHeaders: new Headers() };
  // A visitor is asked to sign in before the request is checked.
  if (call.access !== "visitor" && !caller.account) throw new Refusal("NOT_SIGNED_IN");
  if (call.limit) await services.limits.spend(call.limit, limitKey(asker));
  const request = parseRequest(call, await readInput());
  const answer = async () => {
    await checkAccess(call, request, context);
    checkRecent(call, request, context);
    return answered(name, call, request, context, handler);
  };
  const response = await (mayLag(call, caller) ? fromReplica(answer) : answer());
  forgetAfter(call, { request, response }, context);
  return { response, headers: context.responseHeaders };
}

/** Whether a replica may answer. Members read from the primary, because they may have written a moment ago. */
function mayLag({ effect, replica }: Call, { account, session }: Caller): boolean {
  if (replica === "everybody") return true;
  if (account || session) return false;
  return replica === "visitors" || (effect === "reads" && replica === undefined);
}

/** The handler's answer, or the one that is kept as the row's keepFor says. */
function answered(
  name: CallName,
  { keepFor }: Call,
  request: unknown,
  context: CallContext,
  handler: AnyHandler,
): Promise<unknown> {
  const { account } = context.caller;
  if (!keepFor || !mayKeep(keepFor, request) || (keepFor.whose === "visitors" && account))
    return handler(request, context);
  const isOwn = keepFor.whose === "person" && account !== null;
  // What an administrator sees as a person is not kept among that person's answers.
  if (isOwn && context.caller.seenBy) return handler(request, context);
  const owner = isOwn ? accountOwner(account.id) : undefined;
  const callContext = isOwn ? context : { ...context, caller: nobody };
  return keep(context, [name, request], { ...keepFor, owner }, () => handler(request, callContext));
}

/** Drops the cached answers that a call made outdated: shared ones, and those of its caller. */
function forgetAfter(call: Call, answer: CallOutcome, context: CallContext): void {
  if (call.effect === "reads") return;
  if (call.effect === "hides") context.readPrimary?.();
  const wrong = staleAnswers(call, answer);
  if (wrong) forget(context, wrong);
  const { account, session } = context.caller;
  if (account) forget(context, { owner: accountOwner(account.id) });
  if (session) forget(context, { owner: sessionOwner(session.tokenHash) });
}

/** Serves every row of the contract over HTTP (spec 7.1). */
export function serveCalls(app: Hono, services: Services): void {
  for (const [name, row] of Object.entries(contract)) {
    const call: Call = row;
    app.on(call.method, wirePaths(call), async (context) => {
      const asking = {
        sessionToken: getCookie(context, gatewaySessionCookie),
        csrfToken: context.req.header(csrfTokenHeader),
        address: callerAddress(context, services),
        traceId: traceIdIn(context),
        noteAccount: bindingsOf(context).noteAccount,
      };
      const answer = await answerCall(name as CallName, asking, services, () => readBody(call, context));
      for (const [header, value] of answer.headers) context.header(header, value);
      context.header("cache-control", "no-store");
      return context.json(answer.response as never);
    });
  }
}

/**
 * Serves the same calls to a portal in the same process, with the same checks and refusals but without Request and
 * JSON. It trusts the client address from the portal like the address headers of a trusted proxy.
 */
export function directCalls(services: Services): CallDirectly {
  return async ({ name: callName, input, ...asking }) => {
    const name = callName as CallName;
    try {
      const answer = await answerCall(name, asking, services, () => input);
      return { status: 200, data: answer.response, headers: answer.headers };
    } catch (error) {
      const { method } = contract[name];
      const refusal = refusalOf(error, { method, path: wirePath(contract[name]), traceId: asking.traceId });
      countRefusal(refusal.code);
      return { status: refusal.status, data: refusal.body(), headers: new Headers() };
    }
  };
}
