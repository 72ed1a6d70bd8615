import { eq } from "drizzle-orm";
import { courses, videos } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, startGateway } from "../support/gateway";
import { catalogue, saveCatalogue } from "../support/small-catalogue";
import { saveTraining } from "../support/training";

const gateway = startGateway();
const other = catalogue.video + 1;
beforeAll(async () => {
  await saveCatalogue(gateway().database);
  const [first] = await gateway().database.select().from(videos);
  if (!first) throw new Error("no video");
  await gateway()
    .database.insert(videos)
    .values({ ...first, id: other, title: "调试串口", captions: `${"d".repeat(32)}.vtt` });
});

const hot = async () => (await gateway().ok("queryHotVideo", {})).videos.map(({ id, plays }) => [id, plays]);

describe("videos", () => {
  it("are counted when they start, once an hour for each caller, and fall in the list when nobody plays them", async () => {
    const member = await gateway().member();
    const play = (as: Member | null) => gateway().ok("playVideo", { id: catalogue.video }, as);
    expect([await play(null), await play(null), await play(member)]).toEqual([
      { plays: 1 },
      { plays: 1 },
      { plays: 2 },
    ]);
    gateway().pass(31);
    expect(await hot()).toEqual([
      [catalogue.video, 2],
      [other, 0],
    ]);
    // One play now counts more than two of two months ago.
    gateway().pass(60 * 86_400);
    await gateway().ok("playVideo", { id: other }, await gateway().member());
    gateway().pass(31);
    expect(await hot()).toEqual([
      [other, 1],
      [catalogue.video, 2],
    ]);
    const { videos: all, total } = await gateway().ok("videoList", {});
    expect([all.map(({ id }) => id), total]).toEqual([[other, catalogue.video], 2]);
  });

  it("have signed addresses of their file and subtitles, and are collected", async () => {
    const detail = await gateway().ok("videoDetail", { id: other });
    expect(detail.address).toMatch(/^\/gateway\/media\/b+\.webm\?Expires=\d+&Signature=/);
    expect(detail.captions).toMatch(/^\/gateway\/media\/d+\.vtt\?Expires=/);
    expect(detail.type).toBe("video/webm");
    const member = await gateway().member();
    await gateway().ok("collect", { kind: "video", target: other }, member);
    const mine = await gateway().ok("collectVideoList", {}, member);
    expect(mine.videos.map(({ id, title }) => [id, title])).toEqual([[other, "调试串口"]]);
    expect(
      (await gateway().ok("collectStatus", { kind: "video", targets: [other] }, member)).collected,
    ).toEqual([other]);
  });

  it("are mixed with lessons' videos in the hot list, in turns if nothing is played", async () => {
    const { lesson } = await saveTraining(gateway(), null);
    const closed = await saveTraining(gateway(), null);
    const opensAt = new Date(gateway().services.now().getTime() + 86_400_000);
    await gateway().database.update(courses).set({ opensAt }).where(eq(courses.id, closed.course));
    await gateway().database.update(videos).set({ heat: 0 });
    gateway().pass(31);
    const list = async (count?: number) =>
      (await gateway().ok("queryHotVideo", count === undefined ? {} : { count })).videos;
    expect((await list()).map(({ id }) => id)).toEqual([other, lesson, catalogue.video]);
    expect((await list()).map(({ course }) => course?.id ?? null)).toEqual([null, lesson, null]);
    await gateway().ok("playLesson", { id: lesson }, await gateway().member());
    gateway().pass(31);
    expect((await list(1)).map(({ id, plays, seconds }) => [id, plays, seconds])).toEqual([[lesson, 1, 60]]);
    await gateway().database.update(courses).set({ delistedAt: opensAt });
    gateway().pass(31);
    expect((await list()).map(({ id }) => id)).toEqual([other, catalogue.video]);
  });

  it("of a missing product are refused", () =>
    gateway().refused("videoList", { prodId: 2_000_000_000 }, "PRODUCT_NOT_FOUND"));
});
