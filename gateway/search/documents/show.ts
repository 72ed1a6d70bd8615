import type { CallResponse } from "contract";
import { eq, inArray, sql } from "drizzle-orm";
import { fileTextPages, fileTexts, resourceLevels, resources, resourceVersions } from "../../database/schema";
import { signedMedia } from "../../files/storage/signed";
import type { Services } from "../../server/context";
import { matches } from "../candidates";
import { excerptAround, highlighter, markHits } from "../excerpt";
import { quoteToken } from "../index/document";
import { type Match, type SearchQuery, tsqueryOf } from "../query";
import type { PageCandidate } from "./candidates";
import { fileMark } from "./file-mark";

/** The tsquery for the pages of these files that match. */
export const withinFiles = (query: SearchQuery, match: Match, textIds: number[]): string =>
  `${tsqueryOf(query, match)} & (${textIds.map((id) => quoteToken(fileMark(id))).join(" | ")})`;

/**
 * Found documents as rows, in this order. @param match what the pages that are counted have to contain: what the found
 * ones were asked for
 */
export async function showDocuments(
  { database, settings, now }: Pick<Services, "database" | "settings" | "now">,
  query: SearchQuery,
  match: Match,
  found: PageCandidate[],
): Promise<CallResponse<"fullTextSearch">["documents"]> {
  if (found.length === 0) return [];
  const [pages, versions, counts] = await Promise.all([
    database
      .select({
        id: fileTextPages.id,
        page: fileTextPages.page,
        text: fileTextPages.text,
        pages: fileTexts.pages,
      })
      .from(fileTextPages)
      .innerJoin(fileTexts, eq(fileTexts.id, fileTextPages.textId))
      .where(
        inArray(
          fileTextPages.id,
          found.map(({ pid }) => pid),
        ),
      ),
    database
      .select({
        versionId: resourceVersions.id,
        version: resourceVersions.version,
        date: resourceVersions.date,
        fileName: resourceVersions.fileName,
        originalName: resourceVersions.originalName,
        id: resources.id,
        title: resources.title,
        access: resources.access,
        level: { id: resourceLevels.id, name: resourceLevels.name },
      })
      .from(resourceVersions)
      .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
      .innerJoin(resourceLevels, eq(resourceLevels.id, resources.levelId))
      .where(
        inArray(
          resourceVersions.id,
          found.map(({ versionId }) => versionId),
        ),
      ),
    database
      .select({ textId: fileTextPages.textId, total: sql<number>`count(*)::int` })
      .from(fileTextPages)
      .where(
        matches(
          fileTextPages.search,
          withinFiles(
            query,
            match,
            found.map(({ tid }) => tid),
          ),
        ),
      )
      .groupBy(fileTextPages.textId),
  ]);
  const find = highlighter(query);
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  const versionOf = new Map(versions.map((version) => [version.versionId, version]));
  const countOf = new Map(counts.map(({ textId, total }) => [textId, total]));
  return found.flatMap(({ pid, tid, versionId }) => {
    const [page, row] = [pageOf.get(pid), versionOf.get(versionId)];
    if (!page || !row) return [];
    const { fileName, originalName, title, access, ...version } = row;
    return [
      {
        ...version,
        titleParts: markHits(title, find),
        page: page.page,
        pages: page.pages,
        others: Math.max(0, (countOf.get(tid) ?? 1) - 1),
        excerpt: excerptAround(page.text, find),
        address:
          access === "open" && fileName !== null
            ? signedMedia(settings, fileName, now(), originalName)
            : null,
      },
    ];
  });
}
