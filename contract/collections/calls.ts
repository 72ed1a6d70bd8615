/** Collections of products, resources, videos, courses and lessons (spec 7.2, Home and Person). */
import { z } from "zod";
import { count, firstPage, flag, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, page } from "../base/fields";
import { picture } from "../base/shapes";
import { productKinds, productStates } from "../products/constants";
import { idAndName, resourceRow } from "../resources/shapes";
import { coursePage } from "../training/shapes";
import { videoPage } from "../videos/calls";

export const collectionKinds = ["product", "resource", "video", "course", "lesson"] as const;
const kind = z.enum(collectionKinds, "请选择要收藏的内容");

const codesOf = <const Row extends { code: string }>(rows: readonly Row[]) =>
  rows.map(({ code }) => code) as [Row["code"], ...Row["code"][]];

const place = { page: firstPage, pages: firstPage, total: z.number() };
const list = (name: string, path: string) =>
  ({
    group: "person",
    summary: `The ${name} that the signed-in person collected, latest first.`,
    method: "POST",
    path: `/gateway/rest/person/${path}`,
    body: "json",
    access: "user",
    request: z.object({ page: page.default(1) }),
  }) as const;

/** A product in a collection. */
const collectedProduct = z.object({
  id: z.number(),
  name: z.string(),
  summary: words,
  kind: z.enum(codesOf(productKinds)),
  state: z.enum(codesOf(productStates)),
  picture: picture.nullable().default(null),
  delisted: flag,
});

/** A lesson in a collection. */
const collectedLesson = z.object({
  id: z.number(),
  title: z.string(),
  course: idAndName,
  minutes: count,
  /** The length of its video; 0 without one. */
  seconds: count,
  poster: picture.nullable().default(null),
  delisted: flag,
});

export const collectionCalls = {
  collect: defineCall({
    group: "home",
    summary: "Adds a product, resource, video, course or lesson to the collection, or removes it.",
    method: "POST",
    path: "/gateway/rest/home/collect",
    body: "json",
    access: "user",
    limit: "press",
    effect: "adds",
    counts: true,
    request: z.object({ kind, target: id, collected: z.boolean().default(true) }),
    response: z.object({ collected: z.boolean() }),
  }),
  collectStatus: defineCall({
    group: "person",
    summary: "Which of the given things of a kind the signed-in person has collected.",
    method: "POST",
    path: "/gateway/rest/person/collect-status",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ kind, targets: z.array(id).min(1, "没有要查的内容").max(50, "一次最多查 50 个") }),
    response: z.object({ collected: z.array(z.number()) }),
  }),
  collectProductList: defineCall({
    ...list("products", "collect-products"),
    effect: "reads",
    seenAs: "withheld",
    response: z.object({ products: z.array(collectedProduct), ...place }),
  }),
  collectResourceList: defineCall({
    ...list("resources", "collect-resources"),
    effect: "reads",
    seenAs: "withheld",
    response: z.object({ resources: z.array(resourceRow), ...place }),
  }),
  collectVideoList: defineCall({
    ...list("videos", "collect-videos"),
    effect: "reads",
    seenAs: "withheld",
    response: videoPage,
  }),
  collectCourseList: defineCall({
    ...list("courses", "collect-courses"),
    effect: "reads",
    seenAs: "withheld",
    response: coursePage,
  }),
  collectLessonList: defineCall({
    ...list("lessons of courses", "collect-lessons"),
    effect: "reads",
    seenAs: "withheld",
    response: z.object({ lessons: z.array(collectedLesson), ...place }),
  }),
};

export type CollectionKind = (typeof collectionKinds)[number];
export type CollectedProduct = z.infer<typeof collectedProduct>;
export type CollectedLesson = z.infer<typeof collectedLesson>;
