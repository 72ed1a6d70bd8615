import { isDeepStrictEqual } from "node:util";
import type { CallRequest, CallResponse } from "contract";
import type { ContentBody } from "contract/content/kinds/bodies";
import type { Database } from "../../database/open";
import { transact } from "../../database/transact";
import { previewed } from "../../forum/writing/publish";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { checkDraft } from "./check-body";
import { editedKinds } from "./kinds/all";
import {
  addVersion,
  answerOf,
  makePiece,
  type Piece,
  pieceToChange,
  requireState,
  versionOf,
} from "./pieces";

/** Renders texts in a thread; an empty text has none. */
async function rendered(context: CallContext, texts: string[]): Promise<string[]> {
  const html: string[] = [];
  for (const text of texts) html.push(text === "" ? "" : (await previewed(context, text)).html);
  return html;
}

/** A form can keep a piece's document or remove it, not name another: documents are private until a row names them. */
async function checkFile(database: Database, piece: Piece, { file }: ContentBody): Promise<void> {
  if (file === undefined) return;
  const before = piece.version > 0 ? (await versionOf(database, piece, piece.version)).body.file : undefined;
  if (!isDeepStrictEqual(file, before))
    throw new Refusal("INVALID_REQUEST", { file: ["附件只能保留或去掉"] });
}

/**
 * Adds a version to a piece, or makes a new piece. What visitors see stays. Throws INVALID_REQUEST beside the fields,
 * CONTENT_NOT_FOUND, CONTENT_KEY_TAKEN, EDIT_CONFLICT and TEXTS_BUSY.
 */
export async function saveContent(
  { kind, key, base, fresh, body: typed, why }: CallRequest<"saveContent">,
  context: CallContext,
): Promise<CallResponse<"saveContent">> {
  const { database } = context;
  const { keyProblem, missing, texts } = editedKinds[kind];
  const wrongKey = fresh && key !== undefined ? keyProblem(key) : null;
  const body = checkDraft(kind, typed);
  const problems = { ...(await missing(database, body)), ...(wrongKey ? { key: [wrongKey] } : {}) };
  if (Object.keys(problems).length > 0) throw new Refusal("INVALID_REQUEST", problems);
  const html = await rendered(context, texts(body));
  const now = context.now();
  return transact(database, async (inside) => {
    if (!fresh && key === undefined) throw new Refusal("CONTENT_NOT_FOUND");
    const piece = fresh
      ? await makePiece(inside, { kind, key }, now)
      : await pieceToChange(inside, { kind, key: key ?? "" }, { now, base });
    requireState(piece, "save");
    await checkFile(inside, piece, body);
    const before = piece.version > 0 ? await versionOf(inside, piece, piece.version) : null;
    if (before && isDeepStrictEqual(before.body, body)) return answerOf(piece);
    const made = { body, html, origin: "typed", byId: accountOf(context).id, why } as const;
    return answerOf(await addVersion(inside, piece, made, now));
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
    requireState(piece, "restore");
    const { body, html } = await versionOf(inside, name, version);
    const before = await versionOf(inside, name, piece.version);
    if (isDeepStrictEqual(before.body, body)) return answerOf(piece);
    const made = {
      body,
      html,
      origin: "restored" as const,
      byId: accountOf(context).id,
      why: `恢复第 ${version} 版`,
    };
    return answerOf(await addVersion(inside, piece, made, now));
  });
}
