import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { StoredVideo } from "contract/content/kinds/course-body";
import { and, asc, desc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { courses, lessons, videos } from "../../../../database/schema";
import { Refusal } from "../../../../server/refusal";
import { videoIn } from "../../../load/catalogue/training/course-body";
import { mediaTypeOf, wholeVideo } from "../../../load/catalogue/videos/video-body";
import type { Choice } from "../kind";

/** A stored video that an editor may choose. */
interface Known {
  title: string;
  video: StoredVideo;
}

/** The videos of the portal, also those that were taken down, and those of lessons that everybody may see. */
async function knownVideos(database: Database): Promise<Known[]> {
  const own = await database.select().from(videos).orderBy(desc(videos.date), asc(videos.id));
  const taught = await database
    .select({ lesson: lessons, course: courses.title })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(
      and(
        isNull(lessons.delistedAt),
        isNull(courses.delistedAt),
        lte(courses.opensAt, sql`now()`),
        sql`${lessons.seconds} > 0`,
      ),
    )
    .orderBy(asc(courses.id), asc(lessons.number));
  return [
    ...own.map((row) => ({ title: row.title, video: wholeVideo(row) })),
    ...taught.flatMap(({ lesson, course }) => {
      const video = videoIn(lesson);
      const [first] = video?.files ?? [];
      const title = `${course}：${lesson.title}`;
      // The page of a video plays one file, and has no lines of a transcript.
      return video && first
        ? [
            {
              title,
              video: { ...video, files: [{ ...first, type: mediaTypeOf(first.name) }], transcript: [] },
            },
          ]
        : [];
    }),
  ];
}

const fileOf = ({ files }: StoredVideo) => files[0]?.name ?? "";
const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** The videos to choose from, each file once, with the one that a body has. */
export async function videoChoices(database: Database, body: ContentBody): Promise<Choice[]> {
  const { video } = contentBodies.videos.draft.partial().parse(body);
  const present = typeof video === "object" ? [{ title: String(body.title), video }] : [];
  const choices = new Map<string, string>();
  for (const known of [...present, ...(await knownVideos(database))])
    if (!choices.has(fileOf(known.video)))
      choices.set(fileOf(known.video), `${known.title}（${clock(known.video.seconds)}）`);
  return [...choices].map(([value, name]) => ({ value, name }));
}

/**
 * A typed video as it is stored: with its file's facts, and with the file's poster where none is typed. Throws
 * INVALID_REQUEST beside a file that nobody may choose.
 */
export async function completedVideo(
  database: Database,
  body: ContentBody,
  newest: ContentBody | undefined,
): Promise<ContentBody> {
  const { video, poster = [] } = contentBodies.videos.draft.partial().parse(body);
  if (video === undefined) return body;
  const before = contentBodies.videos.draft.partial().safeParse(newest ?? {}).data?.video;
  const name = typeof video === "object" ? fileOf(video) : video;
  const found =
    typeof before === "object" && fileOf(before) === name
      ? before
      : (await knownVideos(database)).find((known) => fileOf(known.video) === name)?.video;
  if (!found) throw new Refusal("INVALID_REQUEST", { video: ["没有这段视频"] });
  return { ...body, video: found, poster: poster.length > 0 ? poster : [{ name: found.poster.name }] };
}
