import type { CallRequest, CallResponse } from "contract";
import type { Database } from "../../database/open";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { editedKinds } from "./kinds/all";
import { addVersion, answerOf, findPiece, makePiece, type PieceName, versionOf } from "./pieces";

/** What the newest version of a piece says, or what stands of it. Throws CONTENT_NOT_FOUND. */
async function newestOf(database: Database, name: PieceName) {
  const piece = await findPiece(database, name);
  if (piece) return versionOf(database, piece, piece.version);
  const { keyProblem, standing } = editedKinds[name.kind];
  const found = keyProblem(name.key) === null ? await standing(database, name.key) : null;
  if (!found) throw new Refusal("CONTENT_NOT_FOUND");
  return found;
}

/**
 * Makes a new draft of what a piece says, once for one `submissionId`. Throws CONTENT_NOT_FOUND, and CONTENT_NOT_COPIED
 * for a kind whose pieces are not copied.
 */
export async function copyContent(
  { kind, key, submissionId }: CallRequest<"copyContent">,
  context: CallContext,
): Promise<CallResponse<"copyContent">> {
  const { copied } = editedKinds[kind];
  if (!copied) throw new Refusal("CONTENT_NOT_COPIED");
  const now = context.now();
  const by = accountOf(context).id;
  return transact(context.database, async (inside) => {
    const { body, html } = await newestOf(inside, { kind, key });
    const form = { submissionId, by, kind, from: key };
    const piece = await makePiece(inside, { kind, key: undefined }, now, form);
    if (piece.version > 0) return answerOf(piece);
    const why = `复制自编号 ${key}`;
    const copy = { ...copied({ body, html }), origin: "typed" as const, byId: by, why };
    return answerOf(await addVersion(inside, piece, copy, now));
  });
}
