import { type ContentKind, contentKindNames, contentKinds } from "contract/content/kinds/words";
import { staffPaths } from "~/navigation/staff-paths";

/** The kinds of content that the reader may edit, in their order; all where that is not known. */
export const editedKindNames = (kinds: readonly string[] | undefined): readonly ContentKind[] => {
  const mine = contentKindNames.filter((kind) => kinds?.includes(kind));
  return mine.length > 0 ? mine : contentKindNames;
};

/** The list of the first kind that the reader may edit. */
export const editedPath = (kinds: readonly string[] | undefined): string =>
  staffPaths.contentPieces(editedKindNames(kinds)[0] ?? contentKindNames[0]);

const isKind = (kind: string): kind is ContentKind => Object.hasOwn(contentKinds, kind);

/** The names of kinds of content; a kind that this portal does not know keeps its own. */
export const kindNames = (kinds: readonly string[]): string =>
  [
    ...contentKindNames.filter((kind) => kinds.includes(kind)).map((kind) => contentKinds[kind].name),
    ...kinds.filter((kind) => !isKind(kind)),
  ].join("、");
