import type { CallRequest, CallResponse } from "contract";
import { logWarning } from "contract/base/log";
import { changedPagesSize, comparedCharactersMax, type FileTextState } from "contract/resources/constants";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { fileTextPages, fileTexts, resources, resourceVersions } from "../database/schema";
import { keep } from "../server/answers";
import type { CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";
import type { DocumentChanges, TextPage } from "../text/comparing/document-changes";
import { WorkerLost } from "../workers/lane";
import { checkMay, isHandedOut } from "./download";

type Answer = CallResponse<"resourceChanges">;
/** A comparison, or why there is none. */
type Compared = { refused: null; changes: DocumentChanges } | { refused: "large" | "costly"; changes: null };

/** Nothing changes behind the ids of two texts that were read; the cache drops what nobody asks for. */
const keptSeconds = 3_600;
const pagesAtOnce = 200;

/** Its size in the cache. */
const sizeOf = ({ changes }: Compared) =>
  (changes?.pages ?? []).reduce(
    (sum, page) => page.changes.reduce((size, { text }) => size + text.length + partSize, sum),
    partSize,
  );
const partSize = 60;

const hasText = (state: FileTextState) => state === "read" || state === "cut";

/** The pages of a text, read in steps so that other requests have their turn. */
async function pagesOf(database: Database, textId: number): Promise<TextPage[]> {
  const pages: TextPage[] = [];
  for (;;) {
    const some = await database
      .select({ page: fileTextPages.page, text: fileTextPages.text })
      .from(fileTextPages)
      .where(and(eq(fileTextPages.textId, textId), gt(fileTextPages.page, pages.at(-1)?.page ?? 0)))
      .orderBy(asc(fileTextPages.page))
      .limit(pagesAtOnce);
    pages.push(...some);
    if (some.length < pagesAtOnce) return pages;
  }
}

async function compare(context: CallContext, from: number, to: number): Promise<Compared> {
  if (from === to) return { refused: null, changes: { pages: [], more: false } };
  const { database, texts, caller } = context;
  const [row] = await database
    .select({ characters: sql<number>`coalesce(sum(length(${fileTextPages.text})), 0)::int` })
    .from(fileTextPages)
    .where(inArray(fileTextPages.textId, [from, to]));
  const length = row?.characters ?? 0;
  if (length > comparedCharactersMax) return { refused: "large", changes: null };
  const [before, after] = [await pagesOf(database, from), await pagesOf(database, to)];
  try {
    const input = { before, after };
    const changes = await texts.run("documentChanges", input, length, caller.account?.id ?? null);
    return changes ? { refused: null, changes } : { refused: "costly", changes: null };
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw error;
    logWarning(`[网关] 两份文档没有比完：文字 ${from} 和 ${to}`, error);
    return { refused: "costly", changes: null };
  }
}

/**
 * What changed in a resource's document from one version to another. Throws for callers who may not download it: they
 * would read what changed. Throws RESOURCE_VERSION_NOT_FOUND also for a version without a document.
 */
export async function compareVersions(
  { pk_rm_resource, from, to, page }: CallRequest<"resourceChanges">,
  context: CallContext,
): Promise<Answer> {
  if (from === to) throw new Refusal("RESOURCE_SAME_VERSION", { to: ["请选择另一个版本"] });
  const { database } = context;
  const rows = await database
    .select({
      id: resourceVersions.id,
      version: resourceVersions.version,
      access: resources.access,
      textId: fileTexts.id,
      state: fileTexts.state,
    })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
    .innerJoin(fileTexts, eq(fileTexts.fileName, resourceVersions.fileName))
    .where(
      and(
        eq(resourceVersions.resourceId, pk_rm_resource),
        inArray(resourceVersions.id, [from, to]),
        isHandedOut,
      ),
    );
  const [before, after] = [from, to].map((id) =>
    found(
      rows.find((row) => row.id === id),
      "RESOURCE_VERSION_NOT_FOUND",
    ),
  ) as [(typeof rows)[number], (typeof rows)[number]];
  await checkMay(before.access, context.caller.account, context);
  const shown = ({ id, version, state }: typeof before) => ({ id, version, state });
  const answer = { from: shown(before), to: shown(after), refused: null, more: false };
  const nothing = { ...answer, changed: [], page: 1, pages: 1, total: 0 };
  if (!hasText(before.state) || !hasText(after.state)) return nothing;
  const { refused, changes } = await keep<Compared>(
    context,
    ["document changes", before.textId, after.textId],
    { seconds: keptSeconds, sizeOf },
    () => compare(context, before.textId, after.textId),
  );
  if (changes === null) return { ...nothing, refused };
  const { offset, ...place } = pageOf(changes.pages.length, page, changedPagesSize);
  return {
    ...answer,
    ...place,
    changed: changes.pages.slice(offset, offset + changedPagesSize),
    total: changes.pages.length,
    more: changes.more,
  };
}
