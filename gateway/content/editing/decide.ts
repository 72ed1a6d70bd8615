import type { CallRequest, CallResponse } from "contract";
import type { ContentBody } from "contract/content/kinds/bodies";
import type { Database } from "../../database/open";
import type { PackConflict } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { editedKinds } from "./kinds/all";
import {
  addVersion,
  answerOf,
  changePiece,
  logContent,
  type Piece,
  pieceToChange,
  requireState,
  versionOf,
} from "./pieces";
import { indexPublished, lockKind, noteChange, requireUnneeded } from "./publish";

const settled = { conflict: null, conflictAt: null };
/** What was scheduled for the browser's version has no meaning for the pack's. */
const unscheduled = { publishAt: null, publishVersion: null, withdrawAt: null, scheduledById: null };

/**
 * A pack's piece was checked against the pack alone, not against what the browser changed. Throws CONTENT_INCOMPLETE
 * with what does not fit.
 */
async function requireFit(
  database: Database,
  { kind, key }: Piece,
  piece: { body: ContentBody; html: string[] },
  now: Date,
): Promise<void> {
  const { together, missing, unfit } = editedKinds[kind];
  const problems = {
    ...(together ? await missing(database, piece.body, key) : {}),
    ...(await unfit?.(database, key, piece, now)),
  };
  const messages = [...new Set(Object.values(problems).flat())].slice(0, 3);
  if (messages.length > 0)
    throw new Refusal(
      "CONTENT_INCOMPLETE",
      undefined,
      `内容包的这一份和站内现在的内容合不上：${messages.join("；")}`,
    );
}

/** Publishes the pack's version, or takes the piece down where the pack no longer names it. Later packs change it again. */
async function takePack(
  database: Database,
  piece: Piece,
  { body, html, fingerprint, pack }: PackConflict,
  now: Date,
): Promise<Piece> {
  await lockKind(database, piece);
  const handedBack = { ...settled, ...unscheduled, held: "pack" as const, packFingerprint: fingerprint };
  if (body === null || fingerprint === null) {
    await requireUnneeded(database, piece);
    await editedKinds[piece.kind].withdraw(database, piece.key, now);
    return changePiece(database, piece, { ...handedBack, state: "withdrawn" });
  }
  await requireFit(database, piece, { body, html }, now);
  const ownVersion = await addVersion(
    database,
    piece,
    { body, html, origin: "pack", byId: null, why: `来自内容包 ${pack}` },
    now,
  );
  await editedKinds[piece.kind].write(database, piece.key, { body, html, fingerprint }, now);
  return changePiece(database, ownVersion, {
    ...handedBack,
    state: "published",
    publishedVersion: ownVersion.version,
  });
}

/**
 * Leaves the browser's version where it is. The pack's becomes a version before it, so that it can be looked at and
 * brought back.
 */
async function keepOwn(
  database: Database,
  piece: Piece,
  { body, html, fingerprint, pack }: PackConflict,
  by: number,
  now: Date,
): Promise<Piece> {
  const settledPiece = { ...settled, packFingerprint: fingerprint };
  if (body === null) return changePiece(database, piece, settledPiece);
  const own = await versionOf(database, piece, piece.version);
  const why = `来自内容包 ${pack}，没有采用`;
  const beside = await addVersion(database, piece, { body, html, origin: "pack", byId: null, why }, now);
  const again = { body: own.body, html: own.html, origin: "restored" as const, byId: by };
  const after = await addVersion(database, beside, { ...again, why: "保留站内的" }, now);
  // What visitors see is the same body, so it is no draft that waits.
  const isPublished = piece.publishedVersion === piece.version;
  return changePiece(database, after, {
    ...settledPiece,
    ...(isPublished ? { publishedVersion: after.version } : {}),
    // The same is scheduled, under its new number.
    ...(piece.publishVersion === piece.version ? { publishVersion: after.version } : {}),
  });
}

/**
 * Decides a conflict with a pack: the browser's version stays until the pack changes again, or the pack's becomes a
 * version and is published. Throws CONTENT_NOT_FOUND, CONTENT_NO_CONFLICT, and CONTENT_CONFLICT_CHANGED when a later
 * pack made another conflict than the one that was seen.
 */
export async function decideContent(
  { take, seen, ...name }: CallRequest<"decideContent">,
  context: CallContext,
): Promise<CallResponse<"decideContent">> {
  const now = context.now();
  const decided = await transact(context.database, async (inside) => {
    const piece = await pieceToChange(inside, name, { now });
    const { conflict, conflictAt } = piece;
    if (!conflict) throw new Refusal("CONTENT_NO_CONFLICT");
    if (seen !== (conflictAt?.toISOString() ?? "")) throw new Refusal("CONTENT_CONFLICT_CHANGED");
    requireState(piece, take === "own" ? "keepOwn" : "takePack");
    const after =
      take === "own"
        ? await keepOwn(inside, piece, conflict, accountOf(context).id, now)
        : await takePack(inside, piece, conflict, now);
    if (take === "pack") await noteChange(inside, piece.kind, now);
    await logContent(inside, "decideContent", after, {
      by: accountOf(context).id,
      at: now,
      before: { state: piece.state, version: piece.publishedVersion },
      after: { state: after.state, version: after.publishedVersion, take },
    });
    return after;
  });
  if (take === "pack") await indexPublished(context);
  return answerOf(decided);
}
