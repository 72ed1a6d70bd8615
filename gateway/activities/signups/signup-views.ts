import type { MySignup, SignupRow } from "contract/activities/shapes";
import { mayBecome } from "contract/activities/transitions";
import { eq, inArray } from "drizzle-orm";
import { maskContact } from "../../account/contacts";
import type { Database } from "../../database/open";
import { accounts, activityTeamMembers, activityTeams } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import type { CallContext } from "../../server/context";
import { codeExpiry, signCode } from "../checkin/codes";
import type { Signup } from "../rows";
import { type Activity, briefOf, categoriesOf, readAnyActivity } from "../rows";
import { answerViews } from "./answers";
import { placesOf } from "./seats";

/** Names of the activity's categories by key; `choiceOf` falls back to the key of a deleted category. */
export async function categoryNames(database: Database, activityId: number): Promise<Map<string, string>> {
  const rows = (await categoriesOf(database, [activityId])).get(activityId) ?? [];
  return new Map(rows.map(({ key, name }) => [key, name]));
}

const choiceOf = (names: Map<string, string>, key: string) => ({ key, name: names.get(key) ?? key });

/** A contact in the masked form that its owner sees. */
export const maskedContact = ({ channel, contact }: Pick<Signup, "channel" | "contact">) =>
  contact ? maskContact({ channel, contact }) : "";

/** Whether a person can change the sign-up: until the activity starts. */
export const isChangeable = (signup: Signup, activity: Activity, now: Date): boolean =>
  signup.erasedAt === null && mayBecome("cancel", signup.state) && now < activity.startAt;

/** Whether a person can cancel the sign-up: until the activity ends, and not after the check-in. */
export const isCancellable = (signup: Signup, activity: Activity, now: Date): boolean =>
  mayBecome("cancel", signup.state) && now < activity.endAt && signup.checkedInAt === null;

/** A sign-up as its owner sees it. */
export async function myView(context: CallContext, signup: Signup): Promise<MySignup> {
  const { database } = context;
  const now = context.now();
  const activity = await readAnyActivity(database, signup.activityId);
  const names = await categoryNames(database, activity.id);
  const [answers = []] = await answerViews(database, activity, [signup]);
  const expiresAt = codeExpiry(activity);
  return {
    id: signup.id,
    activity: await briefOf(context, activity),
    state: signup.state,
    category: choiceOf(names, signup.category),
    place: (await placesOf(database, [signup])).get(signup.id) ?? null,
    name: signup.name,
    contact: maskedContact(signup),
    answers,
    reason: signup.reason,
    createdAt: signup.createdAt.toISOString(),
    updatedAt: signup.updatedAt.toISOString(),
    movedUpAt: signup.movedUpAt?.toISOString() ?? null,
    checkedInAt: signup.checkedInAt?.toISOString() ?? null,
    changeable: isChangeable(signup, activity, now),
    cancellable: isCancellable(signup, activity, now),
    code:
      signup.state === "accepted" && now < expiresAt
        ? {
            qr: await signCode(context, signup, expiresAt),
            letters: signup.letters,
            expiresAt: expiresAt.toISOString(),
          }
        : null,
    proofKey: signup.proofKey,
    erased: signup.erasedAt !== null,
  };
}

/** Names of the teams that these sign-ups belong to. */
export async function teamNames(database: Database, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .select({ id: activityTeamMembers.signupId, name: activityTeams.name })
    .from(activityTeamMembers)
    .innerJoin(activityTeams, eq(activityTeams.id, activityTeamMembers.teamId))
    .where(inArray(activityTeamMembers.signupId, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Sign-ups as organisers see them, in the given order. */
export async function organisersView(
  { database }: Pick<CallContext, "database">,
  activity: Activity,
  rows: Signup[],
): Promise<SignupRow[]> {
  const names = await categoryNames(database, activity.id);
  const ids = rows.map(({ id }) => id);
  const [answers, places, teams] = [
    await answerViews(database, activity, rows),
    await placesOf(database, rows),
    await teamNames(database, ids),
  ];
  const people = await peopleByIds(
    database,
    rows.map(({ accountId }) => accountId),
  );
  const checkers = rows.flatMap(({ checkedInById }) => checkedInById ?? []);
  const by = new Map(
    checkers.length === 0
      ? []
      : (
          await database
            .select({ id: accounts.id, nickname: accounts.nickname })
            .from(accounts)
            .where(inArray(accounts.id, checkers))
        ).map(({ id, nickname }) => [id, nickname]),
  );
  return rows.map((row, index) => ({
    id: row.id,
    name: row.name,
    contact: row.contact,
    person: (row.accountId !== null && people.get(row.accountId)) || null,
    category: choiceOf(names, row.category),
    state: row.state,
    place: places.get(row.id) ?? null,
    team: teams.get(row.id) ?? "",
    answers: answers[index] ?? [],
    reason: row.reason,
    walkIn: row.walkIn,
    createdAt: row.createdAt.toISOString(),
    checkedInAt: row.checkedInAt?.toISOString() ?? null,
    checkedInBy: (row.checkedInById !== null && by.get(row.checkedInById)) || "",
  }));
}
