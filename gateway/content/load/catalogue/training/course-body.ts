import { minuteOf } from "contract/base/time";
import type { ContentBody } from "contract/content/kinds/bodies";
import type { StoredVideo } from "contract/content/kinds/course-body";
import type { courses, lessons } from "../../../../database/schema";
import type { Places } from "../../files/places";
import { type QuizItem, typedAnswer } from "../../questions/questions";
import { filled } from "../../rows/filled";
import type { LessonItem } from "./lessons";
import type { CourseItem } from "./training";

type LessonFacts = Pick<
  typeof lessons.$inferSelect,
  ("title" | "minutes" | "videos" | "seconds" | "width" | "height") | ("poster" | "captions" | "transcript")
>;

interface LessonParts extends LessonFacts {
  id: number;
  text: string;
  slides: {
    at: number | null;
    title: string;
    text: string;
    image: { name: string; alt: string } | null;
  }[];
  quiz: QuizItem[];
}

interface CourseParts
  extends Pick<
    typeof courses.$inferSelect,
    | ("title" | "summary" | "classId" | "levelId" | "opensAt" | "tags" | "sectionId" | "certificateName")
    | ("certificateExamId" | "liveStartsAt" | "liveMinutes" | "liveUrl" | "replayLessonId" | "replayUrl")
  > {
  cover: { name: string; alt: string } | null;
  content: string;
  chapters: { title: string; lessons: LessonParts[] }[];
  lecturers: number[];
  products: number[];
  resources: number[];
}

/** The video of a lesson with all that belongs to it, as a body has it; undefined for a lesson without one. */
export function videoIn({
  videos,
  seconds,
  width,
  height,
  poster,
  captions,
  transcript,
}: Omit<LessonFacts, "title" | "minutes">): StoredVideo | undefined {
  if (videos.length === 0 || !poster) return undefined;
  const { name, alt, width: posterWidth, height: posterHeight } = poster;
  return {
    files: videos.map((file) => ({ name: file.name, type: file.type, bytes: file.bytes })),
    seconds,
    width,
    height,
    poster: { name, alt, width: posterWidth, height: posterHeight },
    captions,
    transcript,
  };
}

const pictureOf = (image: { name: string; alt: string } | null) =>
  image ? [{ name: image.name, alt: image.alt }] : [];

const lessonBody = ({ id, title, minutes, text, slides, quiz, ...facts }: LessonParts): ContentBody =>
  filled({
    id,
    title,
    minutes,
    video: videoIn(facts),
    text: text.trim(),
    slides: slides.map(({ at, title: heading, text: words, image }) =>
      filled({ title: heading, at, text: words.trim(), picture: pictureOf(image) }),
    ),
    quiz: quiz.map(({ type, answer, source }) =>
      filled({ type, ...source, answer: typedAnswer({ type, answer }) }),
    ),
  });

/** A course as the browser's editor has it. */
export function courseBodyOf(course: CourseParts): ContentBody {
  const { title, summary, classId, levelId, opensAt, cover, tags, sectionId, content, chapters } = course;
  const { certificateName, certificateExamId, liveStartsAt, liveMinutes, liveUrl } = course;
  return filled({
    title,
    summary,
    class: classId,
    level: levelId,
    from: minuteOf(opensAt),
    cover: cover && { name: cover.name, alt: cover.alt },
    content: content.trim(),
    chapters: chapters.map((chapter) =>
      filled({ title: chapter.title, lessons: chapter.lessons.map(lessonBody) }),
    ),
    lecturers: course.lecturers,
    products: course.products,
    resources: course.resources,
    tags,
    section: sectionId,
    certificate: certificateName,
    exam: certificateExamId,
    ...(liveStartsAt
      ? {
          liveStarts: minuteOf(liveStartsAt),
          liveMinutes,
          liveUrl,
          replay: course.replayLessonId === null ? course.replayUrl : String(course.replayLessonId),
        }
      : {}),
  });
}

/** A course of a pack with its lessons as the browser's editor has it. */
export const packCourseBody =
  (places: Places, sectionIds: Map<string, number>) =>
  ({ front, cover, lessons, sources: [source = ""] }: CourseItem): ContentBody => {
    const parts = new Map(lessons.map((item) => [item.key, lessonParts(item, places)]));
    const { live, certificate } = front;
    return courseBodyOf({
      title: front.title,
      summary: front.summary,
      classId: front.class,
      levelId: front.level,
      opensAt: front.from,
      cover: cover ?? null,
      tags: front.tags,
      sectionId: front.section === undefined ? null : (sectionIds.get(front.section) ?? null),
      content: places.placed(source),
      chapters: front.chapters.map(({ title, lessons: own }) => ({
        title,
        lessons: own.flatMap(({ id }) => parts.get(id) ?? []),
      })),
      lecturers: front.lecturers,
      products: [...front.products].sort((one, other) => one - other),
      resources: [...front.resources].sort((one, other) => one - other),
      certificateName: certificate?.name ?? null,
      certificateExamId: certificate?.exam ?? null,
      liveStartsAt: live?.starts ?? null,
      liveMinutes: live?.minutes ?? 0,
      liveUrl: live?.url ?? null,
      replayLessonId: typeof live?.replay === "number" ? live.replay : null,
      replayUrl: typeof live?.replay === "string" ? live.replay : null,
    });
  };

const lessonParts = (
  { key, row, slides, quiz, sources: [text = ""] }: LessonItem,
  places: Places,
): LessonParts => ({
  id: key,
  title: row.title,
  minutes: row.minutes,
  videos: row.videos,
  seconds: row.seconds,
  width: row.width,
  height: row.height,
  poster: row.poster ?? null,
  captions: row.captions ?? null,
  transcript: row.transcript,
  text: places.placed(text),
  slides: slides.map(({ at, title, source, image }) => ({ at, title, text: places.placed(source), image })),
  quiz,
});
