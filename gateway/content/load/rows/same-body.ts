import { isDeepStrictEqual } from "node:util";
import type { ActivityBody } from "contract/content/kinds/activities/activity-body";
import { fileEndingsDefault, megabytesMax } from "contract/content/kinds/activities/activity-body";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { CourseBody } from "contract/content/kinds/course-body";
import type { ExamBody } from "contract/content/kinds/exam-body";
import type { ResourceBody } from "contract/content/kinds/resource-body";
import type { LecturerBody } from "contract/content/kinds/training-body";
import type { VideoBody } from "contract/content/kinds/videos/video-body";
import type { ContentKind } from "contract/content/kinds/words";

const inOrder = (ids: number[]) => [...ids].sort((one, other) => one - other);

const withFileRules = <Field extends { type: string; endings: string[]; megabytes?: number | undefined }>(
  field: Field,
) => ({
  ...field,
  endings: field.type !== "file" ? [] : field.endings.length > 0 ? field.endings : fileEndingsDefault,
  megabytes: field.type === "file" ? (field.megabytes ?? megabytesMax) : 0,
});
const withPictureNames = <Row extends { picture: { name: string }[] }>(row: Row) => ({
  ...row,
  picture: row.picture.map(({ name }) => name),
});

/** What a load makes of a body by itself: the order of lists that have none, and what it derives from other fields. */
const asLoaded: { [Kind in ContentKind]?: (body: never) => unknown } = {
  news: (body: { products: number[] }) => ({ ...body, products: inOrder(body.products) }),
  notices: (body: { products: number[] }) => ({ ...body, products: inOrder(body.products) }),
  resources: ({ versions, ...body }: ResourceBody) => ({
    ...body,
    products: inOrder(body.products),
    versions: [...versions].sort((one, other) =>
      `${other.date} ${other.version}`.localeCompare(`${one.date} ${one.version}`),
    ),
  }),
  lecturers: ({ photo, ...body }: LecturerBody) => ({ ...body, photo: photo.map(({ name }) => name) }),
  courses: ({ chapters, ...body }: CourseBody) => ({
    ...body,
    products: inOrder(body.products),
    resources: inOrder(body.resources),
    chapters: chapters.map(({ title, lessons }) => ({
      title,
      lessons: lessons.map(({ video, ...lesson }) => ({
        ...lesson,
        video: typeof video === "object" ? { ...video, poster: video.poster.name } : video,
      })),
    })),
  }),
  activities: ({ organisers, judges, ...body }: ActivityBody) => ({
    ...body,
    organisers: inOrder(organisers),
    judges: body.worksEnd === undefined ? [] : inOrder(judges.length > 0 ? judges : organisers),
    teamsEnd: body.teamsMax === undefined ? undefined : body.teamsEnd,
    fields: body.fields.map(withFileRules),
    workFields: body.workFields.map(withFileRules),
    // A pack says of these pictures what stands beside them.
    speakers: body.speakers.map(withPictureNames),
    winners: body.winners.map(withPictureNames),
    prizes: body.prizes.map(({ last, ...prize }) => ({ ...prize, last: last ?? prize.first })),
  }),
  // Which poster its file came with, no pack says.
  videos: ({ video, poster, ...body }: VideoBody) => ({
    ...body,
    products: inOrder(body.products),
    video: typeof video === "object" ? { ...video, poster: null } : video,
    poster,
  }),
  exams: ({ draw, ...body }: ExamBody) => ({
    ...body,
    draw: draw === body.questions.length ? undefined : draw,
  }),
};

/** Whether a pack's piece says what a body says. Bodies that their schema does not take are equal to none. */
export function isSameBody(kind: ContentKind, one: ContentBody | undefined, other: ContentBody): boolean {
  const { whole } = contentBodies[kind];
  const [parsed, others] = [whole.safeParse(one), whole.safeParse(other)];
  if (!parsed.success || !others.success) return false;
  const normal = (asLoaded[kind] ?? ((body: never) => body)) as (body: unknown) => unknown;
  return isDeepStrictEqual(normal(parsed.data), normal(others.data));
}
