import type { CourseDetail, LessonDetail } from "contract/training/courses/calls";
import type { Course, VideoObject } from "schema-dts";
import { isoDuration } from "~/format/duration";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";

type Site = Pick<Scope, "origin" | "settings">;

/** A course with its lecturers and duration. */
export function courseData({ origin, settings }: Site, course: CourseDetail): Course {
  const { id, title, summary, level, cover, minutes, teachers, certificate, updatedAt } = course;
  return {
    "@type": "Course",
    name: title,
    description: summary || title,
    url: origin + paths.course(id),
    inLanguage: "zh-CN",
    educationalLevel: level.name,
    isAccessibleForFree: true,
    provider: { "@type": "Organization", name: settings.siteName, url: `${origin}/` },
    hasCourseInstance: {
      "@type": "CourseInstance",
      courseMode: "Online",
      courseWorkload: isoDuration(minutes * 60),
      ...(teachers.length > 0
        ? { instructor: teachers.map(({ name }) => ({ "@type": "Person" as const, name })) }
        : {}),
    },
    ...(cover ? { image: origin + (cover.sources.at(-1)?.url ?? cover.url) } : {}),
    ...(certificate ? { educationalCredentialAwarded: certificate.name } : {}),
    ...(course.from ? { datePublished: course.from } : {}),
    ...(updatedAt ? { dateModified: updatedAt } : {}),
  };
}

/** The most characters of a transcript: what search engines show, and what fits in a page. */
const transcriptLength = 300;

/** A lesson's video; null for a lesson without one. */
export function lessonVideoData({ origin }: Site, lesson: LessonDetail): VideoObject | null {
  const { id, title, course, video, transcript, plays } = lesson;
  const file = video?.files[0];
  if (!video || !file) return null;
  return {
    "@type": "VideoObject",
    name: title,
    description: `${course.title}：${title}`,
    url: origin + paths.lesson(id),
    thumbnailUrl: origin + video.poster.url,
    contentUrl: origin + file.address,
    ...(course.from ? { uploadDate: course.from } : {}),
    duration: isoDuration(video.seconds),
    inLanguage: "zh-CN",
    ...(transcript.length > 0
      ? {
          transcript: transcript
            .map(({ text }) => text)
            .join("")
            .slice(0, transcriptLength),
        }
      : {}),
    interactionStatistic: {
      "@type": "InteractionCounter",
      interactionType: { "@type": "WatchAction" },
      userInteractionCount: plays,
    },
  };
}
