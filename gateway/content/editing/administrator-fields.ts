import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { editedKinds } from "./kinds/all";
import { keptFields } from "./may-edit";
import { type Piece, versionOf } from "./pieces";

const numbersIn = (body: ContentBody, field: string): number[] =>
  [body[field] ?? []]
    .flat()
    .map(Number)
    .sort((one, other) => one - other);

/**
 * Throws CONTENT_NOT_YOURS, beside the fields, for a body of an editor who is no administrator that changes a field which
 * only administrators change, and for one of a lecturer that changes a field which only editors do.
 * @param standing the bodies of which each field may be one's
 */
export function checkAdministratorsFields(
  context: CallContext,
  kind: ContentKind,
  body: ContentBody,
  standing: ContentBody[],
): void {
  const problems = Object.fromEntries(
    keptFields(context, kind).flatMap(({ field, by }) => {
      const own = String(numbersIn(body, field));
      const known = standing.map((one) => numbersIn(one, field));
      if (known.some((numbers) => String(numbers) === own)) return [];
      const present = known[0]?.join(" ") || "没有";
      return [[field, [`只有${by}能改，现在是：${present}`]]];
    }),
  );
  if (Object.keys(problems).length > 0) throw new Refusal("CONTENT_NOT_YOURS", problems);
}

/**
 * Throws CONTENT_NOT_YOURS where an editor brings back a version in which a field that only administrators change is
 * neither what the newest version says nor what stands.
 */
export async function checkAdministratorsVersion(
  context: CallContext,
  piece: Piece,
  version: number,
): Promise<void> {
  const { standing } = editedKinds[piece.kind];
  if (keptFields(context, piece.kind).length === 0) return;
  const { database } = context;
  const chosen = await versionOf(database, piece, version);
  const newest = await versionOf(database, piece, piece.version);
  const published = await standing(database, piece.key);
  checkAdministratorsFields(context, piece.kind, chosen.body, [
    newest.body,
    ...(published ? [published.body] : []),
  ]);
}
