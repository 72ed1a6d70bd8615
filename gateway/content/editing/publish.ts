import type { CallRequest, CallResponse } from "contract";
import { logWarning } from "contract/base/log";
import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import type { Database } from "../../database/open";
import { transact } from "../../database/transact";
import { indexCatalogue } from "../../search/index/catalogue";
import { accountOf, type CallContext, type Services } from "../../server/context";
import { enqueue } from "../../server/jobs";
import { Refusal, refusedAt } from "../../server/refusal";
import { lockCatalogue } from "../load/load-lock";
import { nextRevision } from "../load/revision";
import { fingerprintOfValue } from "../load/rows/changes";
import { refreshNavbar } from "../load/site/documents";
import { checkAdministratorsVersion } from "./administrator-fields";
import { checkWhole } from "./check-body";
import { editedKinds } from "./kinds/all";
import type { FieldProblems } from "./kinds/kind";
import { checkMayEdit } from "./may-edit";
import {
  answerOf,
  changePiece,
  logContent,
  newPreviewKey,
  type Piece,
  type PieceName,
  pieceToChange,
  requireState,
  versionOf,
} from "./pieces";

/** The kind of the jobs that do what was scheduled (scheduled-job.ts). */
export const schedule = { name: "contentSchedule" };

/** What such a job is for: `by` scheduled this action of the piece for this time. */
export interface Scheduled {
  kind: ContentKind;
  key: string;
  act: "publish" | "withdraw";
  at: string;
  by: number;
}

/** Who does it, and when; null after the end of their account. */
interface Doing {
  by: number | null;
  now: Date;
  /** Why, where it is not what the version says. */
  why?: string;
}

/**
 * Who publishes a piece that is checked against others (`together`) waits for who publishes those. Resources are listed
 * by products and classes.
 */
export async function lockKind(database: Database, { kind }: Piece): Promise<void> {
  if (editedKinds[kind].together) await lockCatalogue(database);
}

/** Throws CONTENT_NEEDED for a piece that others need as they stand. */
export async function requireUnneeded(database: Database, { kind, key }: PieceName): Promise<void> {
  const needed = await editedKinds[kind].needed?.(database, key);
  if (needed) throw new Refusal("CONTENT_NEEDED", undefined, needed);
}

/** Why a whole body may not be published as it is, beside its fields. Throws CONTENT_INCOMPLETE for one that is not whole. */
export async function unpublishable(
  database: Database,
  { kind, key }: PieceName,
  found: { body: ContentBody; html: string[] },
  at: Date,
): Promise<FieldProblems> {
  checkWhole(kind, found.body);
  const { missing, unfit } = editedKinds[kind];
  return { ...(await unfit?.(database, key, found, at)), ...(await missing(database, found.body, key)) };
}

/** Throws CONTENT_INCOMPLETE, beside the fields, for a version that may not be published. */
async function publishable(database: Database, piece: Piece, version: number, at: Date) {
  await lockKind(database, piece);
  const found = await versionOf(database, piece, version);
  const problems = await unpublishable(database, piece, found, at);
  if (Object.keys(problems).length > 0) throw new Refusal("CONTENT_INCOMPLETE", problems);
  return found;
}

/** The kinds of which the header's panels show something. */
const inPanels = new Set<ContentKind>(["classes", "products", "resources"]);

/** Counts a change of what visitors see, in its transaction, and writes it into the header's panels. */
export async function noteChange(database: Database, kind: ContentKind, now: Date): Promise<void> {
  if (inPanels.has(kind)) await refreshNavbar(database, now);
  await nextRevision(database, now);
}

/**
 * Publishes a version of a locked piece, in a transaction: through the function that writes a pack's piece. Whoever
 * publishes several counts the change once (`noteChange`).
 */
export async function publishOne(
  database: Database,
  piece: Piece,
  version: number,
  { by, now, why: reason }: Doing,
): Promise<Piece> {
  requireState(piece, "publish");
  const { body, html, why } = await publishable(database, piece, version, now);
  const fingerprint = fingerprintOfValue(["browser", version, body]);
  await editedKinds[piece.kind].write(database, piece.key, { body, html, fingerprint }, now);
  const published = await changePiece(database, piece, {
    state: "published",
    publishedVersion: version,
    held: "browser",
    publishAt: null,
    publishVersion: null,
    previewKey: newPreviewKey(),
  });
  const before = { state: piece.state, version: piece.publishedVersion };
  await logContent(database, "publishContent", published, {
    by,
    at: now,
    before,
    after: { state: "published", version },
    why: reason || why,
  });
  return published;
}

/** Publishes a version of a locked piece, in a transaction. */
export async function publishVersion(
  database: Database,
  piece: Piece,
  version: number,
  doing: Doing,
): Promise<Piece> {
  const published = await publishOne(database, piece, version, doing);
  await noteChange(database, piece.kind, doing.now);
  return published;
}

/** Takes a locked piece down, in a transaction. Throws CONTENT_NEEDED. */
export async function withdrawPiece(
  database: Database,
  piece: Piece,
  { by, now, why }: Doing,
): Promise<Piece> {
  requireState(piece, "withdraw");
  await lockKind(database, piece);
  await requireUnneeded(database, piece);
  await editedKinds[piece.kind].withdraw(database, piece.key, now);
  const withdrawn = await changePiece(database, piece, {
    state: "withdrawn",
    held: "browser",
    withdrawAt: null,
  });
  await noteChange(database, piece.kind, now);
  const [before, after] = [{ state: piece.state }, { state: "withdrawn" }];
  await logContent(database, "withdrawContent", withdrawn, {
    by,
    at: now,
    before,
    after,
    ...(why ? { why } : {}),
  });
  return withdrawn;
}

/** Makes the search documents that publishing and taking down left to make. The next start makes those that are left when this fails. */
export const indexPublished = ({ texts, database }: Pick<Services, "texts" | "database">) =>
  indexCatalogue(texts, database).catch((error: unknown) =>
    logWarning("内容已发布，搜索索引还没有补全，下次启动会接着做：", error),
  );

/** The time to come of a schedule. Throws CONTENT_TIME_PAST beside the time. */
function timeToCome(at: string, now: Date): Date {
  const time = new Date(at);
  if (time <= now) throw refusedAt("at", "CONTENT_TIME_PAST");
  return time;
}

/**
 * Publishes a version now, or has a job do it at a time. Throws CONTENT_NOT_FOUND, CONTENT_VERSION_NOT_FOUND,
 * CONTENT_INCOMPLETE and CONTENT_TIME_PAST.
 */
export async function publishContent(
  { version, at, ...name }: CallRequest<"publishContent">,
  context: CallContext,
): Promise<CallResponse<"publishContent">> {
  const now = context.now();
  const by = accountOf(context).id;
  const publishAt = at === undefined ? null : timeToCome(at, now);
  const piece = await transact(context.database, async (inside) => {
    const piece = await pieceToChange(inside, name, { now });
    await checkMayEdit({ ...context, database: inside }, { ...name, version });
    await checkAdministratorsVersion({ ...context, database: inside }, piece, version);
    if (publishAt === null) return publishVersion(inside, piece, version, { by, now });
    requireState(piece, "schedule");
    await publishable(inside, piece, version, publishAt);
    const job: Scheduled = { ...name, act: "publish", at: publishAt.toISOString(), by };
    await enqueue(inside, schedule, job, { now, at: publishAt });
    return changePiece(inside, piece, {
      publishAt,
      publishVersion: version,
      scheduledById: by,
      held: "browser",
    });
  });
  if (publishAt === null) await indexPublished(context);
  return answerOf(piece);
}

/** Takes a piece down now, or has a job do it. Throws CONTENT_NOT_FOUND, CONTENT_STATE, CONTENT_NEEDED and CONTENT_TIME_PAST. */
export async function withdrawContent(
  { at, ...name }: CallRequest<"withdrawContent">,
  context: CallContext,
): Promise<CallResponse<"withdrawContent">> {
  const now = context.now();
  const by = accountOf(context).id;
  const withdrawAt = at === undefined ? null : timeToCome(at, now);
  const answer = await transact(context.database, async (inside) => {
    const piece = await pieceToChange(inside, name, { now });
    await checkMayEdit({ ...context, database: inside }, name);
    if (withdrawAt === null) return answerOf(await withdrawPiece(inside, piece, { by, now }));
    requireState(piece, "scheduleWithdraw");
    await requireUnneeded(inside, piece);
    const job: Scheduled = { ...name, act: "withdraw", at: withdrawAt.toISOString(), by };
    await enqueue(inside, schedule, job, { now, at: withdrawAt });
    return answerOf(await changePiece(inside, piece, { withdrawAt, scheduledById: by, held: "browser" }));
  });
  if (withdrawAt === null) await indexPublished(context);
  return answer;
}

/** Cancels what was scheduled; its jobs then find nothing to do. Throws CONTENT_NOT_FOUND. */
export async function unscheduleContent(
  name: CallRequest<"unscheduleContent">,
  context: CallContext,
): Promise<CallResponse<"unscheduleContent">> {
  return transact(context.database, async (inside) => {
    const piece = await pieceToChange(inside, name, { now: context.now() });
    await checkMayEdit({ ...context, database: inside }, name);
    requireState(piece, "unschedule");
    const nothing = { publishAt: null, publishVersion: null, withdrawAt: null, scheduledById: null };
    return answerOf(await changePiece(inside, piece, nothing));
  });
}
