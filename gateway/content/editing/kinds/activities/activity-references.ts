import type { ActivityBody, ActivityDraft } from "contract/content/kinds/activities/activity-body";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { lockActivity } from "../../../../activities/lock";
import type { Database } from "../../../../database/open";
import {
  accounts,
  activities,
  activityFiles,
  activitySignups,
  activityTeams,
  activityWorks,
  contentPieces,
  contentVersions,
  exams,
  sections,
} from "../../../../database/schema";
import { pictureSizes } from "../../../../files/pictures/picture-sizes";
import { picturesIn } from "../../../load/catalogue/activities/typed-activity";
import type { Choice, FieldProblems } from "../kind";
import { sectionChoices, twice } from "../references";
import { wrongTimes } from "./activity-times";

/** The choices of an activity's form. */
export async function activityChoices(
  database: Database,
  { section }: ContentBody,
): Promise<Record<string, Choice[]>> {
  const tests = await database
    .select({ id: exams.id, title: exams.title })
    .from(exams)
    .where(isNull(exams.delistedAt))
    .orderBy(asc(exams.id));
  return {
    section: await sectionChoices(database, section),
    exam: tests.map(({ id, title }) => ({ value: String(id), name: title })),
  };
}

/** Accounts that are not there or have ended, and those that stand twice. */
async function wrongAccounts(database: Database, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, ids), isNull(accounts.closedAt)));
  const known = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !known.has(id));
  return [...(gone.length > 0 ? [`没有账号 ${gone.join("、")}`] : []), ...twice(ids)];
}

/** Where the body names each picture. */
const pictureControls = ({ cover, speakers, winners }: ActivityDraft): [at: string, name: string][] => [
  ...(cover ? ([["cover", cover.name]] as [string, string][]) : []),
  ...(
    [
      ["speakers", speakers],
      ["winners", winners],
    ] as const
  ).flatMap(([field, rows]) =>
    rows.flatMap(({ picture = [] }, index) =>
      picture.map(({ name }, at): [string, string] => [rowField(field, index, "picture", at, "name"), name]),
    ),
  ),
];

/** What an activity names that does not exist, by control. */
export async function missingInActivity(database: Database, body: ContentBody): Promise<FieldProblems> {
  const draft = contentBodies.activities.draft.parse({ title: "-", ...body });
  const { section, exam, organisers = [], judges = [] } = draft;
  const problems: FieldProblems = {};
  const stored = await pictureSizes(
    database,
    picturesIn(draft).map(({ name }) => name),
  );
  for (const [at, name] of pictureControls(draft)) if (!stored.has(name)) problems[at] = ["没有这张图片"];
  if (section !== undefined && (await database.$count(sections, eq(sections.id, section))) === 0)
    problems.section = ["请选择一个版块"];
  // Another platform's exams have ids of their own.
  if (exam !== undefined && /^\d{1,9}$/.test(exam)) {
    const isThere = (await database.$count(exams, eq(exams.id, Number(exam)))) > 0;
    if (!isThere) problems.exam = [`没有考试 ${exam}`];
  }
  for (const [name, ids] of Object.entries({ organisers, judges })) {
    const wrong = await wrongAccounts(database, ids);
    if (wrong.length > 0) problems[name] = wrong;
  }
  return problems;
}

/** Categories that people are signed up for stay, and have as many seats as are taken. */
async function wrongSeats(
  database: Database,
  id: number,
  { categories }: ActivityBody,
): Promise<FieldProblems> {
  const problems: FieldProblems = {};
  // Nobody signs up meanwhile.
  const present = await lockActivity(database, id);
  for (const { key, name, taken, waiting, packSeats, delistedAt } of present.values()) {
    const index = categories.findIndex((category) => category.key === key);
    const seats = categories[index]?.seats;
    // One that a pack dropped is gone already.
    if (index < 0 && delistedAt === null && taken + waiting > 0)
      problems.categories = [
        ...(problems.categories ?? []),
        `组别“${name}”有 ${taken + waiting} 人报名，不能移除；恢复旧版本可以找回它`,
      ];
    if (seats !== undefined && seats !== packSeats && seats < taken)
      problems[rowField("categories", index, "seats")] = [`已有 ${taken} 人占用名额，不能少于这个数`];
  }
  return problems;
}

/**
 * The types that a field which is not published had until it was removed: more than one where drafts changed it.
 */
async function typesBefore(
  database: Database,
  id: number,
  name: "fields" | "workFields",
  key: string,
): Promise<{ label: string; types: Set<string> }> {
  const [piece] = await database
    .select({ published: contentPieces.publishedVersion })
    .from(contentPieces)
    .where(and(eq(contentPieces.kind, "activities"), eq(contentPieces.key, String(id))));
  const versions = await database
    .select({ version: contentVersions.version, body: contentVersions.body })
    .from(contentVersions)
    .where(
      and(
        eq(contentVersions.kind, "activities"),
        eq(contentVersions.key, String(id)),
        sql`${contentVersions.body} @> ${JSON.stringify({ [name]: [{ key }] })}::jsonb`,
      ),
    )
    .orderBy(desc(contentVersions.version));
  const until = versions.filter(({ version }) => version <= (piece?.published ?? 0));
  const rows = (until.length > 0 ? until : versions).flatMap(({ body }) =>
    (contentBodies.activities.draft.partial().safeParse(body).data?.[name] ?? []).filter(
      (row) => row.key === key,
    ),
  );
  return { label: rows[0]?.label ?? "", types: new Set(rows.flatMap(({ type }) => type ?? [])) };
}

/** Fields that people have answered keep their type, also those that were removed and come back. */
async function wrongAnswers(database: Database, id: number, body: ActivityBody): Promise<FieldProblems> {
  const [before] = await database
    .select({ fields: activities.fields, workFields: activities.workFields })
    .from(activities)
    .where(eq(activities.id, id));
  const problems: FieldProblems = {};
  const answered = async (table: typeof activitySignups | typeof activityWorks, key: string) =>
    (await database.$count(
      table,
      and(eq(table.activityId, id), sql`coalesce(${table.answers} ->> ${key}::text, '') not in ('', '[]')`),
    )) > 0;
  const isFile = async (table: typeof activitySignups | typeof activityWorks, key: string) =>
    (await database.$count(
      activityFiles,
      and(
        eq(activityFiles.activityId, id),
        eq(activityFiles.field, key),
        inArray(
          sql`${activityFiles.id}::text`,
          database
            .select({ answer: sql`${table.answers} ->> ${key}::text` })
            .from(table)
            .where(eq(table.activityId, id)),
        ),
      ),
    )) > 0;
  for (const [name, table, rows, own] of [
    ["fields", activitySignups, before?.fields ?? [], body.fields],
    ["workFields", activityWorks, before?.workFields ?? [], body.workFields],
  ] as const)
    for (const [index, { key, type }] of own.entries()) {
      const old = rows.find((row) => row.key === key);
      if (key === undefined || old?.type === type || !(await answered(table, key))) continue;
      const { label, types } = old
        ? { label: old.label, types: new Set<string>([old.type]) }
        : await typesBefore(database, id, name, key);
      // Drafts may have had other types; the answers tell whether they are files.
      const isKept = types.has(type) && (type === "file") === (await isFile(table, key));
      if (!isKept)
        problems[rowField(name, index, "type")] = [
          `已经有人填过“${label}”，不能改类型；要换类型，移除它再加一行`,
        ];
    }
  return problems;
}

/** Teams and works that people made stay possible. */
async function wrongWorks(
  database: Database,
  id: number,
  { teamsMax, worksEnd, gallery }: ActivityBody,
): Promise<FieldProblems> {
  const [before] = await database
    .select({ home: activities.home })
    .from(activities)
    .where(eq(activities.id, id));
  const teams = await database.$count(activityTeams, eq(activityTeams.activityId, id));
  const [works] = await database
    .select({ all: count(), own: count(activityWorks.signupId) })
    .from(activityWorks)
    .where(eq(activityWorks.activityId, id));
  const { all = 0, own = 0 } = works ?? {};
  return {
    ...(teamsMax === undefined && teams > 0 ? { teamsMax: [`已有 ${teams} 支队伍，不能改成不组队`] } : {}),
    ...(teamsMax !== undefined && teams === 0 && own > 0
      ? { teamsMax: [`已有 ${own} 人提交作品，不能改成组队`] }
      : {}),
    ...(worksEnd === undefined && all > 0 ? { worksEnd: [`已有 ${all} 件作品，不能改成不收作品`] } : {}),
    ...(gallery && !before?.home?.gallery && all > 0
      ? { gallery: [`已有 ${all} 件作品，提交的时候说过不公开，不能改成公开展示`] }
      : {}),
  };
}

/**
 * Why a version may not be published, because of what people did in the activity.
 * @param at when it is to be published
 */
export async function unfitActivity(
  database: Database,
  key: string,
  body: ContentBody,
  at: Date,
): Promise<FieldProblems> {
  const id = Number(key);
  const own = contentBodies.activities.whole.parse(body);
  return {
    ...(await wrongSeats(database, id, own)),
    ...(await wrongAnswers(database, id, own)),
    ...(await wrongWorks(database, id, own)),
    ...(await wrongTimes(database, id, own, at)),
  };
}
