import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { CourseDraft, StoredVideo } from "contract/content/kinds/course-body";
import { rowField } from "contract/content/kinds/field";
import { and, desc, eq, lt, max, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { contentVersions, documents, lessons } from "../../../../database/schema";
import { Refusal } from "../../../../server/refusal";
import { videoIn } from "../../../load/catalogue/training/course-body";
import type { FieldProblems } from "../kind";

type Lesson = CourseDraft["chapters"][number]["lessons"][number];

/** What a form does not have of a course: the numbers of new lessons, and the whole of the videos that it names. */

/** Packs number lessons by their courses, such as 10101: a new one stands far above. Addresses have nine digits. */
const [firstOwn, lastOwn] = [900_000_000, 999_999_999] as const;
/** The document with the latest number that was given: a number is given once, also where its draft is never published. */
const lessonNumbers = "lesson-numbers";

async function nextLessons(database: Database, count: number, now: Date): Promise<number[]> {
  if (count === 0) return [];
  const [highest] = await database
    .select({ id: max(lessons.id) })
    .from(lessons)
    .where(lt(lessons.id, lastOwn));
  const first = Math.max(firstOwn, highest?.id ?? 0);
  const [row] = await database
    .insert(documents)
    .values({ key: lessonNumbers, value: first + count, updatedAt: now })
    .onConflictDoUpdate({
      target: documents.key,
      set: {
        value: sql`to_jsonb(greatest((${documents.value} #>> '{}')::int, ${first}::int) + ${count}::int)`,
        updatedAt: now,
      },
    })
    .returning({ value: documents.value });
  const last = Number(row?.value);
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}

const lessonsIn = (body: ContentBody | undefined): Lesson[] =>
  (contentBodies.courses.draft.partial().parse(body ?? {}).chapters ?? []).flatMap(
    (chapter) => chapter.lessons,
  );

/** The lessons that earlier versions of a course have, newest first; asked only for what is not known otherwise. */
async function earlierLessons(database: Database, key: string): Promise<Lesson[]> {
  const rows = await database
    .select({ body: contentVersions.body })
    .from(contentVersions)
    .where(and(eq(contentVersions.kind, "courses"), eq(contentVersions.key, key)))
    .orderBy(desc(contentVersions.version));
  return rows.flatMap(({ body }) => lessonsIn(body));
}

/** The whole videos that lessons have, by the file that names each. */
const videosOf = (all: Pick<Lesson, "video">[]): Map<string, StoredVideo> =>
  new Map(
    all.flatMap(({ video }) => {
      const first = typeof video === "object" ? video.files[0] : undefined;
      return first && typeof video === "object" ? [[first.name, video] as const] : [];
    }),
  );

const nameOf = ({ video }: Lesson) => (typeof video === "object" ? video.files[0]?.name : video);

/**
 * A typed course as it is stored. A lesson keeps its number, by which its learners' progress finds it; a new one gets a
 * number that no lesson ever had, and a new one with the title of one that the newest version has and the typed one has
 * not is that one. Throws INVALID_REQUEST beside a number or a video that this course never had.
 */
export async function completedCourse(
  database: Database,
  body: ContentBody,
  { key, newest }: { key: string; newest: ContentBody | undefined },
  now: Date,
): Promise<ContentBody> {
  const { chapters = [] } = contentBodies.courses.draft.partial().parse(body);
  const typed = chapters.flatMap((chapter) => chapter.lessons);
  if (typed.length === 0) return body;
  const before = lessonsIn(newest);
  const standing = await database
    .select()
    .from(lessons)
    .where(eq(lessons.courseId, Number(key)));
  const rows = standing.map((row) => ({ id: row.id, video: videoIn(row) }));
  let known = [...rows, ...before];
  const isKnown = (lesson: Lesson) => {
    const name = nameOf(lesson);
    return (
      (lesson.id === undefined || known.some(({ id }) => id === lesson.id)) &&
      (name === undefined || videosOf(known).has(name))
    );
  };
  if (!typed.every(isKnown)) known = [...(await earlierLessons(database, key)), ...known];
  const videos = videosOf(known);
  const ids = new Set(known.flatMap(({ id }) => id ?? []));
  const used = new Set(typed.flatMap(({ id }) => id ?? []));
  const again = new Map(
    before.flatMap(({ id, title }) => (id === undefined || used.has(id) ? [] : [[title, id] as const])),
  );
  const kept = typed.map(({ id, title }) => {
    if (id !== undefined) return id;
    const earlier = again.get(title);
    again.delete(title);
    return earlier;
  });
  const fresh = await nextLessons(database, kept.filter((id) => id === undefined).length, now);
  const problems: FieldProblems = {};
  let number = -1;
  const completed = chapters.map((chapter, index) => ({
    ...chapter,
    lessons: chapter.lessons.map((lesson, place) => {
      number += 1;
      const at = rowField("chapters", index, "lessons", place);
      const name = nameOf(lesson);
      const video = name === undefined ? undefined : videos.get(name);
      if (lesson.id !== undefined && !ids.has(lesson.id))
        problems[rowField(at, "title")] = ["这门课没有过这节课，请刷新页面再改"];
      if (name !== undefined && !video) problems[rowField(at, "video")] = ["这门课没有这段视频"];
      const { video: _, ...rest } = lesson;
      return { ...rest, id: kept[number] ?? fresh.shift() ?? 0, ...(video ? { video } : {}) };
    }),
  }));
  if (Object.keys(problems).length > 0) throw new Refusal("INVALID_REQUEST", problems);
  return { ...body, chapters: completed };
}
