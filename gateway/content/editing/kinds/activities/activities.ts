import { contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { activities, activityCategories, activitySignups } from "../../../../database/schema";
import { peopleOf, placePeople, writeActivities } from "../../../load/catalogue/activities";
import { activityBodyOf } from "../../../load/catalogue/activities/activity-body";
import { typedActivity } from "../../../load/catalogue/activities/typed-activity";
import { fingerprintOfValue } from "../../../load/rows/changes";
import type { EditedKind } from "../kind";
import { nextNumber, numberProblem, placedSource, textsIn } from "../references";
import { copiedActivity } from "./activity-copy";
import { withKeys } from "./activity-keys";
import { activityChoices, missingInActivity, unfitActivity } from "./activity-references";

const nothing = { write: [], delist: [] as number[], changes: { added: 0, changed: 0, delisted: 0 } };
const noTexts = { of: async () => ({ html: [] }) };
const nobody = { organisers: [], judges: [] };

/** People who were reminded of an earlier start are reminded of the later one too. */
async function remindAgain(database: Database, id: number, starts: Date): Promise<void> {
  const later = database
    .select({ id: activities.id })
    .from(activities)
    .where(and(eq(activities.id, id), lt(activities.startAt, starts)));
  await database
    .update(activitySignups)
    .set({ remindedAt: null })
    .where(and(inArray(activitySignups.activityId, later), isNotNull(activitySignups.remindedAt)));
}

/** Writes an activity as a load does, with its people. Sign-ups, teams, works and scores stay as they are. */
async function writeActivity(
  database: Database,
  id: number,
  { body, html, fingerprint }: Parameters<EditedKind["write"]>[2],
  now: Date,
): Promise<void> {
  const activity = contentBodies.activities.whole.parse(body);
  const item = await typedActivity(database, id, activity, { fingerprint, now });
  const { section, organisers, judges, worksEnd, starts } = activity;
  const sectionIds = new Map(section === undefined ? [] : [[String(section), section]]);
  await remindAgain(database, id, starts);
  await writeActivities(
    database,
    { ...nothing, write: [item] },
    { of: async () => ({ html }) },
    sectionIds,
    now,
  );
  // Without judges of its own its organisers judge, as in a pack.
  const judging = worksEnd === undefined ? [] : judges.length > 0 ? judges : organisers;
  await placePeople(database, new Map([[id, { organisers, judges: judging }]]));
}

export const activitiesKind: EditedKind = {
  rows: sql`select ${activities.id}::text as key, ${activities.title} as title, ${activities.updatedAt} as changed_at,
    ${activities.delistedAt} is not null as delisted from ${activities}`,

  newKey: (database) => nextNumber(database, "activities", activities),

  keyProblem: numberProblem,

  async standing(database, key) {
    const id = Number(key);
    const [row] = await database.select().from(activities).where(eq(activities.id, id));
    if (!row) return null;
    const categories = await database
      .select()
      .from(activityCategories)
      .where(and(eq(activityCategories.activityId, id), isNull(activityCategories.delistedAt)))
      .orderBy(asc(activityCategories.position));
    const people = (await peopleOf(database, [id])).get(id) ?? nobody;
    const recapHtml = row.home?.recapHtml ?? "";
    const texts = {
      content: placedSource(row.source, row.html),
      rules: placedSource(row.rules, row.rulesHtml),
      recap: placedSource(row.home?.recap ?? "", recapHtml),
    };
    return {
      body: activityBodyOf(row, { texts, categories, people }),
      html: [row.html, row.rulesHtml, recapHtml],
      fingerprint: row.fingerprint,
      // A load places people, and organisers move the deadline, without a change of the pack.
      shown: fingerprintOfValue([row.fingerprint, people, row.signUpUntil]),
      delisted: row.delistedAt !== null,
      changedAt: row.updatedAt,
    };
  },

  choices: activityChoices,

  completed: async (_, body, { newest }) => withKeys(body, newest),

  products: () => [],

  missing: missingInActivity,

  unfit: (database, key, { body }, at) => unfitActivity(database, key, body, at),

  // Organisers see what people answered, and judges their works.
  administratorFields: ["organisers", "judges"],

  documents: ({ attachments }) =>
    Array.isArray(attachments)
      ? attachments.flatMap(({ file }, index) =>
          file === undefined ? [] : [{ at: rowField("attachments", index, "file"), file }],
        )
      : [],

  texts: textsIn("content", "rules", "recap"),

  copied: copiedActivity,

  write: (database, key, piece, now) => writeActivity(database, Number(key), piece, now),

  withdraw: (database, key, now) =>
    writeActivities(database, { ...nothing, delist: [Number(key)] }, noTexts, new Map(), now),
};
