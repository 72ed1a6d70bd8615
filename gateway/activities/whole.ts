import type { ActivityWhole } from "contract/activities/shapes";
import { eq } from "drizzle-orm";
import { activityOrganisers, type PackImage, sections } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";
import { signedMedia } from "../files/storage/signed";
import { peopleByIds } from "../people/cards";
import type { CallContext } from "../server/context";
import { mayIn } from "../server/rights";
import { homeOf } from "./home";
import { type Activity, briefOf, type Category, categoriesOf, categoryView, hasRole } from "./rows";

async function sectionOf({ database, caller }: CallContext, id: number | null) {
  if (id === null) return null;
  const [section] = await database.select().from(sections).where(eq(sections.id, id));
  if (!section || section.closed || !mayIn(caller, section, "view")) return null;
  return { id: section.id, name: section.name };
}

/** What a draft says of an activity besides its columns. */
interface Drafted {
  categories: Category[];
  organisers: number[];
  judged: boolean;
}

/** An activity with all its details, as the caller sees it. @param drafted for the preview of a draft */
export async function wholeOf(
  context: CallContext,
  activity: Activity,
  drafted?: Drafted,
): Promise<ActivityWhole> {
  const { database, settings } = context;
  const fileAt = (stored: string, name: string) =>
    signedMedia(settings, stored, context.now(), `${name}${stored.slice(stored.lastIndexOf("."))}`);
  const categories =
    drafted?.categories ?? (await categoriesOf(database, [activity.id])).get(activity.id) ?? [];
  const people = await database
    .select({ accountId: activityOrganisers.accountId, role: activityOrganisers.role })
    .from(activityOrganisers)
    .where(eq(activityOrganisers.activityId, activity.id))
    .orderBy(activityOrganisers.accountId);
  const organisers =
    drafted?.organisers ??
    people.filter(({ role }) => role === "organiser").map(({ accountId }) => accountId);
  const cards = await peopleByIds(database, organisers);
  const portraits = activity.speakers.flatMap(({ picture }): PackImage[] => (picture ? [picture] : []));
  const pictures = await picturesOf(database, portraits);
  return {
    ...(await briefOf(context, activity, categories)),
    withdrawn: activity.delistedAt !== null,
    html: activity.html,
    rulesHtml: activity.rulesHtml,
    categories: categories.filter(({ delistedAt }) => delistedAt === null).map(categoryView),
    agenda: activity.agenda,
    speakers: activity.speakers.map(({ picture, ...speaker }) => ({
      ...speaker,
      picture: picture ? (pictures[portraits.indexOf(picture)] ?? null) : null,
    })),
    attachments: activity.attachments.map(({ name, url, fileName, bytes }) => ({
      name,
      bytes,
      address: url ?? fileAt(fileName ?? "", name),
    })),
    section: await sectionOf(context, activity.sectionId),
    organisers: organisers.flatMap((id) => cards.get(id) ?? []),
    review: activity.review,
    guests: activity.guests,
    verify: activity.verify,
    teams:
      activity.teams && activity.teamsUntil
        ? { ...activity.teams, until: activity.teamsUntil.toISOString() }
        : null,
    works:
      activity.workFields && activity.worksUntil
        ? {
            until: activity.worksUntil.toISOString(),
            fields: activity.workFields,
            judged: drafted?.judged ?? people.some(({ role }) => role === "judge"),
          }
        : null,
    exam: activity.exam,
    keepDays: activity.keepDays,
    home: await homeOf(database, activity),
    resultsAt: activity.resultsAt?.toISOString() ?? null,
    results: activity.results ?? [],
    organises: await hasRole(context, activity.id, "organiser"),
    judges: await hasRole(context, activity.id, "judge"),
    preview: drafted !== undefined,
  };
}
