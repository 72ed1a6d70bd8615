import type { Database } from "gateway/database/open";
import { videos } from "gateway/database/schema";

/** The video that right requests name. */
export const sceneVideo = 900_001;

/** Adds a video as a load would have, but for its file. */
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
