import type { CallResponse } from "contract";
import { explainForm, orWithout } from "~/failure/explain.server";
import { expiredForm, type GivenBack, giveBack } from "~/forms/give-back.server";
import type { FormFailure } from "~/forms/result";
import { NotSignedIn } from "~/gateway-client/errors";
import type { ActionTools, Answer } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { type DraftState, type DraftValues, isSameText, noValues, type SavedDraft } from "./draft";

type Draft = CallResponse<"draftList">["drafts"][number];

/** The answer to one of the draft buttons: the time of saving, or the other text to compare. */
export interface DraftAnswer extends FormFailure {
  saved?: { revision: number; savedAt: string };
  compare?: { of: "draft" | "published"; other: SavedDraft };
}

export function valuesOf({
  title,
  content,
  fields,
}: Pick<Draft, "title" | "content" | "fields">): DraftValues {
  return { ...noValues, title, content, ...fields };
}

/** The member's draft of a target. Null when there is none, and when it cannot be read: the form is shown anyway. */
export async function readDraft(scope: Scope, target: string): Promise<SavedDraft | null> {
  const { drafts } = await orWithout(scope, scope.gateway.call("draftList", { target }), { drafts: [] });
  const [draft] = drafts;
  return draft ? { revision: draft.revision, savedAt: draft.savedAt, values: valuesOf(draft) } : null;
}

/** The values of a form: those of the draft, else the given ones. @param clean the values without a draft */
export async function withDraft(
  scope: Scope,
  target: string,
  clean: Partial<DraftValues>,
): Promise<{ values: DraftValues; draft: DraftState }> {
  const plain = { ...noValues, ...clean };
  const saved = (await scope.signedIn()) ? await readDraft(scope, target) : null;
  const state: DraftState = { target, restored: null, revision: saved?.revision ?? 0, clean: plain };
  if (!saved) return { values: plain, draft: state };
  // The section in the address is used when the draft has none; the parent post in the address wins over the draft's.
  const { fid, parent } = saved.values;
  const values = { ...saved.values, fid: fid || plain.fid, parent: clean.parent ?? parent };
  const { fid: _fid, parent: _parent, ...written } = values;
  const isEmpty = isSameText({ ...noValues, ...written }, noValues);
  return isEmpty || isSameText(values, plain)
    ? { values: plain, draft: state }
    : { values, draft: { ...state, restored: { ...saved, values } } };
}

/** The form's values as a draft stores them. */
export function typedIn(form: FormData): DraftValues {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    title: text("title"),
    content: text("content"),
    fid: text("fid"),
    classId: text("classId"),
    tags: text("tags"),
    parent: text("parent"),
  };
}

/** Saves the typed values as a draft. Throws what the call throws. */
export function saveValues(
  scope: Scope,
  target: string,
  values: DraftValues,
  more: { baseRevision?: number; automatic?: boolean } = {},
) {
  const { title, content, ...fields } = values;
  const hasFields = target.startsWith("topic:") || values.parent !== "";
  return scope.gateway.call("saveDraft", {
    target,
    title,
    content,
    fields: hasFields ? fields : null,
    ...more,
  });
}

const number = (value: unknown) => {
  const parsed = Number(value);
  return Number.isInteger(parsed) && parsed >= 0 ? parsed : 0;
};

/** The form that a draft belongs to. */
interface DraftForm {
  /** The intent of the form's main button. The form shows only answers to this intent. */
  mainIntent: string;
  target: string;
  /** The form's page, opened after the draft is discarded. */
  back: string;
  /** Reads the published text; only for forms that edit one. */
  published?: () => Promise<DraftValues>;
}

/**
 * Handles the draft buttons of a form. `draft` saves (`draft:{revision}` saves after a comparison with that
 * revision), `discard` deletes the draft, `other` replaces the text by the other one of a comparison and keeps the
 * typed one as a version. The answer contains the typed text.
 */
export function draftIntents<Tools extends DraftTools>(
  formOf: (tools: Tools) => DraftForm | Promise<DraftForm>,
) {
  const answer = async (tools: Tools) => answerDraft(tools, await formOf(tools));
  return { draft: answer, discard: answer, other: answer };
}

type DraftTools = Pick<ActionTools, "scope" | "form" | "intent" | "done">;

async function answerDraft(
  { scope, form, intent, done }: DraftTools,
  { mainIntent, target, back, published }: DraftForm,
): Promise<Answer> {
  const answer = (outcome: GivenBack, more: Omit<DraftAnswer, keyof FormFailure> = {}) =>
    giveBack(scope, { intent: mainIntent, typed: form }, outcome, more);
  const [action, seen] = intent.split(":");
  const values = typedIn(form);
  try {
    if (!(await scope.signedIn()))
      throw new NotSignedIn({ message: "请先登录", call: "saveDraft", traceId: scope.traceId });
    if (!(await scope.forms.accepts(form))) return answer(expiredForm);
    if (action === "discard") {
      await discardDraft(scope, target);
      return done(back, "草稿已丢弃，30 天内可以在“我的草稿”里恢复");
    }
    if (action === "other") {
      const other = published ? await published() : (await readDraft(scope, target))?.values;
      await saveValues(scope, target, values);
      if (other) await saveValues(scope, target, other);
      return done(back);
    }
    const baseRevision = seen === undefined ? number(form.get("draftRevision")) : number(seen);
    const { revision, savedAt } = await saveValues(scope, target, values, { baseRevision });
    return answer({}, { saved: { revision, savedAt } });
  } catch (error) {
    const { status, code, fields, dialog, sentence: message } = await explainForm(scope, error, "再存一次");
    const problems = Object.values(fields ?? {}).flat();
    const other = code === "DRAFT_CONFLICT" ? await readDraft(scope, target) : null;
    const compare = other ? { compare: { of: "draft" as const, other } } : {};
    return answer({ status, code, dialog, problems: problems.length > 0 ? problems : [message] }, compare);
  }
}

/** Deletes the draft of a target; does nothing when it is already deleted. */
export async function discardDraft(scope: Scope, target: string): Promise<void> {
  const [draft] = (await scope.gateway.call("draftList", { target })).drafts;
  if (draft) await scope.gateway.call("deleteDraft", { id: draft.id });
}

/**
 * When an edit of a published text is refused with EDIT_CONFLICT, adds the current published text, so that the two
 * can be compared. Leaves other answers unchanged.
 */
export async function withComparison<Reply>(
  reply: Reply,
  present: () => Promise<SavedDraft>,
): Promise<Reply> {
  if (typeof reply !== "object" || reply === null || reply instanceof Response || !("data" in reply))
    return reply;
  const failure = reply.data as DraftAnswer;
  if (failure.code !== "EDIT_CONFLICT") return reply;
  failure.compare = { of: "published", other: await present() };
  return reply;
}
