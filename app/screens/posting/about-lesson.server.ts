import { titleMax } from "contract/forum/constants";
import { orWithout } from "~/failure/explain.server";
import { shownDuration } from "~/format/duration";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";

/** What Markdown would take for something else in a link's words. */
const plain = (text: string) => text.replace(/[\\[\]<>`*_]/g, " ").trim();

/**
 * What a question about a lesson begins with: where it belongs, and a link to the lesson at the second that is asked
 * about, by which the topic is found beneath the lesson. Without the lesson it is an empty topic.
 */
export async function aboutLesson(scope: Scope, id: number, t: number | undefined) {
  const lesson = await orWithout(scope, scope.publicGateway.call("lessonById", { id }), null);
  if (!lesson) return null;
  const { title, course, number, ask } = lesson;
  const name = `${course.title} 第 ${number} 课：${title}${t ? `（${shownDuration(t)}）` : ""}`;
  return {
    asked: {
      fid: ask?.fid,
      tags: ask?.tag ?? "",
      title: `关于“${title}”：`.slice(0, titleMax),
    },
    content: `[${plain(name)}](${paths.lesson(id, { t: t || undefined })})\n\n`,
  };
}
