import { refusals } from "contract/refusals";
import { watchedPerSecond } from "contract/training/constants";
import { and, eq, max, ne } from "drizzle-orm";
import type { Database } from "../../database/open";
import { lessonProgress, type lessons } from "../../database/schema";
import type { CallContext, GatewaySettings } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { signerOf } from "../../server/signer";
import { needsSeconds } from "../courses/needs-seconds";

/** How much of a played stretch counts: at most what the time on the gateway's clock allows. */
export const watchedOf = (from: number, to: number, elapsedMilliseconds: number): number =>
  Math.max(0, Math.min(to - from, Math.floor((elapsedMilliseconds / 1_000) * watchedPerSecond)));

/** When the gateway last received a position from this person: each minute counts for one lesson only. */
export async function lastHeard(
  database: Database,
  accountId: number,
  butLesson?: number,
): Promise<number | null> {
  const others = butLesson === undefined ? undefined : ne(lessonProgress.lessonId, butLesson);
  const [row] = await database
    .select({ at: max(lessonProgress.heardAt) })
    .from(lessonProgress)
    .where(and(eq(lessonProgress.accountId, accountId), others));
  return row?.at?.getTime() ?? null;
}

const tooSoon = refusals.LESSON_TOO_SOON.message;

const purpose = "lesson opened";

/** A signed proof that a person opened a lesson now; the page sends it back when they have read the lesson. */
export function openingProof({ settings, now }: CallContext, accountId: number, lessonId: number): string {
  const at = now().getTime();
  return `${at}.${signerOf(settings).sign(purpose, `${accountId}.${lessonId}.${at}`)}`;
}

/** The time of opening in a proof. Throws LESSON_TOO_SOON beside its field for a proof of another person or lesson. */
function openingTime(settings: GatewaySettings, accountId: number, lessonId: number, proof: string): number {
  const [at = "", signature = ""] = proof.split(".");
  const isOurs = signerOf(settings).verifies(purpose, `${accountId}.${lessonId}.${at}`, signature);
  if (/^\d{1,14}$/.test(at) && isOurs) return Number(at);
  const problem = `${tooSoon}：请重新打开这节课，从打开起算时间`;
  throw new Refusal("LESSON_TOO_SOON", { read: [problem] }, problem);
}

const duration = (seconds: number): string => {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 ? `${minutes} 分` : "", rest > 0 || minutes === 0 ? `${rest} 秒` : ""]
    .filter(Boolean)
    .join(" ");
};

/**
 * Checks that somebody has had a lesson open as long as reading takes; time spent on other lessons meanwhile does not
 * count. Throws LESSON_TOO_SOON, which says how much time is missing.
 */
export async function checkRead(
  { settings, now }: Pick<CallContext, "settings" | "now">,
  database: Database,
  { accountId, lesson, word }: { accountId: number; lesson: typeof lessons.$inferSelect; word: string },
): Promise<void> {
  const opened = openingTime(settings, accountId, lesson.id, word);
  const since = Math.max(opened, (await lastHeard(database, accountId, lesson.id)) ?? 0);
  const needs = needsSeconds(lesson);
  const remaining = Math.ceil(needs - (now().getTime() - since) / 1_000);
  if (remaining <= 0) return;
  throw new Refusal(
    "LESSON_TOO_SOON",
    undefined,
    `${tooSoon}：至少要学 ${duration(needs)}，还差 ${duration(Math.min(remaining, needs))}，到时再点“学完了”`,
  );
}
