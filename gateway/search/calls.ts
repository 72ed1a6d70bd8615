/** Full-text search, what is searched most, and suggestions while typing (spec 7.2, Search). */
import type { CallRequest, CallResponse } from "contract";
import { pageSize } from "contract/base/constants";
import { startOf, startOfNextDay } from "contract/base/time";
import type { searchCalls } from "contract/search/calls";
import { type CatalogueKind, catalogueKinds, searchTotalMax } from "contract/search/constants";
import { countSearchUse } from "../analytics/usage/searches";
import { pageOf } from "../database/pages";
import { videoUrlOf } from "../files/serving/video-url";
import { allSections, isListed } from "../forum/sections/find-sections";
import { toPerson } from "../people/cards";
import { findNumber, nearNumbers } from "../products/numbers/find-number";
import { isOneWord, partBeginning, wholeNumber } from "../products/numbers/fold";
import type { CallContext, HandlersOf } from "../server/context";
import { searchAll } from "./all";
import type { SearchFilters } from "./candidates";
import { facetsFor } from "./catalogue/facets";
import { fileTypes } from "./catalogue/file-types";
import { findCatalogue } from "./catalogue/find";
import { showCatalogue } from "./catalogue/show";
import { correctNames } from "./correct";
import { findDocuments } from "./documents/find";
import { accessOf } from "./documents/may-read";
import { showDocuments } from "./documents/show";
import { highlighter, markHits } from "./excerpt";
import { stretchesOf } from "./index/tokens";
import { findPeople, findPerson, findTag, findTags } from "./names";
import { partCardOf } from "./part";
import { readHomophones, readPinyin } from "./pinyin";
import { countSearch, topSearches } from "./popular";
import { foldQuery, isSearchable, readQuery, type SearchQuery } from "./query";
import {
  findPosts,
  findTopics,
  nothing,
  type Results,
  type SearchScope,
  showPosts,
  showTopics,
} from "./search";
import { similarTo } from "./similar";
import { suggestFor } from "./suggest";

type Request = CallRequest<"fullTextSearch">;

/** A search with filters that finds nothing says nothing of its words. */
const isNarrowed = ({ fid, tag, author, from, to, solved }: Request): boolean =>
  [fid, tag, author, from, to, solved].some((filter) => filter !== undefined);

/** With fewer results than this the text may be mistyped, and the search tries corrections. */
const fewResults = 3;

/**
 * The filters as ids and moments; null where a filter names something that does not exist: then there are no results.
 */
async function filtersOf(request: Request, { database }: CallContext): Promise<SearchFilters | null> {
  const tagId = request.tag ? await findTag(database, request.tag) : undefined;
  const authorId = request.author ? await findPerson(database, request.author) : undefined;
  if (tagId === null || authorId === null) return null;
  return {
    ...(request.fid === undefined ? {} : { sectionId: request.fid }),
    ...(tagId === undefined ? {} : { tagId }),
    ...(authorId === undefined ? {} : { authorId }),
    ...(request.from ? { from: startOf(request.from, "day") } : {}),
    ...(request.to ? { before: startOfNextDay(request.to) } : {}),
    ...(request.solved ? { solved: request.solved === "solved" } : {}),
  };
}

async function searchNames(
  kind: "people" | "tags",
  text: string,
  page: number,
  context: CallContext,
): Promise<Results> {
  const find = highlighter(await readQuery(context.texts, text));
  const limit = searchTotalMax + 1;
  const rows =
    kind === "people"
      ? await findPeople(context.database, text, limit)
      : await findTags(context.database, text, limit);
  const total = Math.min(rows.length, searchTotalMax);
  const { offset, ...place } = pageOf(total, page);
  const answer = { ...nothing, ...place, total, more: rows.length > searchTotalMax };
  const slice = rows.slice(offset, Math.min(offset + pageSize, total));
  if (kind === "tags")
    return {
      ...answer,
      tags: (slice as Awaited<ReturnType<typeof findTags>>).map((row) => ({
        ...row,
        nameParts: markHits(row.name, find),
      })),
    };
  const people = (slice as Awaited<ReturnType<typeof findPeople>>).map((row) => {
    const { intro, topics, posts, followers } = row;
    return { ...toPerson(row), nameParts: markHits(row.nickname, find), intro, topics, posts, followers };
  });
  return { ...answer, people };
}

const isOfCatalogue = (kind: Request["kind"]): kind is CatalogueKind =>
  (catalogueKinds as readonly string[]).includes(kind);

async function searchCatalogue(
  kind: CatalogueKind,
  { classId, levelId, fileType, year, state, order, page }: Request,
  query: SearchQuery,
  context: CallContext,
): Promise<Results> {
  const { database } = context;
  const now = context.now();
  const filters = { classId, levelId, fileType, year, state };
  const found = (await findCatalogue({ database, now, query, filters, order, facets: true }, [kind])).get(
    kind,
  );
  if (!found) return nothing;
  const { items, unfiltered, more, partial, parts } = found;
  const { offset, ...place } = pageOf(items.length, page);
  const ids = items.slice(offset, offset + pageSize).map(({ id }) => id);
  return {
    ...nothing,
    ...(await showCatalogue({ database, query }, new Map([[kind, { ids, parts }]]))),
    ...place,
    total: items.length,
    more,
    partial,
    facets: await facetsFor(database, now, kind, unfiltered, filters, !more),
  };
}

async function searchDocuments(
  { classId, levelId, fileType, year, state, order, page }: Request,
  query: SearchQuery,
  context: CallContext,
): Promise<Results> {
  const { database } = context;
  const now = context.now();
  const filters = { classId, levelId, fileType, year, state };
  const access = await accessOf(context);
  const found = await findDocuments({ database, now, query, access, filters, order });
  const { items, unfiltered, more, partial, match } = found;
  const { offset, ...place } = pageOf(items.length, page);
  return {
    ...nothing,
    documents: await showDocuments(context, query, match, items.slice(offset, offset + pageSize)),
    ...place,
    total: items.length,
    more,
    partial,
    facets: await facetsFor(database, now, "documents", unfiltered, filters, !more),
  };
}

const mayBePart = ({ kind, page }: Request) => (kind === "all" || kind === "products") && page === 1;

/** Searches for a text without corrections; where products are among the kinds, also for the product of that number. */
async function search(request: Request, text: string, context: CallContext): Promise<Results> {
  const [results, hit] = await Promise.all([
    searchTexts(request, text, context),
    mayBePart(request) ? findNumber(context.database, text) : null,
  ]);
  return hit ? { ...results, part: await partCardOf(context, hit) } : results;
}

async function searchTexts(request: Request, text: string, context: CallContext): Promise<Results> {
  const { kind, page, order } = request;
  if (kind === "people" || kind === "tags") return searchNames(kind, text, page, context);
  const query = await readQuery(context.texts, text);
  if (!isSearchable(query)) return nothing;
  const { database } = context;
  if (kind === "all") return searchAll(text, query, context);
  if (kind === "documents") return searchDocuments(request, query, context);
  if (isOfCatalogue(kind)) return searchCatalogue(kind, request, query, context);
  const filters = await filtersOf(request, context);
  if (!filters) return nothing;
  const scope: SearchScope = { database, now: context.now(), query, filters, order };
  if (kind === "posts") return { ...nothing, ...(await showPosts(scope, await findPosts(scope), page)) };
  return { ...nothing, ...(await showTopics(scope, await findTopics(scope), page)) };
}

/** A search with its corrections. */
async function answerSearch(request: Request, context: CallContext): Promise<CallResponse<"fullTextSearch">> {
  const results = await search(request, request.text, context);
  // A number with something behind it, and several words, may still be mistyped.
  const isNamed = results.part !== null && results.part.match !== "longer" && isOneWord(request.text);
  const enough = isNamed || (results.total >= fewResults && !results.partial);
  for (const read of enough ? [] : [readPinyin, correctNames, readHomophones]) {
    // A nickname is never corrected to a chip's name. When some text contains all the words, they are no mistake, and
    // an existing word is not replaced by another of the same sound.
    const found = results.total > 0 && !results.partial;
    const isIntended = found && (read === readHomophones || stretchesOf(request.text).length > 1);
    if (read !== readPinyin && (request.kind === "people" || isIntended)) continue;
    const suggestion = await read(context, request.text);
    if (suggestion === null) continue;
    const correctedResults = await search(request, suggestion, context);
    // A mistyped part number leads to its part, whatever else the typed text finds.
    const isWhole = (partBeginning(request.text)?.length ?? 0) >= wholeNumber;
    const part =
      results.part ??
      (isWhole && correctedResults.part ? { ...correctedResults.part, corrected: true } : null);
    if (
      (part !== null && results.part === null) ||
      correctedResults.total > results.total ||
      (results.partial && correctedResults.total > 0 && !correctedResults.partial)
    ) {
      const corrected = results.total === 0;
      return { ...(corrected ? correctedResults : results), part, near: [], suggestion, corrected };
    }
  }
  const isUnknown = mayBePart(request) && results.total === 0 && results.part === null;
  const near = isUnknown ? await nearNumbers(context.database, request.text) : [];
  const isCounted = results.total > 0 && !results.partial && request.page === 1 && !context.caller.seenBy;
  if (isCounted) await countSearch(context, request.text);
  return { ...results, near, suggestion: null, corrected: false };
}

export const searchHandlers = {
  async fullTextSearch(request, context) {
    const answer = await answerSearch(request, context);
    // Other kinds and pages are another look at the same search.
    const isFirst = request.kind === "all" && request.page === 1 && !isNarrowed(request);
    if (request.counted && isFirst && !context.caller.seenBy)
      countSearchUse(context, foldQuery(request.text), answer.total === 0 && answer.part === null);
    return answer;
  },

  async topSearch(_request, context) {
    return { searches: (await topSearches(context)).map((text) => ({ text })) };
  },

  async searchSuggest({ text }, context) {
    const sections = await allSections(context.database);
    const open = sections.filter(isListed).map(({ id }) => id);
    return suggestFor(context, text, open);
  },

  similarTopics: similarTo,

  videoUrl: ({ id }, context) => videoUrlOf(id, context),

  fileType: (_request, context) => fileTypes(context),
} satisfies HandlersOf<typeof searchCalls>;
