import type { ContentBody } from "contract/content/kinds/bodies";
import type { Database } from "../../database/open";
import { findPiece, type PieceName, versionOf } from "./pieces";

/** The newest version of a piece, for whoever has the secret of its preview; null for any other. */
export async function previewedVersion(
  database: Database,
  name: PieceName,
  secret: string,
): Promise<{ body: ContentBody; html: string[]; changedAt: Date } | null> {
  const piece = await findPiece(database, name);
  if (!piece || piece.previewKey !== secret) return null;
  const { body, html, createdAt } = await versionOf(database, piece, piece.version);
  return { body, html, changedAt: createdAt };
}
