import { Agent, request as httpRequest } from "node:http";
import { contract } from "contract";
import { wirePath } from "contract/base/call";
import { csrfTokenHeader } from "contract/base/wire";
import type { DemoAccount } from "../accounts";
import { demoAccounts } from "../accounts";
import { PlainBrowser } from "../plain-browser";
import { signInWithPassword } from "../sign-in";
import { type GeneratedRequest, generateRequests, type Who } from "./requests";

/** The cookies and tokens in a person's browser. */
export interface Person {
  cookie: string;
  /** The tokens of calls and of forms. */
  tokens: { call: string; form: string };
}
const nobody: Person = { cookie: "", tokens: { call: "", form: "" } };

/** Signs a demo account in. */
export async function signInAs(origin: string, who: DemoAccount): Promise<Person> {
  const browser = new PlainBrowser(origin);
  await signInWithPassword(browser, demoAccounts[who]);
  const page = await browser.get("/posting");
  const cookie = await browser.jar.getCookieString(origin);
  const current = await fetch(origin + wirePath(contract.workspaceCurrent), { headers: { cookie } });
  return {
    cookie,
    tokens: {
      call: current.headers.get(csrfTokenHeader) ?? "",
      form: page.$('input[name="csrf"]').first().attr("value") ?? "",
    },
  };
}

export interface SentAnswer {
  /** 0 if the connection ended without an answer. */
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  bytes: number;
}

/** Milliseconds after which a request counts as unanswered. */
const patience = 60_000;

/** Sends a request exactly as it is. Never rejects. */
export function sendRaw(
  origin: string,
  { method, path, headers, body }: Pick<GeneratedRequest, "method" | "path" | "headers" | "body">,
  agent: Agent | false = false,
): Promise<SentAnswer> {
  const url = new URL(origin);
  return new Promise((resolve) => {
    let none = () => resolve({ status: 0, headers: {}, bytes: 0 });
    const outgoing = httpRequest(
      { host: url.hostname, port: url.port, method, path, headers, agent, timeout: patience },
      (response) => {
        let bytes = 0;
        const end = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes });
        // The server answered although the body breaks off.
        none = end;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on("end", end);
        response.on("error", end);
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer")));
    outgoing.on("error", () => none());
    outgoing.end(body);
  });
}

/** Adds the person's cookies and token to the request. */
function asPerson(
  { method, path, headers, body, token }: GeneratedRequest,
  { cookie, tokens }: Person,
): GeneratedRequest {
  const own: Record<string, string> = { ...headers };
  const cookies = [cookie, headers.cookie].filter(Boolean).join("; ");
  if (cookies) own.cookie = cookies;
  let sent = body;
  if (token && cookie) {
    if (path.startsWith("/gateway/")) own[csrfTokenHeader] ??= tokens.call;
    else if (body && own["content-type"]?.startsWith("application/x-www-form"))
      sent = Buffer.concat([Buffer.from(`csrf=${encodeURIComponent(tokens.form)}&`), body]);
  }
  if (sent && !own["transfer-encoding"]) own["content-length"] = String(sent.length);
  return { who: "visitor", method, path, headers: own, body: sent, token };
}

/** A failed request, ready to be sent again: without the person's own cookies. */
export interface Failed {
  status: number;
  who: Who;
  request: string;
}

export interface FuzzResult {
  sent: number;
  /** The number of answers by status. */
  statuses: Map<number, number>;
  /** Answers with a status of 500 or more (except a 503 with Retry-After), and connections without an answer. */
  failed: Failed[];
}

/** A request may end its own session; signing in again after so many requests limits the effect on later ones. */
const signInEvery = 1_000;

const isDeliberate = ({ status, headers }: SentAnswer) =>
  status === 503 && headers["retry-after"] !== undefined;

/** Sends that many generated requests, several at once. `onProgress` gets the number of sent requests now and then. */
export async function fuzz(
  origin: string,
  {
    seed,
    count,
    atOnce = 8,
    onProgress,
  }: { seed: number; count: number; atOnce?: number; onProgress?: (sent: number) => void },
): Promise<FuzzResult> {
  const requests = generateRequests(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const result: FuzzResult = { sent: 0, statuses: new Map(), failed: [] };
  let persons: Record<Who, Person> = { visitor: nobody, member: nobody, moderator: nobody };

  async function sendNext(): Promise<void> {
    const { value: request } = requests.next() as IteratorResult<GeneratedRequest, never>;
    const answer = await sendRaw(origin, asPerson(request, persons[request.who]), agent);
    result.sent += 1;
    result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1);
    if ((answer.status >= 500 && !isDeliberate(answer)) || answer.status === 0) {
      const { who, method, path, headers, body } = request;
      const summary = `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)} ${JSON.stringify(body?.toString().slice(0, 600) ?? "")}`;
      result.failed.push({ status: answer.status, who, request: summary });
    }
  }

  while (result.sent < count) {
    const [member, moderator] = await Promise.all([
      signInAs(origin, "member"),
      signInAs(origin, "moderator"),
    ]);
    persons = { visitor: nobody, member, moderator };
    let left = Math.min(signInEvery, count - result.sent);
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        await sendNext();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    onProgress?.(result.sent);
  }
  agent.destroy();
  return result;
}
