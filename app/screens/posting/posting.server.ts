import type { CallResponse } from "contract";
import { id } from "contract/base/fields";
import { topicContentMax } from "contract/forum/limits";
import { type DraftValues, noValues } from "~/editor/drafts/draft";
import type { DraftAnswer } from "~/editor/drafts/draft-form.server";
import { explainForm, orWithout } from "~/failure/explain.server";
import { type GivenBack, giveBack } from "~/forms/give-back.server";
import { cached } from "~/gateway-client/cached.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import type { PreviewedText } from "./preview";

export type SectionGroups = CallResponse<"sectionList">["groups"];
export type TopicClasses = CallResponse<"topicClasses">["classes"];

/**
 * What the editor answers when it was not asked to publish: the typed text again, with a preview or other
 * classes.
 */
export interface EditorAnswer extends DraftAnswer {
  classes?: TopicClasses;
  preview?: PreviewedText;
}

export const sectionGroups = (scope: Scope) =>
  cached("sections", 10, () => scope.publicGateway.call("sectionList", {}));

/** The classes of a section, none for a section that is not there: the form says so when it is posted. */
export async function classesOf(scope: Scope, fid: unknown): Promise<TopicClasses> {
  const parsed = id.safeParse(fid);
  if (!parsed.success) return [];
  const asked = scope.gateway.call("topicClasses", { fid: parsed.data });
  return (await orWithout(scope, asked, { classes: [] })).classes;
}

/** One's own post for the editor; 404 and 403 pages come from the gateway's refusals. */
export async function editable(scope: Scope, pid: number | undefined) {
  if (!pid) return notFound(scope, "回复不存在或已被删除");
  return scope.gateway.call("editableContent", { pid });
}

/**
 * What the topic form needs besides when it is shown again: the classes of the section that was chosen in it,
 * or none.
 */
export async function withClasses({
  scope,
  form,
}: {
  scope: Scope;
  form: FormData;
}): Promise<{ classes: TopicClasses }> {
  return { classes: await classesOf(scope, form.get("fid") ?? undefined) };
}

/** One's own topic or reply as it is published, as the form's fields have it. */
export function publishedValues({ content, topic }: CallResponse<"editableContent">): DraftValues {
  if (!topic) return { ...noValues, content };
  const { fid, classId, title, tags } = topic;
  return { title, content, fid: String(fid), classId: classId ? String(classId) : "", tags: tags.join(" ") };
}

/** The typed text again, with nothing published: a preview, other classes, or why there is no preview. */
export async function editorAnswer(scope: Scope, form: FormData, intent: string, mainIntent = "publish") {
  // Without the classes the text still comes back.
  const { classes } = await withClasses({ scope, form });
  const answer = (said: GivenBack, more: { preview?: PreviewedText } = {}) =>
    giveBack(scope, { intent: mainIntent, typed: form }, said, { classes, ...more });
  if (intent === "section") return answer({});
  const content = form.get("content");
  if (typeof content !== "string" || content.trim() === "")
    return answer({ status: 400, problems: ["请先输入正文，再预览"] });
  if (content.length > topicContentMax)
    return answer({ status: 400, problems: [`内容不能超过 ${topicContentMax} 个字符`] });
  try {
    const preview = await scope.gateway.call("renderContent", { content });
    return answer({}, { preview });
  } catch (error) {
    const { status, dialog, code, said } = await explainForm(scope, error, "再预览");
    return answer({ status, dialog, code, problems: [said] });
  }
}
