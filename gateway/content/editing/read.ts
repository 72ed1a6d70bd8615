import type { CallRequest, CallResponse } from "contract";
import { closedEditor } from "contract/content/constants";
import { packId } from "contract/content/fields";
import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import { eq, ilike, inArray, or, sql } from "drizzle-orm";
import { likeContaining } from "../../database/like";
import type { Database } from "../../database/open";
import { accounts, products } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { checkDraft } from "./check-body";
import { fieldChanges, productNames } from "./field-changes";
import { editedKinds } from "./kinds/all";
import { ownChoices } from "./may-edit";
import { findPiece, type Piece, type PieceName, versionBefore, versionOf, versionsOf } from "./pieces";

/** How many products a search offers. */
const productsMost = 20;

const iso = (at: Date | null) => at?.toISOString() ?? "";

async function nickNames(database: Database, ids: (number | null)[]): Promise<Map<number, string>> {
  const known = ids.flatMap((id) => id ?? []);
  if (known.length === 0) return new Map();
  const rows = await database
    .select({ id: accounts.id, nickName: accounts.nickname })
    .from(accounts)
    .where(inArray(accounts.id, known));
  return new Map(rows.map(({ id, nickName }) => [id, nickName]));
}

/** Who wrote a version; empty for a pack's. */
const editorOf = (
  editors: Map<number, string>,
  { byId, origin }: { byId: number | null; origin: "typed" | "pack" | "restored" },
): string => editors.get(byId ?? 0) ?? (origin === "pack" ? "" : closedEditor);

const scheduleOf = ({ publishAt, publishVersion, withdrawAt }: Piece) => ({
  publishAt: iso(publishAt),
  publishVersion: publishVersion ?? 0,
  withdrawAt: iso(withdrawAt),
});

/** A piece that nobody edited in the browser, as its form shows it. Throws CONTENT_NOT_FOUND. */
async function standingPiece(database: Database, { kind, key }: PieceName) {
  const { keyProblem, standing } = editedKinds[kind];
  const found = keyProblem(key) === null ? await standing(database, key) : null;
  if (!found) throw new Refusal("CONTENT_NOT_FOUND");
  const { body, delisted, changedAt, fingerprint, shown = fingerprint } = found;
  const state = delisted ? ("withdrawn" as const) : ("published" as const);
  return { body, state, changedAt, standing: shown };
}

/** A piece for its form. Throws CONTENT_NOT_FOUND. */
export async function contentPiece(
  { kind, key }: CallRequest<"contentPiece">,
  context: CallContext,
): Promise<CallResponse<"contentPiece">> {
  const { database } = context;
  const { choices } = editedKinds[kind];
  const choicesFor = async (body: ContentBody) =>
    ownChoices(context, { kind, body }, await choices(database, body, key));
  const none = {
    publishAt: "",
    publishVersion: 0,
    withdrawAt: "",
    preview: "",
    editor: "",
    version: 0,
    standing: "",
    publishedVersion: 0,
    conflict: null,
    parameters: (await editedKinds[kind].parameters?.(database)) ?? [],
  };
  const fresh = { key: "", state: "draft" as const, body: {}, products: [], changedAt: "" };
  if (key === undefined) return { ...none, ...fresh, choices: await choicesFor({}) };
  const piece = await findPiece(database, { kind, key });
  if (!piece) {
    const { body, state, changedAt, standing } = await standingPiece(database, { kind, key });
    return {
      ...none,
      key,
      state,
      standing,
      body,
      choices: await choicesFor(body),
      products: await productsIn(database, kind, body),
      changedAt: iso(changedAt),
    };
  }
  const newest = await versionOf(database, piece, piece.version);
  const { body } = newest;
  const { conflict, conflictAt, previewKey, editedAt, version, state } = piece;
  const editors = await nickNames(database, [newest.byId]);
  return {
    ...none,
    key,
    state,
    version,
    body,
    choices: await choicesFor(body),
    ...scheduleOf(piece),
    publishedVersion: piece.publishedVersion ?? 0,
    products: await productsIn(database, kind, body),
    preview: previewKey,
    changedAt: iso(editedAt),
    editor: editorOf(editors, newest),
    conflict: conflict && {
      pack: conflict.pack,
      at: iso(conflictAt),
      gone: conflict.body === null,
      changes: conflict.body === null ? [] : await fieldChanges(context, kind, body, conflict.body),
    },
  };
}

async function productsIn(database: Database, kind: ContentKind, body: ContentBody) {
  const ids = editedKinds[kind].products(body);
  const names = await productNames(database, ids);
  return ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

/** The versions of a piece. Throws CONTENT_NOT_FOUND and CONTENT_VERSION_NOT_FOUND. */
export async function contentVersions(
  { version, ...name }: CallRequest<"contentVersions">,
  context: CallContext,
): Promise<CallResponse<"contentVersions">> {
  const { database } = context;
  const piece = await findPiece(database, name);
  if (!piece) {
    const { body, state, changedAt } = await standingPiece(database, name);
    const [at, title] = [iso(changedAt), String(body.title)];
    return {
      title,
      state,
      publishedVersion: 1,
      versions: [{ version: 1, at, editor: "", why: "", origin: "pack" }],
      shown: { version: 1, changes: [] },
    };
  }
  const versions = await versionsOf(database, name);
  const editors = await nickNames(
    database,
    versions.map(({ byId }) => byId),
  );
  const at = version ?? piece.version;
  const chosen = await versionOf(database, name, at);
  const before = await versionBefore(database, name, at);
  return {
    title: piece.title,
    state: piece.state,
    publishedVersion: piece.publishedVersion ?? 0,
    versions: versions.map((each) => ({
      version: each.version,
      at: iso(each.createdAt),
      editor: editorOf(editors, each),
      why: each.why,
      origin: each.origin,
    })),
    shown: {
      version: at,
      changes: await fieldChanges(context, name.kind, before?.body ?? {}, chosen.body),
    },
  };
}

/** What the newest version of a piece has different from a typed body. Throws as `contentPiece` and `saveContent`. */
export async function compareContent(
  { body, ...name }: CallRequest<"compareContent">,
  context: CallContext,
): Promise<CallResponse<"compareContent">> {
  const typed = checkDraft(name.kind, body);
  const piece = await findPiece(context.database, name);
  if (!piece) {
    const standing = await standingPiece(context.database, name);
    const changes = await fieldChanges(context, name.kind, standing.body, typed);
    const { changedAt, standing: fingerprint } = standing;
    return { version: 0, standing: fingerprint, at: iso(changedAt), editor: "", changes };
  }
  const newest = await versionOf(context.database, piece, piece.version);
  const editors = await nickNames(context.database, [newest.byId]);
  return {
    version: piece.version,
    standing: "",
    at: iso(newest.createdAt),
    editor: editorOf(editors, newest),
    changes: await fieldChanges(context, name.kind, newest.body, typed),
  };
}

/** Products by a part of their name, or by their number. */
export async function contentProducts(
  { text }: CallRequest<"contentProducts">,
  { database }: CallContext,
): Promise<CallResponse<"contentProducts">> {
  const matches = ilike(products.name, likeContaining(text));
  const rows = await database
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(
      /^\d{1,10}$/.test(text) && packId.safeParse(Number(text)).success
        ? or(matches, eq(products.id, Number(text)))
        : matches,
    )
    .orderBy(sql`${products.delistedAt} is not null`, products.name, products.id)
    .limit(productsMost);
  return { products: rows };
}
