import { isDeepStrictEqual } from "node:util";
import type { CallRequest, CallResponse } from "contract";
import type { ContentKind } from "contract/content/kinds/words";
import type { Database } from "../../database/open";
import { transact } from "../../database/transact";
import { attachmentIds } from "../../files/storage/addresses";
import { previewed } from "../../forum/writing/publish";
import { localProblem } from "../../forum/writing/written-files";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { asTyped as typedHtml } from "../../text/as-typed";
import { checkAdministratorsFields, checkAdministratorsVersion } from "./administrator-fields";
import { asDraft, draftOf } from "./check-body";
import { editedKinds } from "./kinds/all";
import type { FieldProblems } from "./kinds/kind";
import { checkMayEdit } from "./may-edit";
import {
  addVersion,
  answerOf,
  bodiesNaming,
  findPiece,
  makePiece,
  pieceToChange,
  renderedAgain,
  requireState,
  versionOf,
} from "./pieces";
import { checkFiles } from "./upload-file";

/** A text without any of these looks as typed also when it is laid out. */
const markup = /[`*_~$<>[\]#|\\!@&:^=\n]|^\s*(?:[-+]|\d+[.)])\s|www\./;
/** Whether a text may stand as it was typed, because it could not be laid out when it was saved. */
const maybeAsTyped = (text: string, html: string) => markup.test(text) && html === typedHtml(text);

/**
 * The HTML of the texts of a piece as it is, by text, so that a bank of questions is not laid out anew for one of them.
 * Without those that may not have been laid out.
 */
async function laidOut(database: Database, kind: ContentKind, key: string): Promise<Map<string, string>> {
  const { standing, texts } = editedKinds[kind];
  const piece = await findPiece(database, { kind, key });
  const newest = piece ? piece.version > 0 && (await versionOf(database, piece, piece.version)) : null;
  const { body, html } = (piece ? newest : await standing(database, key)) || { body: {}, html: [] };
  // A body that the schema of today does not read is laid out anew.
  if (Object.keys(draftOf(kind, body).problems).length > 0) return new Map();
  return new Map(
    texts(body).flatMap(({ text }, index) => {
      const own = html[index] ?? "";
      return text === "" || own === "" || maybeAsTyped(text, own) ? [] : [[text, own] as const];
    }),
  );
}

/**
 * Renders the texts of a body, by control, in a thread; an empty text has no HTML. Throws INVALID_REQUEST beside a text with a file that
 * visitors would not get: a picture on its author's computer, or an attachment, which only a topic's readers may open.
 * @param known the HTML of texts that need no rendering
 */
async function rendered(
  context: CallContext,
  texts: readonly { at: string; text: string }[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<{ html: string[]; asTyped: boolean }> {
  const html: string[] = [];
  const problems: FieldProblems = {};
  const made = new Map([["", { html: "", asTyped: false, localImages: [] as string[] }]]);
  for (const [text, own] of known) made.set(text, { html: own, asTyped: false, localImages: [] });
  let asTyped = false;
  for (const { at, text } of texts) {
    const preview = made.get(text) ?? (await previewed(context, text));
    made.set(text, preview);
    html.push(preview.html);
    asTyped ||= preview.asTyped;
    const onlyHere = localProblem(preview.localImages);
    if (onlyHere) problems[at] = [onlyHere];
    else if (attachmentIds(preview.html).length > 0)
      problems[at] = ["这里只能放图片：访客打不开上传到正文里的附件，请删去附件的链接"];
  }
  if (Object.keys(problems).length > 0) throw new Refusal("INVALID_REQUEST", problems);
  return { html, asTyped };
}

/**
 * Adds a version to a piece, or makes a new piece. What visitors see stays. Throws INVALID_REQUEST beside the fields,
 * CONTENT_NOT_FOUND, CONTENT_KEY_TAKEN, EDIT_CONFLICT and TEXTS_BUSY.
 */
export async function saveContent(
  { kind, key, base, standing, fresh, submissionId, body: typed, why }: CallRequest<"saveContent">,
  context: CallContext,
): Promise<CallResponse<"saveContent">> {
  const { database } = context;
  const { keyProblem, missing, texts, completed } = editedKinds[kind];
  // A key that no piece can have reaches no query.
  const wrongKey = key === undefined ? null : keyProblem(key);
  if (wrongKey && !fresh) throw new Refusal("CONTENT_NOT_FOUND");
  const { body: own, problems: wrong } = draftOf(kind, typed);
  // What it names that does not exist is said at once, beside what is wrong in itself.
  const problems = {
    ...(await missing(database, own, wrongKey ? undefined : key)),
    ...wrong,
    ...(wrongKey ? { key: [wrongKey] } : {}),
  };
  if (Object.keys(problems).length > 0) throw new Refusal("INVALID_REQUEST", problems);
  const known = fresh || key === undefined ? undefined : await laidOut(database, kind, key);
  const { html, asTyped } = await rendered(context, texts(own), known);
  const now = context.now();
  const by = accountOf(context).id;
  const form = submissionId === undefined ? undefined : { submissionId, by, kind, key, body: own };
  return transact(database, async (inside) => {
    if (!fresh && key === undefined) throw new Refusal("CONTENT_NOT_FOUND");
    const piece = fresh
      ? await makePiece(inside, { kind, key }, now, form)
      : await pieceToChange(inside, { kind, key: key ?? "" }, { now, base, standing });
    // The form was posted before: what it wrote is the first version.
    if (fresh && piece.version > 0) return { ...answerOf(piece), version: 1, asTyped };
    requireState(piece, "save");
    const before = piece.version > 0 ? await versionOf(inside, piece, piece.version) : null;
    const newest = before?.body;
    const body = (await completed?.(inside, own, { key: piece.key, newest }, now)) ?? own;
    checkAdministratorsFields(context, kind, body, [newest ?? {}]);
    const earlier = (names: string[]) => bodiesNaming(inside, piece, names);
    await checkFiles(inside, kind, { body, newest, earlier, by });
    if (before && isDeepStrictEqual(asDraft(kind, before.body), body)) {
      // A text that could not be laid out when it was saved may be now. A pack's version stays as the pack shows it.
      if (!asTyped && before.origin !== "pack" && !isDeepStrictEqual(before.html, html))
        await renderedAgain(inside, before, html);
      return { ...answerOf(piece), asTyped };
    }
    const typedVersion = { body, html, origin: "typed", byId: by, why } as const;
    return { ...answerOf(await addVersion(inside, piece, typedVersion, now)), asTyped };
  });
}

/** Adds a version with the body of an earlier one. Throws CONTENT_NOT_FOUND and CONTENT_VERSION_NOT_FOUND. */
export async function restoreContent(
  { version, ...name }: CallRequest<"restoreContent">,
  context: CallContext,
): Promise<CallResponse<"restoreContent">> {
  const now = context.now();
  return transact(context.database, async (inside) => {
    const piece = await pieceToChange(inside, name, { now });
    await checkMayEdit({ ...context, database: inside }, { ...name, version });
    await checkAdministratorsVersion({ ...context, database: inside }, piece, version);
    requireState(piece, "restore");
    const { body, html } = await versionOf(inside, name, version);
    const before = await versionOf(inside, name, piece.version);
    if (isDeepStrictEqual(before.body, body)) return answerOf(piece);
    const restored = {
      body,
      html,
      origin: "restored" as const,
      byId: accountOf(context).id,
      why: `恢复第 ${version} 版`,
    };
    return answerOf(await addVersion(inside, piece, restored, now));
  });
}
