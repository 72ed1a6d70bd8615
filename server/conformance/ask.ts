import type { CallName } from "contract";
import type { Call } from "contract/base/call";
import { gatewaySessionCookie } from "contract/base/wire";
import { buildRequest } from "../../app/gateway-client/request.server";

/** What a session may be, as the person who runs the examination names it. */
export const sessionRoles = ["member", "unbound", "muted", "moderator", "admin"] as const;
export type SessionRole = (typeof sessionRoles)[number];

/** Somebody who asks: a visitor, or one of the sessions. */
export interface Asker {
  role: SessionRole | "visitor";
  /** The Cookie header; empty for a visitor. */
  cookie: string;
  /** The session's security token and the account, as workspaceCurrent gave them. */
  token: string;
  uid: number;
}

export const visitor: Asker = { role: "visitor", cookie: "", token: "", uid: 0 };
/** Somebody with a session that no gateway has given. */
export const forged: Asker = {
  role: "visitor",
  cookie: `${gatewaySessionCookie}=conformance-${"0".repeat(32)}`,
  token: "conformance",
  uid: 0,
};

/** One answer, whatever it is. */
export interface Reply {
  /** 0 when nothing was answered in time. */
  status: number;
  headers: Headers;
  /** The body as JSON; undefined for another or none. */
  body: unknown;
  bytes: number;
}

/** Makes calls of the examined gateway. */
export interface Transport {
  /** @param token another security token than the asker's */
  call(name: CallName, row: Call, input: unknown, asker: Asker, token?: string): Promise<Reply>;
  /** Gets an address that is no call; null where only calls can be made. */
  get: ((path: string, headers: Record<string, string>) => Promise<Reply>) | null;
}

const readReply = async (response: Response): Promise<Reply> => {
  const { status, headers } = response;
  const content = Buffer.from(await response.arrayBuffer());
  let body: unknown;
  try {
    body = JSON.parse(content.toString("utf8"));
  } catch {
    body = undefined;
  }
  return { status, headers, body, bytes: content.byteLength };
};

/** What stands for the answer of a gateway that gave none. */
const noReply: Reply = { status: 0, headers: new Headers(), body: undefined, bytes: 0 };

/** Asks over HTTP, with the very requests that the portal sends. */
export function overHttp(
  origin: string,
  send: (request: Request) => Promise<Response> = (request) => fetch(request),
  milliseconds = 60_000,
): Transport {
  const base = origin.replace(/\/+$/, "");
  return {
    async call(name, row, input, asker, token = asker.token) {
      const options = {
        fetch: send,
        origin: base,
        cookie: asker.cookie || null,
        csrfToken: async () => token || undefined,
        developerId: async () => asker.uid || undefined,
        traceId: crypto.randomUUID(),
      };
      const signal = AbortSignal.timeout(milliseconds);
      const request = await buildRequest(name, row, input, options, signal);
      return send(request)
        .then(readReply)
        .catch(() => noReply);
    },
    async get(path, headers) {
      const signal = AbortSignal.timeout(milliseconds);
      const url = new URL(path, `${base}/`);
      const request = new Request(url, { headers, redirect: "manual", signal });
      return send(request)
        .then(readReply)
        .catch(() => noReply);
    },
  };
}
