import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import type { LecturerBody } from "contract/content/kinds/training-body";
import { and, asc, eq, isNull, max, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { accounts, courseLecturers, courses, lecturers } from "../../../database/schema";
import { pictureSize } from "../../../files/pictures/picture-sizes";
import { countLecturers, forgetNames, lecturerBody } from "../../load/catalogue/training/training";
import { lockCatalogue } from "../../load/load-lock";
import { fingerprintOfValue } from "../../load/rows/changes";
import { upsertRows } from "../../load/rows/sync-rows";
import type { EditedKind, FieldProblems } from "./kind";
import { lastLoad, lastLoadTime, neededBy, nextNumber, numberProblem } from "./references";

async function rowOf(database: Database, key: string) {
  const [row] = await database
    .select()
    .from(lecturers)
    .where(eq(lecturers.id, Number(key)));
  return row;
}

/** The account of this number; null without one, and after its end. */
async function openAccount(database: Database, number: string | undefined): Promise<number | null> {
  if (number === undefined) return null;
  const [row] = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, Number(number)), isNull(accounts.closedAt)));
  return row?.id ?? null;
}

/** What a lecturer names that does not exist, by control. */
async function missing(database: Database, body: ContentBody): Promise<FieldProblems> {
  const { account, photo = [] } = contentBodies.lecturers.draft.partial().parse(body);
  const problems: FieldProblems = {};
  for (const [index, { name }] of photo.entries())
    if (!(await pictureSize(database, name))) problems[rowField("photo", index, "name")] = ["没有这张图片"];
  if (account === undefined) return problems;
  return (await openAccount(database, account)) === null
    ? { ...problems, account: ["没有这个账号"] }
    : problems;
}

/** A new lecturer stands after all others. */
async function nextPosition(database: Database): Promise<number> {
  const [last] = await database.select({ position: max(lecturers.position) }).from(lecturers);
  return (last?.position ?? -1) + 1;
}

/** The listed courses that name a lecturer; null without any. */
async function neededLecturer(database: Database, id: number): Promise<string | null> {
  // Who publishes a course with this lecturer is waited for.
  await lockCatalogue(database);
  const theirs = await database
    .select({ title: courses.title })
    .from(courseLecturers)
    .innerJoin(courses, eq(courses.id, courseLecturers.courseId))
    .where(and(eq(courseLecturers.lecturerId, id), isNull(courses.delistedAt)))
    .orderBy(asc(courses.id));
  return neededBy("课程", theirs, "还写着这位讲师，先在课程里换人，再下架讲师");
}

async function writeLecturer(
  database: Database,
  id: number,
  { title: name, position: role = "", organisation = "", account, intro, photo: [photo] }: LecturerBody,
  fingerprint: string,
): Promise<void> {
  const before = await rowOf(database, String(id));
  const size = photo && (await pictureSize(database, photo.name));
  const row = {
    id,
    name,
    title: role,
    organisation,
    intro,
    photo: photo ? { ...photo, ...(size ?? { width: 0, height: 0 }) } : null,
    // A pack's version may be taken after the end of the account.
    accountId: await openAccount(database, account),
    position: before?.position ?? (await nextPosition(database)),
    fingerprint,
    delistedAt: null,
  };
  await upsertRows(database, lecturers, [row], ["id"]);
  await countLecturers(database);
  if (before && (before.name !== name || before.delistedAt)) await forgetNames(database, [id]);
}

export const lecturersKind: EditedKind = {
  rows: sql`select ${lecturers.id}::text as key, ${lecturers.name} as title, ${lastLoad} as changed_at,
    ${lecturers.delistedAt} is not null as delisted from ${lecturers}`,

  newKey: (database) => nextNumber(database, "lecturers", lecturers),

  keyProblem: numberProblem,

  async standing(database, key) {
    const row = await rowOf(database, key);
    if (!row) return null;
    return {
      body: lecturerBody(row),
      html: [],
      fingerprint: row.fingerprint,
      // A load places accounts without a change of the pack.
      shown: fingerprintOfValue([row.fingerprint, row.accountId]),
      delisted: row.delistedAt !== null,
      changedAt: await lastLoadTime(database),
    };
  },

  choices: async () => ({}),

  products: () => [],

  missing,

  documents: () => [],

  texts: () => [],

  write: (database, key, { body, fingerprint }) =>
    writeLecturer(database, Number(key), contentBodies.lecturers.whole.parse(body), fingerprint),

  needed: (database, key) => neededLecturer(database, Number(key)),

  async withdraw(database, key, now) {
    await database
      .update(lecturers)
      .set({ delistedAt: now })
      .where(eq(lecturers.id, Number(key)));
    await forgetNames(database, [Number(key)]);
  },
};
