import { isDeepStrictEqual } from "node:util";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { CourseBody } from "contract/content/kinds/course-body";
import type { ExamBody } from "contract/content/kinds/exam-body";
import type { ResourceBody } from "contract/content/kinds/resource-body";
import type { LecturerBody } from "contract/content/kinds/training-body";
import type { ContentKind } from "contract/content/kinds/words";

const inOrder = (ids: number[]) => [...ids].sort((one, other) => one - other);

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
