import type { CallResponse } from "contract";
import { plainText } from "contract/base/plain-text";
import type { CatalogueKind } from "contract/search/constants";
import { eq, inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import {
  courseClasses,
  courseLevels,
  courses,
  lessons,
  news,
  newsCategories,
  productClasses,
  productNotices,
  products,
  resourceLevels,
  resources,
  videos,
} from "../../database/schema";
import { fileAddress } from "../../files/storage/store";
import { excerptAround, highlighter, markHits } from "../excerpt";
import type { SearchQuery } from "../query";
import type { PartFound } from "./candidates";

type Answer = CallResponse<"fullTextSearch">;
export type ShownCatalogue = Pick<Answer, CatalogueKind>;

/** The length of HTML that is read for an excerpt. Almost all texts are shorter. */
const excerptSource = 60_000;
const beginning = (html: PgColumn) => sql<string>`left(${html}, ${excerptSource})`;

interface ShowRequest {
  database: Database;
  query: SearchQuery;
}

/** The summary when it matches the query, or when the text does not match; otherwise an excerpt of the text. */
function excerptOf(find: ReturnType<typeof highlighter>, summary: string, html = "") {
  const text = find(summary).length > 0 || html === "" ? "" : plainText(html);
  return text !== "" && find(text).length > 0 ? excerptAround(text, find) : excerptAround(summary, find);
}

async function showProducts({ database, query }: ShowRequest, ids: number[], parts: PartFound[]) {
  const find = highlighter(query);
  const rows = await database
    .select({
      id: products.id,
      name: products.name,
      summary: products.summary,
      html: beginning(products.html),
      kind: products.kind,
      state: products.state,
      gallery: products.gallery,
      class: { id: productClasses.id, name: productClasses.name },
    })
    .from(products)
    .innerJoin(productClasses, eq(productClasses.id, products.classId))
    .where(inArray(products.id, ids));
  return rows.map(({ summary, html, gallery, ...row }) => ({
    ...row,
    nameParts: markHits(row.name, find),
    excerpt: excerptOf(find, summary, html),
    image: gallery[0] ? fileAddress(gallery[0].name) : null,
    parts: parts.filter(({ productId }) => productId === row.id).map(({ number }) => number),
  }));
}

async function showResources({ database, query }: ShowRequest, ids: number[]) {
  const find = highlighter(query);
  const rows = await database
    .select({
      id: resources.id,
      title: resources.title,
      summary: resources.summary,
      html: beginning(resources.html),
      version: resources.version,
      date: resources.date,
      fileType: resources.fileType,
      bytes: resources.bytes,
      downloads: resources.downloads,
      level: { id: resourceLevels.id, name: resourceLevels.name },
    })
    .from(resources)
    .innerJoin(resourceLevels, eq(resourceLevels.id, resources.levelId))
    .where(inArray(resources.id, ids));
  return rows.map(({ title, summary, html, ...row }) => ({
    ...row,
    titleParts: markHits(title, find),
    excerpt: excerptOf(find, summary, html),
  }));
}

async function showNotices({ database, query }: ShowRequest, ids: number[]) {
  const find = highlighter(query);
  const rows = await database
    .select({
      id: productNotices.id,
      number: productNotices.number,
      title: productNotices.title,
      html: beginning(productNotices.html),
      kind: productNotices.kind,
      date: productNotices.date,
    })
    .from(productNotices)
    .where(inArray(productNotices.id, ids));
  return rows.map(({ title, html, ...row }) => ({
    ...row,
    titleParts: markHits(title, find),
    excerpt: excerptOf(find, plainText(html)),
  }));
}

async function showNews({ database, query }: ShowRequest, ids: number[]) {
  const find = highlighter(query);
  const rows = await database
    .select({
      id: news.id,
      title: news.title,
      summary: news.summary,
      html: beginning(news.html),
      date: news.date,
      category: { id: newsCategories.id, name: newsCategories.name },
    })
    .from(news)
    .innerJoin(newsCategories, eq(newsCategories.id, news.categoryId))
    .where(inArray(news.id, ids));
  return rows.map(({ id, category, title, summary, html, date }) => ({
    id,
    category,
    titleParts: markHits(title, find),
    excerpt: excerptOf(find, summary, html),
    createdAt: date.toISOString(),
  }));
}

async function showVideos({ database, query }: ShowRequest, ids: number[]) {
  const find = highlighter(query);
  const rows = await database.select().from(videos).where(inArray(videos.id, ids));
  return rows.map(({ id, title, summary, date, seconds, plays, poster }) => ({
    id,
    date,
    seconds,
    plays,
    poster: fileAddress(poster.name),
    titleParts: markHits(title, find),
    excerpt: excerptOf(find, summary),
  }));
}

async function showCourses({ database, query }: ShowRequest, ids: number[]) {
  const find = highlighter(query);
  const rows = await database
    .select({
      id: courses.id,
      title: courses.title,
      summary: courses.summary,
      html: beginning(courses.html),
      minutes: courses.minutes,
      lessons: courses.lessons,
      learners: courses.learners,
      class: { id: courseClasses.id, name: courseClasses.name },
      level: { id: courseLevels.id, name: courseLevels.name },
    })
    .from(courses)
    .innerJoin(courseClasses, eq(courseClasses.id, courses.classId))
    .innerJoin(courseLevels, eq(courseLevels.id, courses.levelId))
    .where(inArray(courses.id, ids));
  return rows.map(({ title, summary, html, ...row }) => ({
    ...row,
    titleParts: markHits(title, find),
    excerpt: excerptOf(find, summary, html),
  }));
}

async function showLessons({ database, query }: ShowRequest, ids: number[]) {
  const find = highlighter(query);
  const rows = await database
    .select({
      id: lessons.id,
      title: lessons.title,
      minutes: lessons.minutes,
      seconds: lessons.seconds,
      transcript: lessons.transcript,
      slides: lessons.slides,
      html: beginning(lessons.html),
      course: { id: courses.id, name: courses.title },
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(inArray(lessons.id, ids));
  return rows.map(({ title, transcript, slides, html, ...row }) => {
    // The first line with the longest matches.
    const hitLength = (text: string) =>
      markHits(text, find).reduce((sum, part) => sum + (part.hit ? part.text.length : 0), 0);
    const [passage] = transcript
      .map((line) => ({ ...line, hits: hitLength(line.text) }))
      .filter(({ hits }) => hits > 0)
      .sort((one, other) => other.hits - one.hits || one.at - other.at);
    const text = [html, ...slides.map((slide) => slide.html)].join("\n");
    return {
      ...row,
      titleParts: markHits(title, find),
      at: passage ? Math.floor(passage.at) : null,
      excerpt: passage ? markHits(passage.text, find) : excerptOf(find, "", text),
    };
  });
}

/** The rows to show of each kind, in the order of the results. Costs one statement for each kind with results. */
export async function showCatalogue(
  request: ShowRequest,
  found: ReadonlyMap<CatalogueKind, { ids: number[]; parts: PartFound[] }>,
): Promise<ShownCatalogue> {
  const inOrder = async <Row extends { id: number }>(
    kind: CatalogueKind,
    read: (ids: number[], parts: PartFound[]) => Promise<Row[]>,
  ): Promise<Row[]> => {
    const { ids = [], parts = [] } = found.get(kind) ?? {};
    const byId = new Map((ids.length > 0 ? await read(ids, parts) : []).map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  const [productViews, resourceViews, noticeViews, newsViews, videoViews, courseViews, lessonViews] =
    await Promise.all([
      inOrder("products", (ids, parts) => showProducts(request, ids, parts)),
      inOrder("resources", (ids) => showResources(request, ids)),
      inOrder("notices", (ids) => showNotices(request, ids)),
      inOrder("news", (ids) => showNews(request, ids)),
      inOrder("videos", (ids) => showVideos(request, ids)),
      inOrder("courses", (ids) => showCourses(request, ids)),
      inOrder("lessons", (ids) => showLessons(request, ids)),
    ]);
  return {
    products: productViews,
    resources: resourceViews,
    // Notices are known by their numbers; `id` only orders them.
    notices: noticeViews.map(({ id: _id, ...notice }) => notice),
    news: newsViews,
    videos: videoViews,
    courses: courseViews,
    lessons: lessonViews,
  };
}
