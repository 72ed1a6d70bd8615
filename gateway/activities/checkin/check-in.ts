import type { CheckInAnswer, SignupState } from "contract/activities/constants";
import type { CheckIn } from "contract/activities/shapes";
import { subtractTime } from "contract/base/time";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  accounts,
  activities,
  activityCategories,
  activityScans,
  activitySignups,
} from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import type { Signup } from "../rows";
import { readCode } from "./codes";

/** The answer at the entrance for each state of a sign-up. */
const answers: Record<SignupState, CheckInAnswer> = {
  waiting: "pending",
  pending: "pending",
  more: "pending",
  refused: "cancelled",
  cancelled: "cancelled",
  accepted: "passed",
};

/** What identifies a person at the entrance: a scanned or typed code, or a sign-up found by search. */
export type ScanTarget = { code: string } | { signupId: number };

/** How many days before the start an offline scan may be, for example at a registration desk. */
const openingDays = 1;

/**
 * The time of a scan, if the device's clock is plausible: not before the sign-up or the opening, and not in the future.
 * Otherwise the time at which the gateway receives the scan.
 */
function plausibleTime(scannedAt: Date | undefined, signup: Signup, startAt: Date, now: Date): Date {
  if (!scannedAt || scannedAt > now || scannedAt < signup.createdAt) return now;
  const opening = subtractTime(startAt, openingDays, "day");
  return scannedAt < opening && opening <= now ? now : scannedAt;
}

/** The sign-up that a code or id names, and its code's expiry; or the reason why there is none. */
async function signupOf(
  context: CallContext,
  activityId: number,
  target: ScanTarget,
): Promise<{ signup: Signup; expiresAt?: Date } | { answer: "invalid" | "otherActivity" }> {
  const { database } = context;
  const read = async (id: number) => {
    const [row] = await database.select().from(activitySignups).where(eq(activitySignups.id, id));
    return row;
  };
  if ("signupId" in target) {
    const row = await read(target.signupId);
    if (!row) return { answer: "invalid" };
    return row.activityId === activityId ? { signup: row } : { answer: "otherActivity" };
  }
  const letters = target.code.toUpperCase().replace(/[\s-]/g, "");
  if (/^[A-Z]{8}$/.test(letters)) {
    const rows = await database.select().from(activitySignups).where(eq(activitySignups.letters, letters));
    const own = rows.find((row) => row.activityId === activityId);
    if (own) return { signup: own };
    return { answer: rows.length > 0 ? "otherActivity" : "invalid" };
  }
  const code = await readCode(context, target.code);
  if (!code) return { answer: "invalid" };
  if (code.activityId !== activityId) return { answer: "otherActivity" };
  const row = await read(code.signupId);
  return row?.activityId === activityId ? { signup: row, expiresAt: code.expiresAt } : { answer: "invalid" };
}

/** A check-in in the form that the scanner shows. */
export async function checkInView(
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
    answer,
    signupId: signup.id,
    name: signup.name,
    category: category?.name ?? signup.category,
    at: signup.checkedInAt?.toISOString() ?? null,
    by: by?.nickname ?? "",
  };
}

const scanOf = (activityId: number, nonce: string) =>
  and(eq(activityScans.activityId, activityId), eq(activityScans.nonce, nonce));

/**
 * Checks a person in, once: of two scanners at the same moment one gets 通过, the other 已签到 with when and by whom.
 * @param scannedAt when an offline device made the scan, by the gateway's clock; now if it is left out
 * @param nonce identifies a scan that a device may send again
 */
export async function checkIn(
  context: CallContext,
  activityId: number,
  target: ScanTarget,
  { scannedAt, nonce }: { scannedAt?: Date; nonce?: string | undefined },
): Promise<CheckIn & { duplicate: boolean }> {
  const { database } = context;
  const byId = accountOf(context).id;
  const now = context.now();
  const [activity] = await database
    .select({ startAt: activities.startAt })
    .from(activities)
    .where(eq(activities.id, activityId));
  const subject = await signupOf(context, activityId, target);
  const at =
    "signup" in subject && activity ? plausibleTime(scannedAt, subject.signup, activity.startAt, now) : now;
  return transact(database, async (inside) => {
    if (nonce !== undefined) {
      // The nonce is claimed first: the same scan, sent again meanwhile, waits here for the first one's result.
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
        return { ...(await checkInView(inside, answer, row ?? null)), duplicate };
      }
    }
    const isExpired = "signup" in subject && subject.expiresAt !== undefined && subject.expiresAt <= at;
    const found = "signup" in subject && !isExpired ? subject.signup : null;
    const result = found
      ? await checkInLocked(inside, found.id, { at, byId, isLive: scannedAt === undefined })
      : { answer: "answer" in subject ? subject.answer : ("invalid" as const), signup: null };
    const duplicate = result.answer === "already";
    if (nonce !== undefined)
      await inside
        .update(activityScans)
        .set({ signupId: found?.id ?? null, answer: result.answer, duplicate })
        .where(scanOf(activityId, nonce));
    return { ...(await checkInView(inside, result.answer, result.signup)), duplicate };
  });
}

/**
 * Keeps the earliest scan: an offline scan from before the stored one replaces it. A live scan never does, whatever the
 * clocks say.
 */
async function checkInLocked(
  inside: Database,
  signupId: number,
  { at, byId, isLive }: { at: Date; byId: number; isLive: boolean },
): Promise<{ answer: CheckInAnswer; signup: Signup | null }> {
  const [signup] = await inside
    .select()
    .from(activitySignups)
    .where(eq(activitySignups.id, signupId))
    .for("update");
  if (!signup) return { answer: "invalid", signup: null };
  const answer = answers[signup.state];
  if (answer !== "passed") return { answer, signup };
  if (signup.checkedInAt && (isLive || signup.checkedInAt <= at)) return { answer: "already", signup };
  const [row] = await inside
    .update(activitySignups)
    .set({ checkedInAt: at, checkedInById: byId })
    .where(eq(activitySignups.id, signupId))
    .returning();
  // The earlier scan is a duplicate from now on.
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

/** Undoes a check-in; false without one. The scans stay recorded. */
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
