import { titleMax } from "contract/forum/constants";
import { orWithout } from "~/failure/explain.server";
import { shownDuration } from "~/format/duration";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";

/** Characters that Markdown would interpret in a link's text. */
export const plain = (text: string) => text.replace(/[\\[\]<>`*_]/g, " ").trim();

/**
 * The initial values of a question about a lesson: its section, its tag, and a link to that second of the lesson, by
 * which the lesson's page finds the topic. null when the lesson cannot be loaded.
 */
export async function aboutLesson(scope: Scope, id: number, t: number | undefined) {
  const lesson = await orWithout(scope, scope.publicGateway.call("lessonById", { id }), null);
  if (!lesson) return null;
  const { title, course, number, ask } = lesson;
  const name = `${course.title} 第 ${number} 课：${title}${t ? `（${shownDuration(t)}）` : ""}`;
  return {
    request: {
      fid: ask?.fid,
      tags: ask?.tag ?? "",
      title: `关于“${title}”：`.slice(0, titleMax),
    },
    content: `[${plain(name)}](${paths.lesson(id, { t: t || undefined })})\n\n`,
  };
}
