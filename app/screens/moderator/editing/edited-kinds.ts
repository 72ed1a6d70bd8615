import { type ContentKind, contentKindNames, contentKinds } from "contract/content/kinds/words";
import { staffPaths } from "~/navigation/staff-paths";

/** What the area's menu knows of the kinds that the reader may edit, or write drafts of; null where it could not ask. */
type Mine = { kinds: readonly string[]; drafts: readonly string[] } | null;

/** The kinds of content that the reader may edit or write drafts of, in their order; all where that is not known. */
export const editedKindNames = (mine: Mine): readonly ContentKind[] => {
  const known = contentKindNames.filter((kind) => mine?.kinds.includes(kind) || mine?.drafts.includes(kind));
  return known.length > 0 ? known : contentKindNames;
};

/** The list of the first kind that the reader may edit. */
export const editedPath = (mine: Mine): string =>
  staffPaths.contentPieces(editedKindNames(mine)[0] ?? contentKindNames[0]);

const isKind = (kind: string): kind is ContentKind => Object.hasOwn(contentKinds, kind);

/** The names of kinds of content; a kind that this portal does not know keeps its own. */
export const kindNames = (kinds: readonly string[]): string =>
  [
    ...contentKindNames.filter((kind) => kinds.includes(kind)).map((kind) => contentKinds[kind].name),
    ...kinds.filter((kind) => !isKind(kind)),
  ].join("、");
