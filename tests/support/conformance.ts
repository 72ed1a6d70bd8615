import type { CallName } from "contract";
import type { Call } from "contract/base/call";
import {
  type Asker,
  overHttp,
  type Reply,
  type SessionRole,
  type Transport,
} from "../../server/conformance/ask";
import type { TestGateway } from "./test-gateway";

/** Asks a test's gateway over HTTP, or in its process. */
export const transports = {
  http: (gateway: () => TestGateway): Transport =>
    overHttp("http://gateway.test", async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "POST" ? await request.text() : null;
      return gateway().fetch(pathname + search, { method, headers, body });
    }),
  direct: (gateway: () => TestGateway): Transport => ({
    async call(name, _row, input, { cookie, token: own, uid }, token = own) {
      const as = cookie === "" ? null : { id: uid, nickname: "", cookie, csrfToken: token };
      const { status, body, headers } = await gateway().callDirectly(name, input, as);
      return { status, body, headers, bytes: 0 };
    },
    get: null,
  }),
};

/** The people who ask, each with a session, and the section where they may write. */
export async function conformancePeople(gateway: TestGateway) {
  const member = await gateway.member();
  const moderator = await gateway.member();
  const admin = await gateway.member({ admin: true });
  const unbound = await gateway.member({ phone: null });
  const muted = await gateway.member({ mutedUntil: new Date(gateway.services.now().getTime() + 86_400_000) });
  const section = await gateway.section({ moderators: [moderator] });
  for (const person of [member, moderator, admin, unbound, muted])
    for (const privacyId of ["UserHidev", "HiDeveloper", "Disclaimer"] as const)
      await gateway.ok("userSigned", { privacyId, status: "1" }, person);
  const sessions = new Map<SessionRole, string>([
    ["member", member.cookie],
    ["moderator", moderator.cookie],
    ["admin", admin.cookie],
    ["unbound", unbound.cookie],
    ["muted", muted.cookie],
  ]);
  return { sessions, section: section.fid };
}

/** One request of the examination. */
export interface Question {
  name: CallName;
  row: Call;
  input: unknown;
  asker: Asker;
  token: string;
}

/** An answer in JSON. */
export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  body,
  headers: new Headers(headers),
  bytes: JSON.stringify(body ?? "").length,
});

/** How a stub answers instead; undefined leaves the right answer. */
export interface Misbehaviour {
  call?(question: Question, right: Reply): Reply | undefined | Promise<Reply | undefined>;
  get?(path: string, headers: Record<string, string>, right: Reply): Reply | undefined;
}

/** A gateway that answers rightly, but for one thing. */
export function misbehaving(right: Transport, { call, get }: Misbehaviour): Transport {
  const inner = right.get;
  return {
    async call(name, row, input, asker, token = asker.token) {
      const reply = await right.call(name, row, input, asker, token);
      return (await call?.({ name, row, input, asker, token }, reply)) ?? reply;
    },
    get:
      inner &&
      (async (path, headers) => {
        const reply = await inner(path, headers);
        return get?.(path, headers, reply) ?? reply;
      }),
  };
}
