import type { ContentBody } from "contract/content/kinds/bodies";
import type { resources, resourceVersions } from "../../../database/schema";
import type { Places } from "../files/places";
import { filled } from "../rows/filled";
import type { ResourceItem } from "./resources";

type Version = Required<
  Pick<
    typeof resourceVersions.$inferInsert,
    "version" | "date" | "state" | "supports" | "changes" | "originalName" | "bytes" | "sha256"
  >
> & { until?: string | null; url?: string | null; fileName?: string | null };

interface ResourceParts
  extends Pick<
    typeof resources.$inferSelect,
    "title" | "summary" | "levelId" | "language" | "access" | "licence" | "replacedById"
  > {
  products: number[];
  versions: Version[];
  content: string;
}

/** A version as the browser's editor has it: size and hash of our own files are those of the stored file. */
function versionBody(row: Version): ContentBody {
  const { version, date, state, until, supports, changes, originalName, bytes, sha256, url, fileName } = row;
  return filled({
    version,
    date,
    state,
    until,
    ...(fileName ? { file: { fileName, originalName, bytes } } : { url, bytes, sha256 }),
    ...supports,
    changes: changes.trim(),
  });
}

/** A resource as the browser's editor has it. */
export const resourceBodyOf = ({
  levelId,
  replacedById,
  versions,
  ...resource
}: ResourceParts): ContentBody =>
  filled({ ...resource, level: levelId, replacedBy: replacedById, versions: versions.map(versionBody) });

/** A resource of a pack as the browser's editor has it. */
export const packResourceBody =
  (places: Places) =>
  ({ front, versions, sources: [source = ""] }: ResourceItem): ContentBody =>
    resourceBodyOf({
      title: front.title,
      summary: front.summary ?? "",
      levelId: front.level,
      language: front.language,
      access: front.access,
      licence: front.licence ?? "",
      replacedById: front.replacedBy ?? null,
      products: front.products,
      versions: versions.map((version) => ({ ...version, changes: places.placed(version.changes ?? "") })),
      content: places.placed(source),
    });
