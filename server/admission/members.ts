import { createHash } from "node:crypto";
import { contract } from "contract";
import { wirePath } from "contract/base/call";
import { readCookies } from "contract/base/cookies";
import { gatewaySessionCookie } from "contract/base/wire";
import { LRUCache } from "lru-cache";

/**
 * How long an answer counts, in milliseconds. It decides about places in a queue, never about what somebody
 * may see.
 */
const keepFor = 30_000;
const knownMaximum = 10_000;

const sessionToken = (cookie: string | undefined) => readCookies(cookie)[gatewaySessionCookie] || undefined;

/** The session that a Cookie header names, as a key: tokens are kept nowhere. Undefined without one. */
export function sessionKey(cookie: string | undefined): string | undefined {
  const token = sessionToken(cookie);
  return token && createHash("sha256").update(token).digest("base64url");
}

/** Says whether a Cookie header is a signed-in person's. */
export type IsMember = (cookie: string | undefined) => Promise<boolean>;

/**
 * Asks the gateway whose session a cookie is, at most once in half a minute: whoever makes a cookie up is
 * served as a visitor. Where the gateway does not answer, the cookie is believed.
 */
export function createMemberCheck(fetch: (request: Request) => Promise<Response>, origin: string): IsMember {
  const known = new LRUCache<string, Promise<boolean>>({ max: knownMaximum, ttl: keepFor });

  async function ask(token: string): Promise<boolean> {
    const address = origin.replace(/\/+$/, "") + wirePath(contract.workspaceCurrent);
    const answer = await fetch(
      new Request(address, { headers: { cookie: `${gatewaySessionCookie}=${token}` } }),
    );
    if (!answer.ok) return true;
    const body = contract.workspaceCurrent.response.safeParse(await answer.json());
    return !body.success || body.data.user !== null;
  }

  return async (cookie) => {
    const token = sessionToken(cookie);
    const key = sessionKey(cookie);
    if (!token || !key) return false;
    let member = known.get(key);
    if (!member) {
      member = ask(token).catch(() => true);
      known.set(key, member);
    }
    return member;
  };
}
