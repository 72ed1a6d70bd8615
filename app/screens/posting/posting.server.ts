import type { CallResponse } from "contract";
import { cleanText, id } from "contract/base/fields";
import { questionClass, titleMax, topicContentMax } from "contract/forum/constants";
import { type DraftValues, noValues } from "~/editor/drafts/draft";
import type { DraftAnswer } from "~/editor/drafts/draft-form.server";
import { explainForm, orWithout } from "~/failure/explain.server";
import { type GivenBack, giveBack } from "~/forms/give-back.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import { newTopicKey } from "./new-topic-drafts";
import type { PreviewedText } from "./preview";
import type { SimilarTopic } from "./similar-topics";

export type SectionGroups = CallResponse<"sectionList">["groups"];
export type TopicClasses = CallResponse<"topicClasses">["classes"];

/** What a section's editor needs: its classes, and what its questions begin with. */
type SectionParts = Pick<CallResponse<"topicClasses">, "classes" | "template">;

/**
 * What the editor answers when it was not asked to publish: the typed text again, with a preview or other
 * classes.
 */
export interface EditorAnswer extends DraftAnswer {
  classes?: TopicClasses;
  template?: string;
  preview?: PreviewedText;
  /** Topics that everyone sees and that are like the typed title. */
  similar?: SimilarTopic[];
}

/** Topics like a title and section as typed; a help, so whatever goes wrong there are none. */
async function similarTo(scope: Scope, form: FormData): Promise<SimilarTopic[]> {
  const title = cleanText(String(form.get("title") ?? ""))
    .slice(0, titleMax)
    .trim();
  if (!title) return [];
  const fid = id.safeParse(form.get("fid"));
  const asked = scope.gateway.call("similarTopics", { title, ...(fid.success ? { fid: fid.data } : {}) });
  return (await orWithout(scope, asked, { topics: [] })).topics;
}

export const sectionGroups = (scope: Scope) => scope.publicGateway.call("sectionList", {});

/**
 * The sections that a topic may be put into: those that take topics, and the chosen one, which may be
 * unlisted, or closed to others than those that stand in it.
 */
export async function offeredGroups(
  scope: Scope,
  groups: SectionGroups,
  chosen: unknown,
): Promise<SectionGroups> {
  const open = groups
    .map(({ name, sections }) => ({
      name,
      sections: sections.filter(({ fid, postingClosed }) => !postingClosed || String(fid) === chosen),
    }))
    .filter(({ sections }) => sections.length > 0);
  const fid = id.safeParse(chosen);
  if (!fid.success || open.some(({ sections }) => sections.some((each) => each.fid === fid.data)))
    return open;
  const asked = scope.gateway.call("sectionDetail", { fid: fid.data });
  const section = await orWithout(scope, asked, null);
  return section === null ? open : [...open, { name: section.group, sections: [section] }];
}

/**
 * The classes of a section, none for a section that is not there: the form says so when it is posted. Without
 * those that take no topics any more, but for the chosen one.
 */
export async function partsOf(scope: Scope, fid: unknown, chosen?: unknown): Promise<SectionParts> {
  const parsed = id.safeParse(fid);
  const none = { classes: [], template: "" };
  if (!parsed.success) return none;
  const found = await orWithout(scope, scope.gateway.call("topicClasses", { fid: parsed.data }), none);
  return { ...found, classes: found.classes.filter((each) => !each.closed || String(each.id) === chosen) };
}

/** What a text of this class begins with: questions with their section's template. */
export function beginningOf({ classes, template }: SectionParts, classId: unknown): string {
  return classes.some(({ id: each, name }) => String(each) === classId && name === questionClass)
    ? template
    : "";
}

/** One's own post for the editor; 404 and 403 pages come from the gateway's refusals. */
export async function editable(scope: Scope, pid: number | undefined) {
  if (!pid) return notFound(scope, "回复不存在或已被删除");
  return scope.gateway.call("editableContent", { pid });
}

/** The drafts of new topics other than the one that stands in the form, latest first: they are offered. */
export async function otherNewTopics(scope: Scope, target: string) {
  const { drafts } = await orWithout(scope, scope.gateway.call("draftList", {}), { drafts: [] });
  return drafts.flatMap((draft) => {
    const key = draft.target === target ? null : newTopicKey(draft.target);
    const isWritten = (draft.title + draft.content).trim() !== "";
    return key === null || !isWritten ? [] : [{ key, title: draft.title, savedAt: draft.savedAt }];
  });
}

/**
 * What the topic form needs besides when it is shown again: the classes of the section that was chosen in it,
 * or none.
 */
export async function withClasses({ scope, form }: { scope: Scope; form: FormData }): Promise<SectionParts> {
  return partsOf(scope, form.get("fid") ?? undefined, form.get("classId"));
}

/** One's own topic or reply as it is published, as the form's fields have it. */
export function publishedValues({ content, topic }: CallResponse<"editableContent">): DraftValues {
  if (!topic) return { ...noValues, content };
  const { fid, classId, title, tags } = topic;
  return {
    ...noValues,
    title,
    content,
    tags: tags.join(" "),
    fid: String(fid),
    classId: classId ? String(classId) : "",
  };
}

/** The typed text again, with nothing published: a preview, other classes, or why there is no preview. */
export async function editorAnswer(
  scope: Scope,
  form: FormData,
  intent: string,
  { mainIntent = "publish", isNew = false } = {},
) {
  // Without the classes the text still comes back.
  const parts = await withClasses({ scope, form });
  const answer = (said: GivenBack, more: Pick<EditorAnswer, "preview" | "similar"> = {}) =>
    giveBack(scope, { intent: mainIntent, typed: form }, said, { ...parts, ...more });
  if (intent === "section") {
    const beginning = beginningOf(parts, form.get("classId"));
    if (beginning && String(form.get("content") ?? "").trim() === "") form.set("content", beginning);
    return answer({});
  }
  const content = form.get("content");
  if (typeof content !== "string" || content.trim() === "")
    return answer({ status: 400, problems: ["请先输入正文，再预览"] });
  if (content.length > topicContentMax)
    return answer({ status: 400, problems: [`内容不能超过 ${topicContentMax} 个字符`] });
  try {
    const [preview, similar] = await Promise.all([
      scope.gateway.call("renderContent", { content }),
      isNew ? similarTo(scope, form) : [],
    ]);
    return answer({}, { preview, similar });
  } catch (error) {
    const { status, dialog, code, sentence: said } = await explainForm(scope, error, "再预览");
    return answer({ status, dialog, code, problems: [said] });
  }
}
