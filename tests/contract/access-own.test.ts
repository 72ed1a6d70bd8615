import { type CallName, contract } from "contract";
import type { Call } from "contract/base/call";
import { eq } from "drizzle-orm";
import { appeals, messageReports, profileChanges, reportCases } from "gateway/database/schema";
import { writeLog } from "gateway/moderation/write-log";
import { beforeAll, describe, expect, it } from "vitest";
import { callRows, callsWhere, requests, type Who } from "../support/call-rows";
import { startGateway } from "../support/gateway";
import { type Role, type Scene, setScene } from "../support/scene";

/**
 * The access matrix for a person's own things: moderators and administrators make their calls about their own texts,
 * reports and accounts. "Nobody decides on their own text, change, report, appeal".
 */
const gateway = startGateway({ contentPack: "content/demo" });
const offices: Who[] = [
  "staff",
  "ofSection",
  "writer",
  "editor",
  "analyst",
  "staffOrAnalyst",
  "office",
  "admin",
];
const moderation = callsWhere(({ who }) => offices.includes(who));
const testedCalls = (["refused", "alone"] as const).flatMap((how) =>
  callsWhere(({ own }) => own === how).map((name) => [name, how] as const),
);

it("each call of the moderation area has exactly one entry about its caller's own things", () => {
  const declared = callsWhere(({ own }) => own !== undefined);
  expect(
    declared.filter((name) => !moderation.includes(name)),
    "no call of that area: its row needs no `own`",
  ).toEqual([]);
  expect(
    moderation.filter((name) => !declared.includes(name)),
    "its row needs an `own`",
  ).toEqual([]);
});

it("the entries are exactly the contract's calls for staff", () => {
  const rows = Object.entries(contract) as [CallName, Call][];
  const forStaff = rows.filter(([, row]) =>
    ["moderator", "staff", "writer", "editor", "analyst", "staffOrAnalyst", "office", "admin"].includes(
      row.access,
    ),
  );
  expect(forStaff.map(([name]) => name).filter((name) => !moderation.includes(name))).toEqual([]);
});

/** The scene with the actor's own things in place of the other person's. */
const turned = (scene: Scene): Scene => ({
  ...scene,
  other: scene.actor ?? scene.other,
  others: {
    tid: scene.own.tid,
    pid: scene.own.pid,
    reply: scene.own.reply,
    spareTopic: scene.own.tid,
  },
});

/**
 * Things about the actor that wait for a decision, by the call that decides: the case of their text, and their
 * requests.
 */
async function waiting({
  actor,
  other,
  section,
  own,
  message,
}: Scene): Promise<Partial<Record<CallName, number>>> {
  const { database } = gateway();
  const report = { pid: own.pid, reason: "spam" } as const;
  await gateway().ok("submitReport", report, await gateway().member());
  const [reported] = await database.select().from(reportCases).where(eq(reportCases.postId, own.pid));
  const log = await writeLog(database, {
    at: gateway().services.now(),
    operatorId: other.id,
    action: "hidePost",
    targetKind: "post",
    targetId: own.pid,
    personId: actor?.id ?? 0,
    sectionId: section.fid,
  });
  await gateway().ok("submitAppeal", { logId: log, text: "这不是广告" }, actor);
  const [appeal] = await database.select().from(appeals).where(eq(appeals.logId, log));
  await gateway().ok("reportInnerMessage", { id: message, reason: "spam", text: "" }, actor);
  const [reportRow] = await database
    .select()
    .from(messageReports)
    .where(eq(messageReports.messageId, message));
  const change = { kind: "nickname" as const, before: { nickname: "原名" }, after: { nickname: "新名" } };
  const [changed] = await database
    .insert(profileChanges)
    .values({ ...change, accountId: actor?.id ?? 0 })
    .returning();
  const ids = {
    handleReport: reported?.id,
    assignReport: reported?.id,
    addCaseNote: reported?.id,
    handleAppeal: appeal?.id,
    handleMessageReport: reportRow?.id,
    reviewProfile: changed?.id,
  };
  expect(Object.values(ids)).not.toContain(undefined);
  return ids;
}

describe.each(["moderator", "admin"] as const satisfies Role[])("a %s's own things", (role) => {
  let scene: Scene;
  let ids: Partial<Record<CallName, number>>;
  beforeAll(async () => {
    scene = await setScene(gateway(), role);
    ids = await waiting(scene);
  });
  const may = testedCalls.filter(([name]) => role === "admin" || callRows[name].who !== "admin");

  it.each(may)("%s is %s", async (name, how) => {
    const request = requests[name](turned(scene)) as object;
    const id = ids[name];
    const about = id === undefined ? {} : "ids" in request ? { ids: [id] } : { id };
    const { status, body } = await gateway().call(name, { ...request, ...about } as never, scene.actor);
    const own = expect.stringMatching(/^OWN_(CONTENT|RANK)$/);
    if (how === "refused") expect({ status, body }).toMatchObject({ status: 422, body: { errorCode: own } });
    else if (name === "claimReview") expect(body).toEqual({ claimed: 0, refused: 1 });
    else expect({ status, body }).toMatchObject({ status: 200, body: { results: [{ code: own }] } });
  });
});
