import type { ContentBody } from "contract/content/kinds/bodies";
import { numbersIn, type PathBody } from "contract/content/kinds/training-body";
import type { Database } from "../../../../database/open";
import { learningPaths } from "../../../../database/schema";
import type { Pack } from "../../../pack/parse-pack";
import type { PackPath } from "../../../pack/schemas/training";
import { fingerprintOfValue, type Plan } from "../../rows/changes";
import { filled } from "../../rows/filled";
import { heldKeys } from "../../rows/held";
import { syncRows } from "../../rows/sync-rows";
import { planById } from "../plan-by-id";

export interface PathItem {
  key: number;
  fingerprint: string;
  path: PackPath;
  position: number;
  sources: [];
}

/** The learning paths of a pack. */
export const pathItems = ({ catalogue }: Pack): PathItem[] =>
  (catalogue.paths?.value.paths ?? []).map((path, position) => ({
    key: path.id,
    path,
    position,
    sources: [],
    fingerprint: fingerprintOfValue([path, position]),
  }));

/** Paths that were edited in the browser are not in the plan. */
export const planPaths = async (database: Database, items: PathItem[]): Promise<Plan<number, PathItem>> =>
  planById(database, learningPaths, items, await heldKeys(database, "paths"));

export async function writePaths(
  database: Database,
  { write, delist }: Plan<number, PathItem>,
  now: Date,
): Promise<void> {
  const rows = write.map(({ path, position, fingerprint }) => {
    const { certificate = null, audience = "", intro = "", ...row } = path;
    return { ...row, audience, intro, certificateName: certificate, position, fingerprint, delistedAt: null };
  });
  await syncRows(database, learningPaths, rows, { key: "id", now, delist });
}

type Row = Pick<
  typeof learningPaths.$inferSelect,
  "title" | "summary" | "audience" | "intro" | "courses" | "certificateName"
>;

/** A learning path as the browser's editor has it. */
export const pathBody = ({ certificateName, courses, ...row }: Row): ContentBody =>
  filled({
    ...row,
    certificate: certificateName,
    courses: courses.map(({ course, needs }) => filled({ course, needs: needs.join(" ") })),
  });

/** A learning path of a pack as the browser's editor has it. */
export const packPathBody = ({
  path: { title, summary, audience = "", intro = "", courses, certificate },
}: PathItem): ContentBody =>
  pathBody({ title, summary, audience, intro, courses, certificateName: certificate ?? null });

/** The columns of a body. */
export const pathColumns = ({ courses, certificate, audience = "", intro = "", ...body }: PathBody) => ({
  ...body,
  audience,
  intro,
  certificateName: certificate ?? null,
  courses: courses.map(({ course, needs }) => ({ course, needs: numbersIn(needs) })),
});
