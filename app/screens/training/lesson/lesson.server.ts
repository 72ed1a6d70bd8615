import { orWithout } from "~/failure/explain.server";
import { shownDuration } from "~/format/duration";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { lessonVideoData } from "~/metadata/training-data.server";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";
import { withStoredImages } from "~/request/stored-images.server";
import { loadOwnParts } from "./own-parts/own-parts.server";
import { withTerms } from "./terms.server";

/**
 * Loads a lesson and what may be missing: its course, the member's position, and the topics about it. Of a version that
 * is not published there is only the lesson with its course.
 */
export async function loadLesson(
  scope: Scope,
  id: number,
  { t, page, preview }: { t?: number; page: number; preview?: string | undefined },
) {
  const { publicGateway: gateway } = scope;
  const isPreview = preview !== undefined;
  const version = isPreview ? { preview } : {};
  const signedIn = !isPreview && (await scope.signedIn());
  const [lesson, topics, mark] = await Promise.all([
    gateway.call("lessonById", { id, ...version }),
    isPreview ? null : orWithout(scope, gateway.call("lessonTopics", { id, page }), null),
    signedIn
      ? orWithout(scope, scope.gateway.call("collectStatus", { kind: "lesson", targets: [id] }), null)
      : null,
  ]);
  const { course, video } = lesson;
  const [whole, study, own] = await Promise.all([
    orWithout(scope, gateway.call("courseById", { id: course.id, ...version }), null),
    signedIn
      ? orWithout(scope, scope.gateway.call("studyOfCourse", { course: course.id, lesson: id }), null)
      : null,
    signedIn ? loadOwnParts(scope, id, lesson.quiz.length) : null,
  ]);
  const place = study?.lessons.find((one) => one.lesson === id) ?? null;
  const videoData = lessonVideoData(scope, lesson);
  scope.page.structuredData.push(
    ...(videoData ? [videoData] : []),
    breadcrumbData(scope, [
      { name: "培训课堂", path: paths.courses() },
      { name: course.title, path: paths.course(course.id) },
      { name: lesson.title, path: paths.lesson(id) },
    ]),
  );
  if (video) scope.page.firstPicture = video.poster.url;
  const html = await withStoredImages(scope, withTerms(lesson.html, lesson.terms));
  return {
    // The terms are in the text now.
    lesson: { ...lesson, html, terms: [] },
    chapters: whole?.chapters ?? [],
    topics,
    study,
    own,
    collected: (mark?.collected.length ?? 0) > 0,
    signedIn,
    place,
    preview: lesson.preview ? preview : undefined,
    start: video ? startOf(video.seconds, t, place) : 0,
  };
}

/**
 * The second at which the video starts: the one in the address, or where the member stopped unless that was the end.
 */
function startOf(
  seconds: number,
  position: number | undefined,
  place: { position: number; done: boolean } | null,
): number {
  if (position !== undefined) return Math.min(position, seconds);
  if (!place || place.position >= seconds - 5) return 0;
  return place.position;
}

/** The notice after a position is saved. */
export function savedNotice(position: number, certificate: string | null): string {
  return certificate
    ? "已学完这门课，证书已颁发，在“我的学习”里可以看到"
    : `已记住看到 ${shownDuration(Math.floor(position))}`;
}
