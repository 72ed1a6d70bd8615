import type { CallResponse } from "contract";
import { eq } from "drizzle-orm";
import { videos } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { type Body, startCommunityEditing } from "../support/community-editing";
import { changePack, replacing } from "../support/content";

const { gateway, load, pieceOf, call, save, saved, publish, change, fresh, fieldsOf, decide, admin, folder } =
  startCommunityEditing();

const kind = "videos" as const;
type Shown = CallResponse<"videoDetail">;

async function page(key: string, preview?: string): Promise<Shown | number> {
  const request = { id: Number(key), ...(preview === undefined ? {} : { preview }) };
  const { status, body } = await gateway().call("videoDetail", request, null);
  return status === 200 ? (body as Shown) : status;
}

/** The files that the form of a new video offers. */
const offered = async () => (await gateway().ok("contentPiece", { kind }, admin())).choices.video ?? [];
const listed = async () => (await gateway().ok("videoList", {})).videos.map(({ title }) => title);

describe("a video", () => {
  it("lives from draft over its preview to the list, is withdrawn and restored", async () => {
    const half = await fresh(kind, { title: "半个视频" });
    const { key } = half.body as { key: string };
    const early = await call("publishContent", { kind, key, version: 1 });
    expect(Object.keys(fieldsOf(early)).sort()).toEqual(["date", "video"]);
    // Without a file there is nothing to show yet.
    expect(await page(key, (await pieceOf(kind, key)).preview)).toBe(404);
    const [first] = await offered();
    expect(first?.name).toMatch(/（\d+:\d\d）$/);
    const version = await saved(kind, key, { video: first?.value, date: "2026-03-01", products: [100] });
    const { body, preview } = await pieceOf(kind, key);
    expect(body).toMatchObject({
      video: { files: [{ name: first?.value }], seconds: expect.any(Number) },
      poster: [{ name: expect.any(String) }],
    });
    expect(await page(key, preview)).toMatchObject({
      title: "半个视频",
      date: "2026-03-01",
      products: [{ id: 100 }],
      preview: true,
    });
    expect([await page(key), await page(key, "x".repeat(24)), await page(key, "")]).toEqual([404, 404, 404]);
    await publish(kind, key, version);
    const shown = (await page(key)) as Shown;
    expect(shown).toMatchObject({ title: "半个视频", preview: false, delisted: false });
    expect([shown.seconds > 0, shown.width > 0, shown.address.includes(first?.value ?? "")]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await listed()).toContain("半个视频");
    await gateway().ok("playVideo", { id: Number(key) });
    // A load knows nothing of it, and leaves it.
    expect((await load()).changes).toEqual({});
    await change(kind, key, { summary: "改过的" });
    expect(await page(key)).toMatchObject({ summary: "改过的", plays: 1 });

    await gateway().ok("withdrawContent", { kind, key }, admin());
    expect(await page(key)).toMatchObject({ delisted: true });
    expect(await listed()).not.toContain("半个视频");
    const back = await gateway().ok("restoreContent", { kind, key, version }, admin());
    await publish(kind, key, back.version);
    expect(await page(key)).toMatchObject({ delisted: false, summary: "" });
  });

  it("with something wrong is not saved, and the answer says what at the control", async () => {
    const made = await fresh(kind, { title: "坏视频" });
    const { key } = made.body as { key: string };
    const wrong: [Body, string, string][] = [
      [{ video: `${"0".repeat(32)}.webm` }, "video", "没有这段视频"],
      [{ video: "https://example.com/a.mp4" }, "video", "没有这个文件"],
      [{ date: "昨天" }, "date", "日期应写成"],
      [{ products: [77] }, "products", "没有产品 77"],
      [{ poster: [{ name: `${"0".repeat(32)}.png` }] }, "poster_0_name", "没有这张图片"],
    ];
    for (const [body, field, message] of wrong) {
      const answer = await save(kind, key, body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(fieldsOf(answer)[field]?.join()).toContain(message);
    }
  });

  it("of a pack is edited from what stands, and stays as the browser has it until somebody decides", async () => {
    const { body, standing } = await pieceOf(kind, "7");
    const before = await page("7");
    const request = { kind, key: "7", base: 0, standing, body };
    expect((await gateway().ok("saveContent", request, admin())).version).toBe(1);
    // A form names the file alone.
    const file = (body.video as { files: { name: string }[] }).files[0]?.name;
    expect(await saved(kind, "7", { video: file })).toBe(1);
    await change(kind, "7", { video: file, title: "站内的视频" });
    expect(await page("7")).toMatchObject({
      ...(before as Shown),
      title: "站内的视频",
      poster: { ...(before as Shown).poster, alt: "站内的视频" },
      address: expect.any(String),
      captions: expect.any(String),
      updatedAt: expect.any(String),
    });
    await changePack(folder(), { "videos.yaml": replacing("title: 波形", "title: 包里的视频") });
    expect((await load()).notices.join()).toContain("视频「站内的视频」在站内改过，内容包里的不一样");
    expect(await page("7")).toMatchObject({ title: "站内的视频" });
    expect((await pieceOf(kind, "7")).conflict?.changes.map(({ name }) => name)).toEqual(["title"]);
    expect((await decide(kind, "7", "pack")).status).toBe(200);
    expect(await page("7")).toMatchObject({ title: "包里的视频" });
    expect((await load()).changes).toEqual({});
    const [row] = await gateway().database.select().from(videos).where(eq(videos.id, 7));
    expect(row?.delistedAt).toBeNull();
  });
});
