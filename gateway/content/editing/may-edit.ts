import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { contentPieces, contentVersions, productClasses } from "../../database/schema";
import { accountOf, type CallContext, type EditorScope, type LecturerScope } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { draftOf } from "./check-body";
import { editedKinds } from "./kinds/all";
import type { Choice, ClassPlaces } from "./kinds/kind";
import { checkLecturersPiece, lecturersCondition, lecturersCourses } from "./lecturer-scope";
import { findPiece, type PieceName } from "./pieces";

/**
 * The one place that decides what an editor or a lecturer may touch. Every call of this room goes through it before its
 * handler (calls.ts), by the names that their requests share: a new kind and a new call are narrowed by themselves.
 */

/** What a request for content names. */
interface Named {
  kind?: ContentKind | undefined;
  key?: string | undefined;
  version?: number | undefined;
  body?: ContentBody | undefined;
  take?: string | undefined;
}

/** As what somebody has to do with a kind of content: an editor's right contains a lecturer's. */
type Right =
  | { as: "admin" }
  | { as: "editor"; scope: EditorScope }
  | { as: "lecturer"; scope: LecturerScope };

/**
 * As what the caller edits a kind. Throws NOT_PERMITTED for who neither edits nor teaches anything, and
 * CONTENT_NOT_YOURS for another kind than theirs.
 */
function rightIn(context: CallContext, kind: ContentKind | undefined): Right {
  if (accountOf(context).admin) return { as: "admin" };
  const { editor, lecturer } = context.caller;
  if (kind && editor?.kinds.includes(kind)) return { as: "editor", scope: editor };
  if (kind && lecturer && editedKinds[kind].teaches) return { as: "lecturer", scope: lecturer };
  // What names no kind is about no piece: only administrators make such calls, unless they are open to every editor.
  throw new Refusal(editor || lecturer ? "CONTENT_NOT_YOURS" : "NOT_PERMITTED");
}

/** The fields of a kind that the caller keeps as they are, and who changes them. Throws as every call of this room. */
export function keptFields(context: CallContext, kind: ContentKind): { field: string; by: string }[] {
  const { as } = rightIn(context, kind);
  const { administratorFields = [], editorFields = [] } = editedKinds[kind];
  return [
    ...(as === "admin" ? [] : administratorFields.map((field) => ({ field, by: "管理员" }))),
    ...(as === "lecturer" ? editorFields.map((field) => ({ field, by: "编辑" })) : []),
  ];
}

/** The classes of an editor with all beneath, as a query for their ids. */
const classesBeneath = (classes: number[]): SQL =>
  sql`(select ${productClasses.id} from ${productClasses} where ${productClasses.path} && ${sql.param(classes)}::integer[])`;

/** The ids of an editor's classes with all beneath; null where the kind is not narrowed for them. */
export async function editedClasses(
  context: CallContext,
  kind: ContentKind,
): Promise<ReadonlySet<number> | null> {
  const right = rightIn(context, kind);
  if (right.as !== "editor" || right.scope.classes.length === 0 || !editedKinds[kind].places) return null;
  const found = (await context.database.execute(classesBeneath(right.scope.classes))) as unknown as {
    rows: { id: number }[];
  };
  return new Set(found.rows.map(({ id }) => id));
}

const rowsOf = async <Row>(database: Database, query: SQL): Promise<Row[]> =>
  ((await database.execute(query)) as unknown as { rows: Row[] }).rows;

async function bodyOfVersion(
  database: Database,
  { kind, key }: PieceName,
  version: number,
): Promise<ContentBody | undefined> {
  const [row] = await database
    .select({ body: contentVersions.body })
    .from(contentVersions)
    .where(
      and(eq(contentVersions.kind, kind), eq(contentVersions.key, key), eq(contentVersions.version, version)),
    );
  return row?.body;
}

/** The bodies that a request reads or writes: what is typed, a named version, the newest one, and a pack's. */
async function bodiesNamed(
  database: Database,
  { kind, key, version, body, take }: Named & { kind: ContentKind },
): Promise<{ typed: ContentBody | undefined; stored: ContentBody[] }> {
  const typed = body && draftOf(kind, body).body;
  const piece = key === undefined ? undefined : await findPiece(database, { kind, key });
  if (!piece) return { typed, stored: [] };
  const stored = [
    await bodyOfVersion(database, piece, piece.version),
    version === undefined ? undefined : await bodyOfVersion(database, piece, version),
    take === "pack" ? (piece.conflict?.body as ContentBody | null | undefined) : undefined,
  ];
  return { typed, stored: stored.filter((each): each is ContentBody => each !== undefined && each !== null) };
}

/** The class in which a row of the kind stands, and of a class the one above it; undefined without a row. */
async function standingPlace(database: Database, places: ClassPlaces, key: string | undefined) {
  if (key === undefined) return undefined;
  const [row] = await rowsOf<{ class_id: number; parent_id: number | null }>(
    database,
    sql`select place.class_id, ${productClasses.parentId} as parent_id from (${places.rows}) as place
      left join ${productClasses} on ${productClasses.id} = place.class_id where place.key = ${key}`,
  );
  return row && { id: row.class_id, parent: row.parent_id };
}

const classIn = (body: ContentBody, field: string): number | undefined => {
  const value = body[field];
  return value === undefined || value === null ? undefined : Number(value);
};

/** What a form offers of its kind's choices: of classes and courses the caller's own, with the one that a body has. */
export async function ownChoices(
  context: CallContext,
  { kind, body }: { kind: ContentKind; body: ContentBody },
  all: Record<string, Choice[]>,
): Promise<Record<string, Choice[]>> {
  const right = rightIn(context, kind);
  const { places, teaches } = editedKinds[kind];
  const narrowed = (field: string, mine: ReadonlySet<number>) => ({
    ...all,
    [field]: (all[field] ?? []).filter(
      ({ value }) => mine.has(Number(value)) || value === String(body[field]),
    ),
  });
  if (right.as === "lecturer" && teaches && !teaches.areCourses)
    return narrowed(teaches.field, await lecturersCourses(context, right.scope));
  const classes = await editedClasses(context, kind);
  return places && classes ? narrowed(places.field, classes) : all;
}

/**
 * Throws CONTENT_NOT_YOURS unless a request stays within the caller's kinds, classes and courses, and
 * CONTENT_DRAFTS_ONLY where a lecturer would change more than a draft. Calls that name no version that their form was
 * filled from ask again once they hold the piece's lock: somebody may just have moved it.
 * @param changes what the call does, as its row says by its access
 */
export async function checkMayEdit(
  context: CallContext,
  named: Named,
  changes: "drafts" | "everything" = "everything",
): Promise<void> {
  const { kind, key } = named;
  const right = rightIn(context, kind);
  if (!kind || right.as === "admin") return;
  if (right.as === "lecturer") {
    if (changes !== "drafts") throw new Refusal("CONTENT_DRAFTS_ONLY");
    const bodies = await bodiesNamed(context.database, { ...named, kind });
    return checkLecturersPiece(context, right.scope, { kind, key, ...bodies });
  }
  const { places } = editedKinds[kind];
  const mine = await editedClasses(context, kind);
  if (!places || !mine) return;
  const { database } = context;
  const standing = await standingPlace(database, places, key);
  const isMine = (id: number | undefined) => id !== undefined && mine.has(id);
  /** Whether a body leaves the piece where it is, or brings it to a class of the caller's. */
  const fits = (body: ContentBody): boolean => {
    const id = classIn(body, places.field);
    const isUnmoved = places.areClasses && standing !== undefined && (id ?? null) === standing.parent;
    return isUnmoved || isMine(id);
  };
  if (standing && !isMine(standing.id)) throw new Refusal("CONTENT_NOT_YOURS");
  const { typed, stored } = await bodiesNamed(database, { ...named, kind });
  if (!stored.every(fits)) throw new Refusal("CONTENT_NOT_YOURS");
  if (typed && !fits(typed))
    throw new Refusal("CONTENT_NOT_YOURS", { [places.field]: ["请选择你负责的分类"] });
}

/**
 * The condition that the caller may edit a piece of a list; true where nothing narrows it.
 * @param pieces the list's rows, with `key` and `version`, 0 for pieces that nobody edited
 */
export async function editedCondition(
  context: CallContext,
  kind: ContentKind,
  pieces: { key: SQL; version: SQL },
): Promise<SQL> {
  const right = rightIn(context, kind);
  if (right.as === "lecturer") return lecturersCondition(context, right.scope, kind, pieces);
  const { places } = editedKinds[kind];
  if (right.as === "admin" || right.scope.classes.length === 0 || !places) return sql`true`;
  const mine = classesBeneath(right.scope.classes);
  const standing = sql`${pieces.key} in (select place.key from (${places.rows}) as place where place.class_id in ${mine})`;
  const newest = sql`${pieces.key} in (select newest.key from ${contentVersions} as newest
    join ${contentPieces} as own on own.kind = newest.kind and own.key = newest.key and own.version = newest.version
    where newest.kind = ${kind} and (newest.body ->> ${places.field})::integer in ${mine})`;
  const stands = sql`${pieces.key} in (select place.key from (${places.rows}) as place)`;
  const unedited = sql`${pieces.version} = 0`;
  // Whose newest version leaves a class beneath the one where it stands, also one outside the caller's part.
  const unmoved = sql`${pieces.key} in (select newest.key from ${contentVersions} as newest
    join ${contentPieces} as own on own.kind = newest.kind and own.key = newest.key and own.version = newest.version
    join (${places.rows}) as place on place.key = newest.key join ${productClasses} as here on here.id = place.class_id
    where newest.kind = ${kind} and (newest.body ->> ${places.field})::integer is not distinct from here.parent_id)`;
  // A class stands in itself; of what was never published, the newest version says where it is.
  return places.areClasses
    ? sql`((${standing} and (${unedited} or ${newest} or ${unmoved})) or (not ${stands} and ${newest}))`
    : sql`((${standing} or not ${stands}) and (${unedited} or ${newest}))`;
}
