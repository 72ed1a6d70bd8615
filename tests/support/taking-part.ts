import { eq } from "drizzle-orm";
import * as schema from "gateway/database/schema";
import { addActivity, addSignup } from "./activities";
import type { Member, TestGateway } from "./gateway";

/**
 * Adds a row of `me` to every activity table that names accounts. `mark` is in each text that nobody may read after the
 * account ends.
 */
export async function takePart(gateway: TestGateway, me: Member, other: Member, mark: string): Promise<void> {
  const { database, services } = gateway;
  const at = services.now();
  const activityId = await addActivity(gateway, { organisers: [me], seats: { all: 2 } });
  const own = await addSignup(gateway, activityId, me, { name: mark, answers: { school: mark } });
  const request = { signupId: own.id, action: "askMore", state: "more" as const, reason: mark, at };
  await database.insert(schema.activitySteps).values(request);
  const theirs = await addSignup(gateway, activityId, other, { checkedInAt: at, checkedInById: me.id });
  await addSignup(gateway, activityId, null, { state: "waiting" });
  const step = { signupId: theirs.id, action: "accept", state: "accepted" as const, byId: me.id, at };
  await database.insert(schema.activitySteps).values(step);
  await database.insert(schema.activityFiles).values({
    activityId,
    of: "signup",
    field: "card",
    accountId: me.id,
    key: `key-${activityId}`,
    type: "image/png",
    originalName: `${mark}.png`,
    bytes: 1,
    sha256: "",
  });
  const [team] = await database
    .insert(schema.activityTeams)
    .values({ activityId, name: "别人的队", nameFolded: `队${activityId}`, captainId: theirs.id })
    .returning();
  await database.insert(schema.activityInvitations).values({ teamId: team?.id ?? 0, accountId: me.id });
  const [work] = await database
    .insert(schema.activityWorks)
    .values({ activityId, teamId: team?.id ?? 0, title: "作品", answers: {}, updatedAt: at })
    .returning();
  const score = { workId: work?.id ?? 0, accountId: me.id, score: 80, comment: mark, at };
  await database.insert(schema.activityScores).values(score);
  await database.insert(schema.activityScans).values({
    activityId,
    nonce: `nonce-${activityId}-0123`,
    signupId: theirs.id,
    answer: "passed",
    byId: me.id,
    at,
  });
  await database
    .insert(schema.activityMessages)
    .values({ activityId, byId: me.id, text: "组织者的话", submissionId: `message-${activityId}` });
  await placeFirst(gateway, me, mark);
}

/** The published result of a competition without teams, which contains the person's own name. */
async function placeFirst(gateway: TestGateway, me: Member, mark: string): Promise<void> {
  const { database, services } = gateway;
  const at = services.now();
  const activityId = await addActivity(gateway, { endAt: at });
  const { id: signupId } = await addSignup(gateway, activityId, me, { name: mark });
  const [work] = await database
    .insert(schema.activityWorks)
    .values({ activityId, signupId, title: "我的作品", answers: { repo: mark }, updatedAt: at })
    .returning();
  const result = { title: "我的作品", by: mark, category: "组别all", score: 90, rank: 1 };
  await database
    .update(schema.activities)
    .set({ results: [{ workId: work?.id ?? 0, ...result }], resultsAt: at })
    .where(eq(schema.activities.id, activityId));
}
