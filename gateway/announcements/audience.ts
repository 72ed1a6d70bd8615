import type { AnnouncementKind, Audience } from "contract/announcements/constants";
import { audiences } from "contract/announcements/constants";
import { developerTypeIds } from "contract/profile/fields";
import { and, eq, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  accounts,
  activities,
  activitySignups,
  courseLearners,
  courses,
  follows,
  moderators,
  products,
  profiles,
  sections,
  tags,
} from "../database/schema";
import { stillStands } from "../server/offices";
import { refusedAt } from "../server/refusal";

/** Whom an announcement is for; `byId` is the author, who alone gets a test. */
export interface Addressed {
  kind: AnnouncementKind;
  audience: Audience | "self";
  targetId: number | null;
  byId: number | null;
}

const named = {
  product: { table: products, name: products.name },
  tag: { table: tags, name: tags.name },
  section: { table: sections, name: sections.name },
  moderators: { table: sections, name: sections.name },
  activity: { table: activities, name: activities.title },
  course: { table: courses, name: courses.title },
} as const;

/**
 * Finds what is typed: by its number, or by its whole name. Throws ANNOUNCEMENT_TARGET_NOT_FOUND and
 * ANNOUNCEMENT_TARGET_AMBIGUOUS beside the target.
 */
export async function targetOf(
  database: Database,
  audience: Audience,
  typed: string,
): Promise<{ targetId: number | null; targetName: string }> {
  if (!audiences[audience].named) return { targetId: null, targetName: "" };
  const { table, name } = named[audience as keyof typeof named];
  const those = (is: SQL) => database.select({ id: table.id, name }).from(table).where(is).limit(2);
  const numbered = /^\d{1,9}$/.test(typed) ? await those(eq(table.id, Number(typed))) : [];
  // A name may be digits alone.
  const rows =
    typed === "" || numbered.length > 0
      ? numbered
      : await those(sql`lower(${name}) = ${typed.toLowerCase()}`);
  const [row] = rows;
  if (!row) throw refusedAt("target", "ANNOUNCEMENT_TARGET_NOT_FOUND");
  if (rows.length > 1) throw refusedAt("target", "ANNOUNCEMENT_TARGET_AMBIGUOUS");
  return { targetId: row.id, targetName: row.name };
}

/** The audience in words. */
export const audienceWords = (audience: Audience | "self", targetName: string): string => {
  if (audience === "self") return "自己";
  const { says } = audiences[audience];
  return targetName === "" ? says : `${says}：${targetName}`;
};

/** The condition that an account is one of those whom an announcement is for. */
function isAddressed(database: Database, { audience, targetId, byId }: Addressed, at: Date): SQL | undefined {
  const target = targetId ?? 0;
  const ofProfile = (where: SQL | undefined) =>
    inArray(accounts.id, database.select({ id: profiles.accountId }).from(profiles).where(where));
  const following = (kind: "product" | "tag" | "section") =>
    inArray(
      accounts.id,
      database
        .select({ id: follows.accountId })
        .from(follows)
        .where(and(eq(follows.kind, kind), eq(follows.targetId, target))),
    );
  switch (audience) {
    case "all":
      return undefined;
    case "self":
      return eq(accounts.id, byId ?? 0);
    case "individual":
    case "enterprise":
      return ofProfile(eq(profiles.identity, developerTypeIds[audience]));
    case "engineer":
    case "student":
    case "teacher":
      return ofProfile(
        and(eq(profiles.identity, developerTypeIds.individual), eq(profiles.developtype, audience)),
      );
    case "product":
    case "tag":
    case "section":
      return following(audience);
    case "moderators":
      return inArray(
        accounts.id,
        database
          .select({ id: moderators.accountId })
          .from(moderators)
          .where(and(eq(moderators.sectionId, target), stillStands(moderators.until, at))),
      );
    case "activity":
      return inArray(
        accounts.id,
        database
          .select({ id: sql<number>`${activitySignups.accountId}` })
          .from(activitySignups)
          .where(
            and(
              eq(activitySignups.activityId, target),
              sql`${activitySignups.accountId} is not null`,
              ne(activitySignups.state, "cancelled"),
              ne(activitySignups.state, "refused"),
            ),
          ),
      );
    case "course":
      return inArray(
        accounts.id,
        database
          .select({ id: courseLearners.accountId })
          .from(courseLearners)
          .where(eq(courseLearners.courseId, target)),
      );
  }
}

/** The condition that a person declined this kind of announcements. */
const declines = (kind: AnnouncementKind): SQL => sql`${kind} = any(${accounts.mutedNotices})`;

/** The condition that a person can sign in. */
export const canSignIn = (at: Date): SQL | undefined =>
  and(isNull(accounts.closedAt), or(isNull(accounts.bannedUntil), lte(accounts.bannedUntil, at)));

/** People who can sign in and are addressed, whether they decline or not. */
const inAudience = (database: Database, to: Addressed, at: Date): SQL | undefined =>
  and(canSignIn(at), isAddressed(database, to, at));

/** Those of an audience who get it: nobody who declined its kind; a test reaches its author always. */
export const recipientsOf = (database: Database, to: Addressed, at: Date): SQL | undefined =>
  and(inAudience(database, to, at), to.audience === "self" ? undefined : sql`not ${declines(to.kind)}`);

/** How many people an announcement would reach now. */
export async function reachOf(database: Database, to: Addressed, at: Date) {
  const declined = declines(to.kind);
  const [row] = await database
    .select({
      people: sql<number>`count(*) filter (where not ${declined})::int`,
      declined: sql<number>`count(*) filter (where ${declined})::int`,
      mails: sql<number>`count(*) filter (where not ${declined} and ${accounts.email} is not null)::int`,
    })
    .from(accounts)
    .where(inAudience(database, to, at));
  return row ?? { people: 0, declined: 0, mails: 0 };
}
