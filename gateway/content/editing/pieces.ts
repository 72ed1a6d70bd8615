import { randomBytes } from "node:crypto";
import { versionsListed } from "contract/content/constants";
import { type ContentKind, contentKinds } from "contract/content/kinds/words";
import { type ContentAction, mayBecome } from "contract/content/transitions";
import type { LogAction, LogValues } from "contract/moderation/actions";
import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { contentPieces, contentVersions, moderationReasons } from "../../database/schema";
import { needFiles } from "../../files/needs/uses";
import { writeLog } from "../../moderation/write-log";
import { Refusal } from "../../server/refusal";
import { submissionKey } from "../../server/submission-key";
import { lockOutLoads } from "../load/load-lock";
import { editedKinds } from "./kinds/all";

export type Piece = typeof contentPieces.$inferSelect;
type Version = typeof contentVersions.$inferSelect;

export interface PieceName {
  kind: ContentKind;
  key: string;
}

/** With the number of a kind: one new piece of it gets its key at a time. */
const keyLocks = 7_261_004;
const kindNumbers: Record<ContentKind, number> = {
  news: 1,
  notices: 2,
  products: 3,
  classes: 4,
  resources: 5,
  policies: 11,
  tags: 12,
  lecturers: 13,
  courses: 14,
  exams: 15,
  activities: 16,
  videos: 17,
  talents: 18,
  home: 19,
  navigation: 20,
  redirects: 21,
  definitions: 22,
  paths: 23,
  holidays: 24,
};

const isPiece = ({ kind, key }: PieceName) => and(eq(contentPieces.kind, kind), eq(contentPieces.key, key));

/** A piece that was edited in the browser; undefined for any other. */
export async function findPiece(database: Database, name: PieceName): Promise<Piece | undefined> {
  const [piece] = await database.select().from(contentPieces).where(isPiece(name));
  return piece;
}

async function lockPiece(database: Database, name: PieceName): Promise<Piece | undefined> {
  const [piece] = await database.select().from(contentPieces).where(isPiece(name)).for("update");
  return piece;
}

/** One version of a piece. Throws CONTENT_VERSION_NOT_FOUND. */
export async function versionOf(database: Database, name: PieceName, version: number): Promise<Version> {
  const [row] = await database
    .select()
    .from(contentVersions)
    .where(and(isOf(name), eq(contentVersions.version, version)));
  if (!row) throw new Refusal("CONTENT_VERSION_NOT_FOUND");
  return row;
}

const isOf = ({ kind, key }: PieceName) => and(eq(contentVersions.kind, kind), eq(contentVersions.key, key));

/** What is said of the newest versions of a piece, latest first; their texts may be long, and stay where they are. */
export const versionsOf = (database: Database, name: PieceName) => {
  const { version, origin, byId, why, createdAt } = contentVersions;
  return database
    .select({ version, origin, byId, why, createdAt })
    .from(contentVersions)
    .where(isOf(name))
    .orderBy(desc(version))
    .limit(versionsListed);
};

/** What those of the newest versions of a piece say that name one of these stored files, latest first. */
export async function bodiesNaming(
  database: Database,
  name: PieceName,
  files: string[],
): Promise<Version["body"][]> {
  const body = sql`${contentVersions.body}::text`;
  const rows = await database
    .select({ body: contentVersions.body })
    .from(contentVersions)
    .where(and(isOf(name), or(...files.map((file) => sql`strpos(${body}, ${file}) > 0`))))
    .orderBy(desc(contentVersions.version))
    .limit(versionsListed);
  return rows.map(({ body: own }) => own);
}

/** The version before another one; undefined before the first. */
export async function versionBefore(
  database: Database,
  name: PieceName,
  version: number,
): Promise<Version | undefined> {
  const [row] = await database
    .select()
    .from(contentVersions)
    .where(and(isOf(name), lt(contentVersions.version, version)))
    .orderBy(desc(contentVersions.version))
    .limit(1);
  return row;
}

/** The form that makes a piece, and whose it is. */
interface Submitted {
  submissionId: string;
  by: number;
  [field: string]: unknown;
}

/** Another secret for a piece, with each version: whoever had the address of an earlier preview sees no later one. */
export const newPreviewKey = () => randomBytes(24).toString("base64url");

/** The piece that a form has made already. */
async function madeBy(database: Database, form: Submitted): Promise<Piece | undefined> {
  const [piece] = await database
    .select()
    .from(contentPieces)
    .where(eq(contentPieces.submissionId, submissionKey(form)));
  return piece;
}

const newPiece = ({ kind, key }: PieceName, now: Date) => ({
  kind,
  key,
  title: "",
  version: 0,
  held: "browser" as const,
  previewKey: newPreviewKey(),
  editedAt: now,
  createdAt: now,
});

/**
 * Locks a piece until the transaction ends. What stands of a piece that nobody edited yet becomes its first version, so
 * that an edit can be taken back to it; `base` 0 means that state, and `standing` its fingerprint. Throws
 * CONTENT_NOT_FOUND, and EDIT_CONFLICT when `base` is not its newest version or a pack wrote it meanwhile.
 */
export async function pieceToChange(
  database: Database,
  name: PieceName,
  { now, base, standing: seen }: { now: Date; base?: number; standing?: string },
): Promise<Piece> {
  await lockOutLoads(database);
  const present = await lockPiece(database, name);
  if (present) {
    if (base !== undefined && base !== present.version) throw new Refusal("EDIT_CONFLICT");
    return present;
  }
  const { kind, key } = name;
  const standing =
    editedKinds[kind].keyProblem(key) === null ? await editedKinds[kind].standing(database, key) : null;
  if (!standing) throw new Refusal("CONTENT_NOT_FOUND");
  const { body, html, fingerprint, shown = fingerprint, delisted, changedAt } = standing;
  if (base !== undefined && (base > 0 || seen !== shown)) throw new Refusal("EDIT_CONFLICT");
  const [piece] = await database
    .insert(contentPieces)
    .values({
      ...newPiece(name, now),
      state: delisted ? "withdrawn" : "published",
      title: String(body.title),
      version: 1,
      publishedVersion: 1,
      // Of what was taken down no pack says anything.
      packFingerprint: delisted ? null : fingerprint,
      editedAt: changedAt,
    })
    .onConflictDoNothing()
    .returning();
  // Somebody else began to edit it just now.
  if (!piece) return pieceToChange(database, name, { now, ...(base === undefined ? {} : { base }) });
  await database
    .insert(contentVersions)
    .values({ kind, key, version: 1, body, html, origin: "pack", createdAt: changedAt });
  return piece;
}

/**
 * Makes a piece without a version; a form that has made one already gets that. Throws CONTENT_KEY_TAKEN beside the key.
 */
export async function makePiece(
  database: Database,
  { kind, key }: { kind: ContentKind; key: string | undefined },
  now: Date,
  form?: Submitted,
): Promise<Piece> {
  await lockOutLoads(database);
  await database.execute(sql`select pg_advisory_xact_lock(${keyLocks}, ${kindNumbers[kind]}::int)`);
  const earlier = form && (await madeBy(database, form));
  if (earlier) return earlier;
  const { newKey, standing } = editedKinds[kind];
  if (key === undefined && newKey === null) throw new Refusal("INVALID_REQUEST", { key: ["请填写编号"] });
  // A number that was not drawn would be drawn again later, for something else.
  if (key !== undefined && newKey !== null)
    throw new Refusal("INVALID_REQUEST", { key: ["这一类的编号由系统给出，不能自己填写"] });
  const own = key ?? (await newKey?.(database)) ?? "";
  const taken = new Refusal("CONTENT_KEY_TAKEN");
  const [piece] = (await standing(database, own))
    ? []
    : await database
        .insert(contentPieces)
        .values({
          ...newPiece({ kind, key: own }, now),
          state: "draft",
          submissionId: form ? submissionKey(form) : null,
        })
        .onConflictDoNothing()
        .returning();
  if (!piece) throw new Refusal("CONTENT_KEY_TAKEN", { key: [taken.message] });
  return piece;
}

/** Adds a version to a locked piece. @returns the piece with it */
export async function addVersion(
  database: Database,
  piece: Piece,
  made: Pick<Version, "body" | "html" | "origin" | "byId" | "why">,
  now: Date,
): Promise<Piece> {
  const { kind, key } = piece;
  const version = piece.version + 1;
  await needFiles(database, JSON.stringify(made.body), ...made.html);
  await database.insert(contentVersions).values({ kind, key, version, ...made, createdAt: now });
  return changePiece(database, piece, {
    version,
    title: String(made.body.title),
    editedById: made.byId,
    editedAt: now,
    held: "browser",
    previewKey: newPreviewKey(),
  });
}

/** Stores what a version's texts look like now. */
export async function renderedAgain(database: Database, version: Version, html: string[]): Promise<void> {
  await needFiles(database, ...html);
  await database
    .update(contentVersions)
    .set({ html })
    .where(and(isOf(version), eq(contentVersions.version, version.version)));
}

export async function changePiece(
  database: Database,
  piece: Piece,
  set: Partial<Piece> & { [Name in keyof Piece]?: Piece[Name] },
): Promise<Piece> {
  const [changed] = await database.update(contentPieces).set(set).where(isPiece(piece)).returning();
  if (!changed) throw new Refusal("CONTENT_NOT_FOUND");
  return changed;
}

/** Throws CONTENT_STATE for what the table of transitions does not have. */
export function requireState(piece: Pick<Piece, "state">, action: ContentAction): void {
  if (!mayBecome(action, piece.state)) throw new Refusal("CONTENT_STATE");
}

/** Writes a row of the moderators' log; call it last in the transaction. */
export async function logContent(
  database: Database,
  action: Extract<LogAction, "publishContent" | "withdrawContent" | "decideContent">,
  { kind, key, title }: Piece,
  {
    by,
    at,
    before,
    after,
    why = "",
  }: {
    by: number | null;
    at: Date;
    before: LogValues;
    after: LogValues;
    why?: string;
  },
): Promise<void> {
  const text = `${contentKinds[kind].name}「${title}」（${key}）${why && `：${why}`}`;
  const [reason] = await database.insert(moderationReasons).values({ text }).returning();
  await writeLog(database, {
    at,
    operatorId: by,
    action,
    targetKind: "content",
    targetId: null,
    before,
    after,
    reason: reason ?? null,
  });
}

/** What the calls that change a piece answer. */
export const answerOf = ({ key, version, state }: Piece) => ({ key, version, state });
