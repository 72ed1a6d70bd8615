import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { CallResponse } from "contract";
import { id } from "contract/fields";
import { topicContentMax } from "contract/limits";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import { type DraftValues, noValues } from "~/editor/draft";
import type { DraftAnswer } from "~/editor/draft-form.server";
import { cached } from "~/gateway-client/cached.server";
import { GatewayError, NotSignedIn, Refused } from "~/gateway-client/errors";
import { notFound } from "~/routing/screen.server";

export type SectionGroups = CallResponse<"sectionList">["groups"];
export type TopicClasses = CallResponse<"topicClasses">["classes"];

/** What the editor answers when it was not asked to publish: the typed text again, with a preview or other classes. */
export interface EditorAnswer extends DraftAnswer {
  classes?: TopicClasses;
  preview?: string;
}

/** A positive id in the query; anything else is none. */
export function queryId(url: URL, name: string): number | undefined {
  const parsed = id.safeParse(url.searchParams.get(name) ?? undefined);
  return parsed.success ? parsed.data : undefined;
}

export const sectionGroups = (scope: Scope) => cached("sections", 10, () => scope.publicGateway.call("sectionList", {}));

/** The classes of a section, none for a section that is not there: the form says so when it is posted. */
export async function classesOf(scope: Scope, fid: unknown): Promise<TopicClasses> {
  const parsed = id.safeParse(fid);
  if (!parsed.success) return [];
  try {
    return (await scope.gateway.call("topicClasses", { fid: parsed.data })).classes;
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}

/** One's own post for the editor; 404 and 403 pages come from the gateway's refusals. */
export async function editable(scope: Scope, pid: number | undefined) {
  if (!pid) return notFound(scope, "回复不存在或已被删除");
  return scope.gateway.call("editableContent", { pid });
}

/** What the topic form needs besides when it is shown again: the classes of the section that was chosen in it, or none. */
export async function withClasses({ scope, form }: { scope: Scope; form: FormData }): Promise<{ classes: TopicClasses }> {
  return { classes: await classesOf(scope, form.get("fid") ?? undefined).catch(() => []) };
}

/** One's own topic or reply as it is published, as the form's fields have it. */
export function publishedValues({ content, topic }: CallResponse<"editableContent">): DraftValues {
  if (!topic) return { ...noValues, content };
  const { fid, classId, title, tags } = topic;
  return { title, content, fid: String(fid), classId: classId ? String(classId) : "", tags: tags.join(" ") };
}

const anything = z.record(z.string(), z.unknown());

/** The typed text again, with nothing published: a preview, other classes, or why there is no preview. */
export async function editorAnswer(scope: Scope, form: FormData, intent: string, mainIntent = "publish") {
  const submission = parseWithZod(form, { schema: anything });
  scope.keepsForm = true;
  const answer = (more: Partial<EditorAnswer>, formErrors: string[] = [], status = 200) =>
    data<EditorAnswer>({ intent: mainIntent, result: submission.reply({ formErrors }), dialog: null, ...more }, { status });
  // Without the classes the text still comes back.
  const { classes } = await withClasses({ scope, form });
  if (intent === "section") return answer({ classes });
  const content = form.get("content");
  if (typeof content !== "string" || content.trim() === "") return answer({ classes }, ["请先输入正文，再预览"], 400);
  if (content.length > topicContentMax) return answer({ classes }, [`内容不能超过 ${topicContentMax} 个字符`], 400);
  try {
    const { html } = await scope.gateway.call("renderContent", { content });
    return answer({ classes, preview: html });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error instanceof NotSignedIn) return answer({ classes, dialog: "login" }, ["登录状态已失效，内容已为你保留，请登录后再预览"], 403);
    return answer({ classes }, [`${error.message}，内容已为你保留`], error instanceof Refused ? error.status : 503);
  }
}
