import type { CallRequest, CallResponse } from "contract";
import { eq, ilike, inArray, or, sql } from "drizzle-orm";
import { likeContaining } from "../../database/like";
import type { Database } from "../../database/open";
import { accounts, products } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { checkDraft } from "./check-body";
import { fieldChanges, productNames } from "./field-changes";
import { editedKinds } from "./kinds/all";
import { findPiece, type Piece, type PieceName, versionOf, versionsOf } from "./pieces";

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
  const { body, delisted, changedAt } = found;
  return { body, state: delisted ? ("withdrawn" as const) : ("published" as const), changedAt };
}

/** A piece for its form. Throws CONTENT_NOT_FOUND. */
export async function contentPiece(
  { kind, key }: CallRequest<"contentPiece">,
  context: CallContext,
): Promise<CallResponse<"contentPiece">> {
  const { database } = context;
  const choices = await editedKinds[kind].choices(database);
  const none = {
    publishAt: "",
    publishVersion: 0,
    withdrawAt: "",
    preview: "",
    editor: "",
    version: 0,
    publishedVersion: 0,
    conflict: null,
    choices,
  };
  if (key === undefined) return { ...none, key: "", state: "draft", body: {}, products: [], changedAt: "" };
  const piece = await findPiece(database, { kind, key });
  if (!piece) {
    const { body, state, changedAt } = await standingPiece(database, { kind, key });
    return {
      ...none,
      key,
      state,
      body,
      products: await productsIn(database, body),
      changedAt: iso(changedAt),
    };
  }
  const { body } = await versionOf(database, piece, piece.version);
  const { conflict, conflictAt, previewKey, editedById, editedAt, version, state } = piece;
  const editors = await nickNames(database, [editedById]);
  return {
    ...none,
    key,
    state,
    version,
    body,
    ...scheduleOf(piece),
    publishedVersion: piece.publishedVersion ?? 0,
    products: await productsIn(database, body),
    preview: previewKey,
    changedAt: iso(editedAt),
    editor: editors.get(editedById ?? 0) ?? "",
    conflict: conflict && {
      pack: conflict.pack,
      at: iso(conflictAt),
      gone: conflict.body === null,
      changes: conflict.body === null ? [] : await fieldChanges(context, kind, body, conflict.body),
    },
  };
}

async function productsIn(database: Database, { products: named }: Record<string, unknown>) {
  const ids = Array.isArray(named) ? named.map(Number) : [];
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
  const index = versions.findIndex((each) => each.version === at);
  const chosen = versions[index];
  if (!chosen) throw new Refusal("CONTENT_VERSION_NOT_FOUND");
  return {
    title: piece.title,
    state: piece.state,
    publishedVersion: piece.publishedVersion ?? 0,
    versions: versions.map(({ version: each, createdAt, byId, why, origin }) => ({
      version: each,
      at: iso(createdAt),
      editor: editors.get(byId ?? 0) ?? "",
      why,
      origin,
    })),
    shown: {
      version: at,
      changes: await fieldChanges(context, name.kind, versions[index + 1]?.body ?? {}, chosen.body),
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
    return { version: 0, at: iso(standing.changedAt), editor: "", changes };
  }
  const newest = await versionOf(context.database, piece, piece.version);
  const editors = await nickNames(context.database, [newest.byId]);
  return {
    version: piece.version,
    at: iso(newest.createdAt),
    editor: editors.get(newest.byId ?? 0) ?? "",
    changes: await fieldChanges(context, name.kind, newest.body, typed),
  };
}

/** Products by a part of their name, or by their number. */
export async function contentProducts(
  { text }: CallRequest<"contentProducts">,
  { database }: CallContext,
): Promise<CallResponse<"contentProducts">> {
  const named = ilike(products.name, likeContaining(text));
  const rows = await database
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(/^\d{1,9}$/.test(text) ? or(named, eq(products.id, Number(text))) : named)
    .orderBy(sql`${products.delistedAt} is not null`, products.name, products.id)
    .limit(productsMost);
  return { products: rows };
}
