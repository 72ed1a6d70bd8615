import type { CallRequest, CallResponse } from "contract";
import { galleryPerPage } from "contract/activities/constants";
import { awardOf, type GalleryWork } from "contract/activities/home";
import { eq, sql } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { accounts, activitySignups, activityTeams, activityWorks } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { readAnyActivity } from "../rows";
import { categoryNames } from "../signups/signup-views";
import { inGallery } from "./taking-part";

/**
 * The works of an activity that shows them, once nobody can change them; none before. Ranked works come first. A person
 * is shown by their nickname, because the name of a sign-up is for organisers.
 */
export async function activityGallery(
  { activityId, page }: CallRequest<"activityGallery">,
  { database, now }: CallContext,
): Promise<CallResponse<"activityGallery">> {
  const activity = await readAnyActivity(database, activityId);
  const { workFields, worksUntil, home, results, resultsAt } = activity;
  const isOpen = home?.gallery && workFields && worksUntil && now() >= worksUntil;
  if (!isOpen) return { items: [], page: 1, pages: 1, total: 0 };
  const shown = inGallery(database, activity);
  const ranks = new Map((resultsAt ? (results ?? []) : []).map((one) => [one.workId, one.rank]));
  const total = await database.$count(activityWorks, shown);
  const { offset, ...place } = pageOf(total, page, galleryPerPage);
  const names = await categoryNames(database, activityId);
  const rankOf = sql`coalesce((${JSON.stringify(Object.fromEntries(ranks))}::jsonb ->> ${activityWorks.id}::text)::int, 1000000)`;
  const rows = await database
    .select({
      id: activityWorks.id,
      title: activityWorks.title,
      answers: activityWorks.answers,
      by: sql<string | null>`coalesce(${activityTeams.name}, ${accounts.nickname})`,
      category: activitySignups.category,
    })
    .from(activityWorks)
    .leftJoin(activityTeams, eq(activityTeams.id, activityWorks.teamId))
    .leftJoin(
      activitySignups,
      eq(activitySignups.id, sql`coalesce(${activityWorks.signupId}, ${activityTeams.captainId})`),
    )
    .leftJoin(accounts, eq(accounts.id, activitySignups.accountId))
    .where(shown)
    .orderBy(rankOf, activityWorks.id)
    .limit(galleryPerPage)
    .offset(offset);
  const items = rows.map(({ answers, by, category, ...work }): GalleryWork => {
    const rank = ranks.get(work.id) ?? null;
    const given = workFields.flatMap(({ key, label, type }) => {
      const value = answers[key];
      return typeof value === "string" && value !== "" ? [{ label, type, value }] : [];
    });
    return {
      ...work,
      by: by ?? "",
      category: category === null ? "" : (names.get(category) ?? category),
      rank,
      award: rank === null ? "" : awardOf(home.prizes, rank),
      texts: given.flatMap(({ label, type, value }) => (type === "text" ? [{ label, text: value }] : [])),
      links: given.flatMap(({ label, type, value }) => (type === "link" ? [{ label, url: value }] : [])),
    };
  });
  return { items, ...place, total };
}
