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

/** A section's topic classes, and its template of questions. */
type SectionParts = Pick<CallResponse<"topicClasses">, "classes" | "template">;

/** The editor's answer to buttons that do not publish: the typed text, with a preview or other classes. */
export interface EditorAnswer extends DraftAnswer {
  classes?: TopicClasses;
  template?: string;
  preview?: PreviewedText;
  /** Public topics that are similar to the typed title. */
  similar?: SimilarTopic[];
}

/**
 * Topics similar to the typed title, in the typed section; empty when anything fails, because they are only a help.
 */
async function similarTo(scope: Scope, form: FormData): Promise<SimilarTopic[]> {
  const title = cleanText(String(form.get("title") ?? ""))
    .slice(0, titleMax)
    .trim();
  if (!title) return [];
  const fid = id.safeParse(form.get("fid"));
  const similar = scope.gateway.call("similarTopics", { title, ...(fid.success ? { fid: fid.data } : {}) });
  return (await orWithout(scope, similar, { topics: [] })).topics;
}

export const sectionGroups = (scope: Scope) => scope.publicGateway.call("sectionList", {});

/**
 * The sections that a topic may be in: those that take topics, and the chosen section, which may be unlisted or closed
 * to new topics.
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
  const loading = scope.gateway.call("sectionDetail", { fid: fid.data });
  const section = await orWithout(scope, loading, null);
  return section === null ? open : [...open, { name: section.group, sections: [section] }];
}

/**
 * The topic classes of a section; empty for an unknown section, which the form reports when it is posted. Classes that
 * take no new topics are left out, except the chosen one.
 */
export async function partsOf(scope: Scope, fid: unknown, chosen?: unknown): Promise<SectionParts> {
  const parsed = id.safeParse(fid);
  const none = { classes: [], template: "" };
  if (!parsed.success) return none;
  const found = await orWithout(scope, scope.gateway.call("topicClasses", { fid: parsed.data }), none);
  return { ...found, classes: found.classes.filter((each) => !each.closed || String(each.id) === chosen) };
}

/** The initial text for a topic class: questions begin with their section's template. */
export function beginningOf({ classes, template }: SectionParts, classId: unknown): string {
  return classes.some(({ id: each, name }) => String(each) === classId && name === questionClass)
    ? template
    : "";
}

/** The member's own post for the editor. Refusals of the gateway become 404 and 403 pages. */
export async function editable(scope: Scope, pid: number | undefined) {
  if (!pid) return notFound(scope, "回复不存在或已被删除");
  return scope.gateway.call("editableContent", { pid });
}

/** The member's other drafts of new topics, latest first, which the page offers. */
export async function otherNewTopics(scope: Scope, target: string) {
  const { drafts } = await orWithout(scope, scope.gateway.call("draftList", {}), { drafts: [] });
  return drafts.flatMap((draft) => {
    const key = draft.target === target ? null : newTopicKey(draft.target);
    const isWritten = (draft.title + draft.content).trim() !== "";
    return key === null || !isWritten ? [] : [{ key, title: draft.title, savedAt: draft.savedAt }];
  });
}

/** The topic classes of the section that is chosen in the form; the form needs them when it is shown again. */
export async function withClasses({ scope, form }: { scope: Scope; form: FormData }): Promise<SectionParts> {
  return partsOf(scope, form.get("fid") ?? undefined, form.get("classId"));
}

/** The published topic or reply, as values of the form's fields. */
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

/**
 * Returns the typed text without publishing it, with a preview, with other classes, or with the reason why there is no
 * preview.
 */
export async function editorAnswer(
  scope: Scope,
  form: FormData,
  intent: string,
  { mainIntent = "publish", isNew = false } = {},
) {
  // If the classes cannot be loaded, the text is returned all the same.
  const parts = await withClasses({ scope, form });
  const answer = (outcome: GivenBack, more: Pick<EditorAnswer, "preview" | "similar"> = {}) =>
    giveBack(scope, { intent: mainIntent, typed: form }, outcome, { ...parts, ...more });
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
    const { status, dialog, code, sentence } = await explainForm(scope, error, "再预览");
    return answer({ status, dialog, code, problems: [sentence] });
  }
}
