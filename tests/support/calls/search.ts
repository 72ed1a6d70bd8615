import type { Database } from "gateway/database/open";
import { videos } from "gateway/database/schema";
import type { CallsOf } from "../call-rows";

/** The id of the video in valid requests. */
export const sceneVideo = 900_001;

/** Adds a video as a load of a pack does, without its file. */
export async function addVideo(database: Database, id: number): Promise<void> {
  await database
    .insert(videos)
    .values({
      id,
      title: "星闪一次往返",
      date: "2026-05-06",
      fileName: "a".repeat(64),
      bytes: 1_000,
      seconds: 40,
      width: 640,
      height: 360,
      poster: { name: "b.svg", alt: "", width: 640, height: 360 },
      fingerprint: "scene",
    })
    .onConflictDoNothing();
}

/** The calls of searching in tests. */
export const calls: CallsOf<"search"> = {
  fullTextSearch: {
    who: "everyone",
    lost: "added",
    subjectOf: ["/search"],
    unreached: "With a page, without a form: any-upstream.test.ts.",
    request: () => ({ text: "串口 乱码" }),
  },
  topSearch: { who: "everyone", request: () => ({}) },
  searchSuggest: {
    who: "everyone",
    unreached:
      "While somebody types, and for a number that is added to a comparison: search.test.ts, products.test.ts.",
    request: () => ({ text: "串口" }),
  },
  similarTopics: {
    who: "everyone",
    unreached: "Forms ask for them before they post (any-upstream-forms.test.ts, upstream-parts.test.ts).",
    request: () => ({ title: "串口打印乱码怎么办" }),
  },
  videoUrl: { who: "everyone", request: () => ({ id: sceneVideo }) },
  fileType: { who: "everyone", request: () => ({}) },
};
