import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { contentPieces, contentVersions } from "../../database/schema";

/** The newest version of a piece, for whoever has the secret of its preview, which each version has anew; null for any other. */
export async function previewedVersion(
  database: Database,
  { kind, key }: { kind: ContentKind; key: string },
  secret: string,
): Promise<{ body: ContentBody; html: string[]; changedAt: Date } | null> {
  const [row] = await database
    .select({
      secret: contentPieces.previewKey,
      body: contentVersions.body,
      html: contentVersions.html,
      changedAt: contentVersions.createdAt,
    })
    .from(contentPieces)
    .innerJoin(
      contentVersions,
      and(
        eq(contentVersions.kind, contentPieces.kind),
        eq(contentVersions.key, contentPieces.key),
        eq(contentVersions.version, contentPieces.version),
      ),
    )
    .where(and(eq(contentPieces.kind, kind), eq(contentPieces.key, key)));
  if (!row || row.secret !== secret) return null;
  const { body, html, changedAt } = row;
  return { body, html, changedAt };
}

/** The key of the piece of a kind that has this secret; null without one. Secrets are long and random: no two pieces share one. */
export async function previewedKey(
  database: Database,
  kind: ContentKind,
  secret: string,
): Promise<string | null> {
  const [row] = await database
    .select({ key: contentPieces.key })
    .from(contentPieces)
    .where(and(eq(contentPieces.kind, kind), eq(contentPieces.previewKey, secret)));
  return row?.key ?? null;
}
