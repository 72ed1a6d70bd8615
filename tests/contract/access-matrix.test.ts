import { type CallName, contract } from "contract";
import { type Call, wirePath } from "contract/base/call";
import { domains } from "contract/domains";
import { type RefusalCode, refusals } from "contract/refusals";
import { eq } from "drizzle-orm";
import { jobs, sessions } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { callRows, requests, type Who } from "../support/call-rows";
import { type Answer, type Member, startGateway } from "../support/gateway";
import { type Role, roles, type Scene, saveDisclaimer, setScene } from "../support/scene";
import { isSampled } from "../support/tier";

const gateway = startGateway({ contentPack: "content/demo" });
/**
 * The first calls use the scene's session, consents and proofs. The calls that withdraw consents come after them, and
 * the calls that bind a phone last.
 */
const begins = [domains.session, domains.feedback, domains.privacy, domains.account];
const turnOf = (name: string) => {
  const turn = begins.findIndex(({ calls }) => name in calls);
  return turn < 0 ? begins.length : turn;
};
const rows = (Object.entries(contract) as [CallName, Call][]).sort(
  ([one], [other]) => turnOf(one) - turnOf(other),
);

/** A person who moderates cannot end their account before another moderator takes over. */
const handsOverFirst: Role[] = ["moderator", "otherModerator", "admin"];

/** Who holds the office that a call asks for. */
const ofOffices = {
  writer: ["editor", "lecturer", "admin"],
  editor: ["editor", "admin"],
  analyst: ["analyst", "admin"],
  staffOrAnalyst: [...handsOverFirst, "analyst"],
  office: [...handsOverFirst, "editor", "lecturer", "analyst"],
} as const satisfies { [Name in Who]?: readonly Role[] };

const mayMake = (who: Who, name: CallName) => callRows[name].who === who;

/** The refusal that the specification gives to a role (`Who`); null if the call must succeed. */
function refusalFor(name: CallName, role: Role): RefusalCode | null {
  if (mayMake("everyone", name)) return null;
  // A banned person has no session.
  if (role === "visitor" || role === "banned") return "NOT_SIGNED_IN";
  if (handsOverFirst.includes(role) && name === "closeAccount") return "CLOSE_HANDS_OVER_FIRST";
  if (handsOverFirst.includes(role) && name === "cancelClosure") return "CLOSE_NOT_ASKED";
  // A check of the pack has just been started and still waits.
  const ofPacks: CallName[] = ["loadContent", "uploadContentPack"];
  if (role === "admin" && ofPacks.includes(name)) return "CONTENT_BUSY";
  if (role === "admin" && name === "exportContentPack") return "NO_LOADED_PACK";
  if (role === "admin" && name === "discardContentPack") return "CONTENT_UPLOAD_GONE";
  // No pack differs from what was edited.
  if (["admin", "editor"].includes(role) && name === "decideContent") return "CONTENT_NO_CONFLICT";
  // The scene's requests are about news, of which lecturers write nothing; these two are about no piece.
  if (role === "lecturer" && mayMake("editor", name)) return "CONTENT_DRAFTS_ONLY";
  const aboutNoPiece: CallName[] = ["contentProducts", "uploadContentFile"];
  if (role === "lecturer" && mayMake("writer", name) && !aboutNoPiece.includes(name))
    return "CONTENT_NOT_YOURS";
  for (const [who, offices] of Object.entries<readonly Role[]>(ofOffices))
    if (mayMake(who as Who, name)) return offices.includes(role) ? null : "NOT_PERMITTED";
  if (mayMake("admin", name) || mayMake("ofActivity", name)) return role === "admin" ? null : "NOT_PERMITTED";
  if (mayMake("staff", name)) return handsOverFirst.includes(role) ? null : "NOT_PERMITTED";
  if (mayMake("ofSection", name)) {
    if (role === "otherModerator") return "NOT_YOUR_SECTION";
    return handsOverFirst.includes(role) ? null : "NOT_PERMITTED";
  }
  if (mayMake("phoneBound", name) && role === "unbound") return "PHONE_NOT_BOUND";
  return (mayMake("phoneBound", name) || mayMake("unmuted", name)) && role === "muted" ? "MUTED" : null;
}

beforeAll(() => saveDisclaimer(gateway()));

/**
 * The calls that a role makes. What everyone may read has no check of access that could differ for a person between a
 * visitor and an administrator: a sample of it is enough for the others.
 */
const rowsOf = (role: Role) =>
  rows.filter(
    ([name, { effect }]) =>
      role === "visitor" ||
      role === "admin" ||
      effect !== "reads" ||
      !mayMake("everyone", name) ||
      isSampled(`${role} ${name}`, 6),
  );

describe.each(roles)("%s", (role) => {
  /**
   * The answer of each call. All calls use one scene and a fixed order, because a call may use up what another one
   * needs. The tests read the answers in any order.
   */
  const answers = new Map<CallName, Answer>();
  beforeAll(async () => {
    const scene = await setScene(gateway(), role);
    // Only one check of the pack and one search through all texts may wait at a time, so earlier ones are deleted.
    await gateway().database.delete(jobs);
    for (const [name] of rowsOf(role))
      answers.set(name, await gateway().call(name, requests[name](scene), scene.actor));
  });

  it.each(rowsOf(role))("calls %s with the result that the specification says", (name, row) => {
    const { status, body } = answers.get(name) ?? {};
    const code = refusalFor(name, role);
    if (code)
      expect({ status, body }).toEqual({
        status: refusals[code].status,
        // MUTED also says until when.
        body: {
          errorCode: code,
          message: expect.stringMatching(`^${refusals[code].message}(（至 [-0-9: ]{16}）)?$`),
        },
      });
    else {
      expect({ status, body }).toMatchObject({ status: 200 });
      expect(row.response.safeParse(body).error).toBeUndefined();
    }
  });
});

it.each(["insertUserAdvice", "insertComplaint"] as const)(
  "%s needs the accepted disclaimer (spec 6)",
  async (name) => {
    const scene = await setScene(gateway(), "member");
    const unsigned = await gateway().member({ signedPolicies: {} });
    await gateway().refused(name, requests[name](scene), "DISCLAIMER_NOT_SIGNED", unsigned);
  },
);

describe("a session", () => {
  const closed = rows.filter(([name]) => !mayMake("everyone", name));
  /** Calls that act for the account, including those that a visitor may make. */
  const writes = rows.filter(
    ([, row]) => row.method === "POST" && (row.access !== "visitor" || row.effect !== "reads"),
  );
  let scene: Scene;
  let other: Member;
  beforeAll(async () => {
    scene = await setScene(gateway(), "admin");
    other = await gateway().member();
  });

  it("cannot make a call whose request has no token", async () => {
    const path = wirePath(contract.likePost, requests.likePost(scene));
    const headers = { cookie: scene.actor?.cookie ?? "", "content-type": "application/json" };
    const answer = await gateway().fetch(path, { method: "POST", headers, body: "{}" });
    expect(await answer.json()).toMatchObject({ errorCode: "CSRF_TOKEN_MISMATCH" });
  });

  it.each(writes)("cannot make %s without its CSRF token, or with another session's token", async (name) => {
    for (const csrfToken of ["", "forged", other.csrfToken]) {
      const forged = scene.actor && { ...scene.actor, csrfToken };
      await gateway().refused(name, requests[name](scene), "CSRF_TOKEN_MISMATCH", forged);
    }
  });

  it("is of no use to another site's page: every write refuses a foreign Origin, also as text/plain", async () => {
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    const posts = rows.filter(([, row]) => row.method !== "GET");
    expect(posts.length).toBeGreaterThan(100);
    for (const [name, row] of posts)
      for (const headers of foreign) {
        const response = await gateway().fetch(wirePath(row), {
          method: row.method,
          headers: { ...headers, cookie: scene.actor?.cookie ?? "", "content-type": "text/plain" },
          body: "{}",
        });
        const { errorCode } = (await response.json()) as { errorCode: string };
        expect([name, headers, response.status, errorCode]).toEqual([name, headers, 400, "FOREIGN_ORIGIN"]);
      }
  });

  it.each(closed)("that has ended cannot make %s", async (name) => {
    const ended = await gateway().member();
    await gateway()
      .database.update(sessions)
      .set({ endedAt: new Date() })
      .where(eq(sessions.accountId, ended.id));
    await gateway().refused(name, requests[name](scene), "NOT_SIGNED_IN", ended);
  });

  it.each(rows)("%s answers only to its own method, and no cache may store the answer", async (name, row) => {
    const { headers } = await gateway().callOverHttp(name, requests[name](scene), scene.actor);
    expect(headers.get("cache-control")).toBe("no-store");
    const response = await gateway().fetch(wirePath(row), { method: row.method === "GET" ? "POST" : "GET" });
    expect([response.status, await response.json()]).toMatchObject([404, { errorCode: "CALL_NOT_FOUND" }]);
  });
});
