import { contract } from "contract";
import { wirePath } from "contract/base/call";
import {
  clientId,
  clientIdHeader,
  gatewaySessionCookie,
  traceIdHeader,
  ucgFlag,
  ucgFlagHeader,
} from "contract/base/wire";
import { LRUCache } from "lru-cache";
import { sessionKey, sessionToken } from "../visit";

/** How many milliseconds an answer is cached. It decides about places in a queue only, never about permissions. */
const keepFor = 30_000;
const knownMaximum = 10_000;

/** The address of the call for the current session, which every gateway has. */
export const whoLooksPath = wirePath(contract.workspaceCurrent);

/** Headers of every call (spec 7.1). */
export const callHeaders = (sendTraceId: boolean): [name: string, value: string][] => [
  [clientIdHeader, clientId],
  [ucgFlagHeader, ucgFlag],
  ...(sendTraceId ? [[traceIdHeader, crypto.randomUUID()] as [string, string]] : []),
];

/** Whether a Cookie header belongs to a signed-in person. */
export type IsMember = (cookie: string | undefined) => Promise<boolean>;

/**
 * Asks the gateway whether a session cookie is valid, at most once in half a minute; a visitor with a made-up cookie
 * counts as a visitor. If the gateway does not answer, the cookie counts as valid.
 */
export function createMemberCheck(
  askGateway: (path: string, headers: [name: string, value: string][]) => Promise<Response>,
  { sendTraceId = true }: { sendTraceId?: boolean } = {},
): IsMember {
  const sessions = new LRUCache<string, Promise<boolean>>({ max: knownMaximum, ttl: keepFor });

  async function ask(token: string): Promise<boolean> {
    const answer = await askGateway(whoLooksPath, [
      ["cookie", `${gatewaySessionCookie}=${token}`],
      ...callHeaders(sendTraceId),
    ]);
    if (!answer.ok) return true;
    const body = contract.workspaceCurrent.response.safeParse(await answer.json());
    return !body.success || body.data.user !== null;
  }

  return async (cookie) => {
    const token = sessionToken(cookie);
    const key = sessionKey(cookie);
    if (!token || !key) return false;
    let member = sessions.get(key);
    if (!member) {
      member = ask(token).catch(() => true);
      sessions.set(key, member);
    }
    return member;
  };
}
