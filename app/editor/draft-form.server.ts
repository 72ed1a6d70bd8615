import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { CallResponse } from "contract";
import { refusals } from "contract/refusals";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import type { FormFailure } from "~/forms/result";
import { Forbidden, GatewayError, NotSignedIn, Refused } from "~/gateway-client/errors";
import { type DraftState, type DraftValues, isSameText, noValues, type SavedDraft } from "./draft";

type Draft = CallResponse<"draftList">["drafts"][number];

/** What a form is told after one of the drafts' buttons: when it was saved, or the other text to be compared. */
export interface DraftAnswer extends FormFailure {
  saved?: { revision: number; savedAt: string };
  compare?: { of: "draft" | "published"; other: SavedDraft };
}

export function valuesOf({ title, content, fields }: Pick<Draft, "title" | "content" | "fields">): DraftValues {
  return { ...noValues, title, content, ...fields };
}

/** The person's draft of a target; null when there is none, and when it could not be read: the form must show all the same. */
export async function readDraft(scope: Scope, target: string): Promise<SavedDraft | null> {
  try {
    const [draft] = (await scope.gateway.call("draftList", { target })).drafts;
    return draft ? { revision: draft.revision, savedAt: draft.savedAt, values: valuesOf(draft) } : null;
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}

/** What a form shows: its draft, or what it shows without one. @param clean the fields without a draft */
export async function withDraft(
  scope: Scope,
  target: string,
  clean: Partial<DraftValues>,
): Promise<{ values: DraftValues; draft: DraftState }> {
  const plain = { ...noValues, ...clean };
  const saved = (await scope.signedIn()) ? await readDraft(scope, target) : null;
  const state: DraftState = { target, restored: null, revision: saved?.revision ?? 0, clean: plain };
  if (!saved) return { values: plain, draft: state };
  // A section that the address asks for stands where the draft has none.
  const values = { ...saved.values, fid: saved.values.fid || plain.fid };
  const isEmpty = isSameText({ ...values, fid: plain.fid }, { ...noValues, fid: plain.fid });
  return isEmpty || isSameText(values, plain)
    ? { values: plain, draft: state }
    : { values, draft: { ...state, restored: { ...saved, values } } };
}

/** What was typed, as a draft takes it. */
export function typedIn(form: FormData): DraftValues {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return { title: text("title"), content: text("content"), fid: text("fid"), classId: text("classId"), tags: text("tags") };
}

/** Saves what was typed. Throws what the call throws. */
export function saveValues(scope: Scope, target: string, values: DraftValues, more: { baseRevision?: number; automatic?: boolean } = {}) {
  const { title, content, ...fields } = values;
  const isTopic = target.startsWith("topic:");
  return scope.gateway.call("saveDraft", { target, title, content, fields: isTopic ? fields : null, ...more });
}

const anything = z.record(z.string(), z.unknown());
const number = (value: unknown) => {
  const parsed = Number(value);
  return Number.isInteger(parsed) && parsed >= 0 ? parsed : 0;
};

/** Whether a button of a form is one of the drafts'. */
export const isDraftIntent = (intent: string): boolean => /^(draft|discard|other)(:\d+)?$/.test(intent);

interface DraftForm {
  scope: Scope;
  form: FormData;
  intent: string;
  /** The intent of the form's main button: by it the form knows its answers. */
  mainIntent: string;
  target: string;
  /** The page of the form, to which discarding leads. */
  back: string;
  /** What is published, where the form changes that. */
  published?: () => Promise<DraftValues>;
}

/**
 * The drafts' buttons of a form: `draft` (or `draft:{revision}`, having seen that one) saves, `discard` throws the draft away,
 * `other` takes the other text of a comparison, mine becoming a version. The typed text comes back with the answer.
 */
export async function answerDraft({ scope, form, intent, mainIntent, target, back, published }: DraftForm) {
  const submission = parseWithZod(form, { schema: anything });
  scope.keepsForm = true;
  const answer = (more: Partial<DraftAnswer>, formErrors: string[] = [], status = 200) =>
    data<DraftAnswer>({ intent: mainIntent, result: submission.reply({ formErrors }), dialog: null, ...more }, { status });
  const [action, seen] = intent.split(":");
  const typed = typedIn(form);
  try {
    if (!(await scope.signedIn())) throw new NotSignedIn("", "saveDraft", scope.traceId, "nobody is signed in");
    if (!(await scope.acceptsToken(form))) return answer({}, ["表单已过期或不是从本站提交的，内容已为你保留，请再提交一次"], 403);
    if (action === "discard") {
      await discardDraft(scope, target);
      return scope.redirect(back);
    }
    if (action === "other") {
      const other = published ? await published() : (await readDraft(scope, target))?.values;
      await saveValues(scope, target, typed);
      if (other) await saveValues(scope, target, other);
      return scope.redirect(back);
    }
    const baseRevision = seen === undefined ? number(form.get("draftRevision")) : number(seen);
    const { revision, savedAt } = await saveValues(scope, target, typed, { baseRevision });
    return answer({ saved: { revision, savedAt } });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error instanceof NotSignedIn) return answer({ dialog: "login" }, ["登录状态已失效，内容还在这里，请登录后再存一次"], 403);
    if (error instanceof Refused && error.code === "DRAFT_CONFLICT") {
      const other = await readDraft(scope, target);
      return other ? answer({ compare: { of: "draft", other } }, [error.message], 409) : answer({}, [error.message], 409);
    }
    const status = error instanceof Refused ? error.status : error instanceof Forbidden ? 403 : 503;
    const said = error instanceof Refused ? Object.values(error.fields ?? {}).flat() : [];
    return answer({}, said.length > 0 ? said : [`${error.message}，内容已为你保留`], status);
  }
}

/** Throws the draft of a target away; one that is gone already is no problem. */
export async function discardDraft(scope: Scope, target: string): Promise<void> {
  const [draft] = (await scope.gateway.call("draftList", { target })).drafts;
  if (draft) await scope.gateway.call("deleteDraft", { id: draft.id });
}

/** Adds to the refused edit of a published text what stands there now, to be compared. Other answers stay as they are. */
export async function withComparison<Reply>(reply: Reply, present: () => Promise<SavedDraft>): Promise<Reply> {
  if (typeof reply !== "object" || reply === null || reply instanceof Response || !("data" in reply)) return reply;
  const failure = reply.data as DraftAnswer;
  if (!failure.result?.error?.[""]?.includes(refusals.EDIT_CONFLICT.message)) return reply;
  failure.compare = { of: "published", other: await present() };
  return reply;
}
