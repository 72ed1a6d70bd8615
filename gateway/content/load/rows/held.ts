import type { ContentBody } from "contract/content/kinds/bodies";
import { type ContentKind, contentKinds, wordsOf } from "contract/content/kinds/words";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { contentPieces, contentVersions } from "../../../database/schema";
import type { MadeText, TextItem } from "../files/texts";
import { isSameBody } from "./same-body";

/** The keys of the pieces of a kind that belong to the browser: a load neither writes them nor takes them down. */
export type HeldKeys = ReadonlySet<string>;

export async function heldKeys(database: Database, kind: ContentKind): Promise<HeldKeys> {
  const rows = await database
    .select({ key: contentPieces.key })
    .from(contentPieces)
    .where(and(eq(contentPieces.kind, kind), eq(contentPieces.held, "browser")));
  return new Set(rows.map(({ key }) => key));
}

/** An item of a pack whose kind is edited in the browser too. */
interface EditableItem extends TextItem {
  key: number | string;
}

interface Loading<Item> {
  kind: ContentKind;
  /** All items of the pack. */
  items: Item[];
  /** What the load wrote and took down. */
  written: Item[];
  delisted: (number | string)[];
  bodyOf(item: Item): ContentBody;
  /** The HTML of an item's texts, in the order of those of its form. */
  texts: { of(item: NoInfer<Item>): Promise<MadeText> };
  pack: string;
  now: Date;
}

/**
 * After a load wrote a kind: notes where the pack differs from what was edited in the browser, and adds a version to
 * each piece that went back to the packs and was written. @returns a notice for each conflict that is not decided
 */
export async function noteEdited<Item extends EditableItem>(
  database: Database,
  { kind, items, written, delisted, bodyOf, texts, pack, now }: Loading<Item>,
): Promise<string[]> {
  const pieces = await database.select().from(contentPieces).where(eq(contentPieces.kind, kind));
  if (pieces.length === 0) return [];
  const byKey = (some: Item[]) => new Map(some.map((item) => [String(item.key), item]));
  const [all, wrote, down] = [byKey(items), byKey(written), new Set(delisted.map(String))];
  const notices: string[] = [];
  for (const piece of pieces) {
    const own = and(eq(contentPieces.kind, kind), eq(contentPieces.key, piece.key));
    const set = (values: Partial<typeof contentPieces.$inferInsert>) =>
      database.update(contentPieces).set(values).where(own);
    if (piece.held === "pack") {
      const item = wrote.get(piece.key);
      const version = piece.version + 1;
      if (item) {
        const body = bodyOf(item);
        const { html } = await texts.of(item);
        const why = `来自内容包 ${pack}`;
        await database
          .insert(contentVersions)
          .values({ kind, key: piece.key, version, body, html, origin: "pack", why, createdAt: now });
        await set({
          state: "published",
          title: String(body.title),
          version,
          publishedVersion: version,
          packFingerprint: item.fingerprint,
          editedById: null,
          editedAt: now,
        });
      } else if (down.has(piece.key)) await set({ state: "withdrawn", packFingerprint: null });
      continue;
    }
    const item = all.get(piece.key);
    const fingerprint = item?.fingerprint ?? null;
    // A pack that does not name a piece of a lasting kind has nothing against it.
    if (fingerprint === piece.packFingerprint || (!item && wordsOf(kind).lasting)) {
      if (piece.conflict) await set({ conflict: null, conflictAt: null });
      continue;
    }
    if (await isAsPublished(database, piece, item ? bodyOf(item) : null)) {
      await set({ packFingerprint: fingerprint, conflict: null, conflictAt: null });
      continue;
    }
    notices.push(
      `${contentKinds[kind].name}「${piece.title}」在站内改过，${item ? "内容包里的不一样" : "内容包里没有了"}，保留站内的，请到“内容编辑”决定`,
    );
    if (piece.conflict?.fingerprint === fingerprint) continue;
    const html = item ? (await texts.of(item)).html : [];
    const conflict = { pack, body: item ? bodyOf(item) : null, html, fingerprint };
    await set({ conflict, conflictAt: now });
  }
  return notices;
}

/** Whether a pack says what the browser published: it was exported from here, or somebody wrote the same. */
async function isAsPublished(
  database: Database,
  { kind, key, state, publishedVersion }: typeof contentPieces.$inferSelect,
  ofPack: ContentBody | null,
): Promise<boolean> {
  if (ofPack === null) return state === "withdrawn";
  if (state !== "published" || publishedVersion === null) return false;
  const own = and(eq(contentVersions.kind, kind), eq(contentVersions.key, key));
  const [row] = await database
    .select({ body: contentVersions.body })
    .from(contentVersions)
    .where(and(own, eq(contentVersions.version, publishedVersion)));
  return isSameBody(kind, row?.body, ofPack);
}
