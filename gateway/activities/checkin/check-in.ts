import type { CheckInAnswer, SignupState } from "contract/activities/choices";
import type { CheckIn } from "contract/activities/shapes";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, activityCategories, activityScans, activitySignups } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import type { Signup } from "../rows";
import { readCode } from "./codes";

/** What somebody in this state is answered with at the entrance. */
const answers: Record<SignupState, CheckInAnswer> = {
  ...{ waiting: "pending", pending: "pending", more: "pending" },
  ...{ refused: "cancelled", cancelled: "cancelled" },
  accepted: "passed",
};

/** What is at the entrance: a code that was read or typed, or a sign-up that was searched for. */
export type Shown = { code: string } | { signupId: number };

/** The sign-up that is meant, or why there is none. */
async function meant(
  context: CallContext,
  activityId: number,
  shown: Shown,
  at: Date,
): Promise<{ signup: Signup } | { answer: "invalid" | "otherActivity" }> {
  const { database } = context;
  const read = async (id: number) => {
    const [row] = await database.select().from(activitySignups).where(eq(activitySignups.id, id));
    return row;
  };
  if ("signupId" in shown) {
    const row = await read(shown.signupId);
    if (!row) return { answer: "invalid" };
    return row.activityId === activityId ? { signup: row } : { answer: "otherActivity" };
  }
  const letters = shown.code.toUpperCase().replace(/[\s-]/g, "");
  if (/^[A-Z]{8}$/.test(letters)) {
    const rows = await database.select().from(activitySignups).where(eq(activitySignups.letters, letters));
    const own = rows.find((row) => row.activityId === activityId);
    if (own) return { signup: own };
    return { answer: rows.length > 0 ? "otherActivity" : "invalid" };
  }
  const code = await readCode(context, shown.code);
  if (!code || code.expiresAt <= at) return { answer: "invalid" };
  if (code.activityId !== activityId) return { answer: "otherActivity" };
  const row = await read(code.signupId);
  return row?.activityId === activityId ? { signup: row } : { answer: "invalid" };
}

/** A check-in as the scanner shows it. */
export async function shownCheckIn(
  database: Database,
  answer: CheckInAnswer,
  signup: Signup | null,
): Promise<CheckIn> {
  if (!signup) return { answer, signupId: null, name: "", category: "", at: null, by: "" };
  const [category] = await database
    .select({ name: activityCategories.name })
    .from(activityCategories)
    .where(
      and(eq(activityCategories.activityId, signup.activityId), eq(activityCategories.key, signup.category)),
    );
  const [by] =
    signup.checkedInById === null
      ? []
      : await database
          .select({ nickname: accounts.nickname })
          .from(accounts)
          .where(eq(accounts.id, signup.checkedInById));
  return {
    ...{ answer, signupId: signup.id, name: signup.name, category: category?.name ?? signup.category },
    ...{ at: signup.checkedInAt?.toISOString() ?? null, by: by?.nickname ?? "" },
  };
}

const scanOf = (activityId: number, nonce: string) =>
  and(eq(activityScans.activityId, activityId), eq(activityScans.nonce, nonce));

/**
 * Checks somebody in, once: of two scanners at the same moment one gets 通过, the other 已签到 with when and by whom.
 * @param at when it was scanned; @param nonce of a scan that a device may send again
 */
export async function checkIn(
  context: CallContext,
  activityId: number,
  shown: Shown,
  { at, nonce }: { at: Date; nonce?: string | undefined },
): Promise<CheckIn & { duplicate: boolean }> {
  const { database } = context;
  const byId = accountOf(context).id;
  const subject = await meant(context, activityId, shown, at);
  return transact(database, async (inside) => {
    if (nonce !== undefined) {
      // Claimed first: the same scan, sent again while its answer is on its way, waits here for what the first came to.
      const claimed = await inside
        .insert(activityScans)
        .values({ activityId, nonce, answer: "invalid", byId, at })
        .onConflictDoNothing()
        .returning({ nonce: activityScans.nonce });
      if (claimed.length === 0) {
        const [before] = await inside.select().from(activityScans).where(scanOf(activityId, nonce));
        const [row] = before?.signupId
          ? await inside.select().from(activitySignups).where(eq(activitySignups.id, before.signupId))
          : [];
        const { answer = "invalid", duplicate = false } = before ?? {};
        return { ...(await shownCheckIn(inside, answer, row ?? null)), duplicate };
      }
    }
    const found = "signup" in subject ? subject.signup : null;
    const result = found
      ? await checkInLocked(inside, found.id, { at, byId })
      : { answer: "answer" in subject ? subject.answer : ("invalid" as const), signup: null };
    const duplicate = result.answer === "already";
    if (nonce !== undefined)
      await inside
        .update(activityScans)
        .set({ signupId: found?.id ?? null, answer: result.answer, duplicate })
        .where(scanOf(activityId, nonce));
    return { ...(await shownCheckIn(inside, result.answer, result.signup)), duplicate };
  });
}

/** The earliest scan holds: one that was made before the one that stands takes its place. */
async function checkInLocked(
  inside: Database,
  signupId: number,
  { at, byId }: { at: Date; byId: number },
): Promise<{ answer: CheckInAnswer; signup: Signup | null }> {
  const [signup] = await inside
    .select()
    .from(activitySignups)
    .where(eq(activitySignups.id, signupId))
    .for("update");
  if (!signup) return { answer: "invalid", signup: null };
  const answer = answers[signup.state];
  if (answer !== "passed") return { answer, signup };
  if (signup.checkedInAt && signup.checkedInAt <= at) return { answer: "already", signup };
  const [row] = await inside
    .update(activitySignups)
    .set({ checkedInAt: at, checkedInById: byId })
    .where(eq(activitySignups.id, signupId))
    .returning();
  // The scan that stood is now the later one.
  if (signup.checkedInAt)
    await inside
      .update(activityScans)
      .set({ answer: "already", duplicate: true })
      .where(
        and(
          eq(activityScans.signupId, signupId),
          eq(activityScans.answer, "passed"),
          eq(activityScans.duplicate, false),
        ),
      );
  return { answer: "passed", signup: row ?? signup };
}

/** Takes a check-in back; false where there is none. What was scanned stays written down. */
export async function undoCheckIn(
  database: Database,
  activityId: number,
  signupId: number,
): Promise<boolean> {
  return transact(database, async (inside) => {
    const [signup] = await inside
      .select()
      .from(activitySignups)
      .where(and(eq(activitySignups.id, signupId), eq(activitySignups.activityId, activityId)))
      .for("update");
    if (!signup?.checkedInAt) return false;
    await inside
      .update(activitySignups)
      .set({ checkedInAt: null, checkedInById: null })
      .where(eq(activitySignups.id, signupId));
    return true;
  });
}
